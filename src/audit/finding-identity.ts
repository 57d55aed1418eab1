import type { Key } from '../canon/key.ts';
import { fingerprint } from './fingerprint.ts';
import type { AuditSite } from './site/site.ts';

const HTTP_URL = /^(https?):\/\/(www\.)?([^/?#]*)(.*)$/s;

/**
 * Makes fingerprints of findings that stay the same when the site moves to another host, such as from staging to
 * production: a key at the host of a seed is identified by its path, and by what distinguishes its scheme and `www` from
 * those of the seed.
 */
export class FindingIdentity {
  /** The seeds' scheme and `www`, by host. The first seed of a host counts. */
  readonly #seeds = new Map<string, { readonly number: number; readonly scheme: string; readonly www: string }>();

  constructor({ pages }: Pick<AuditSite, 'pages'>) {
    for (const { key, entry } of pages) {
      if (entry.source !== 'seed') continue;
      const [, scheme = '', www = '', host = ''] = HTTP_URL.exec(key) ?? [];
      if (host !== '' && !this.#seeds.has(host)) this.#seeds.set(host, { number: this.#seeds.size, scheme, www });
    }
  }

  /** The fingerprint of a finding: the same in every audit that finds the same. */
  of(rule: string, key: Key): string {
    return fingerprint(`${rule} ${this.#placeOf(key)}`);
  }

  #placeOf(key: Key): string {
    const [, scheme = '', www = '', host = '', rest = ''] = HTTP_URL.exec(key) ?? [];
    const seed = this.#seeds.get(host);
    if (seed === undefined) return key;
    const otherScheme = scheme === seed.scheme ? '' : 'other scheme ';
    const otherHost = www === seed.www ? '' : 'other host ';
    return `${seed.number} ${otherScheme}${otherHost}${rest}`;
  }
}
