import type { Finding } from './finding.ts';
import { fingerprint } from './fingerprint.ts';
import type { AuditSite } from './site/site.ts';

const HTTP_URL = /^(https?):\/\/(www\.)?([^/?#]*)(.*)$/s;

/**
 * Makes fingerprints of findings that stay the same when the site moves to another host, such as from staging to
 * production: a key at the host of a seed is identified by its path, and by what distinguishes its scheme and `www` from
 * those of the seed. Nor do they depend on the order of the crawl: URLs that facts make one page are identified alike,
 * whichever of them was fetched.
 */
export class FindingIdentity {
  /** The seeds' scheme and `www`, by host. The first seed of a host counts. */
  readonly #seeds = new Map<string, { readonly number: number; readonly scheme: string; readonly www: string }>();

  readonly #site: Pick<AuditSite, 'pages' | 'undirected' | 'areMerged'>;

  constructor(site: Pick<AuditSite, 'pages' | 'undirected' | 'areMerged'>) {
    this.#site = site;
    for (const { key, entry } of site.pages) {
      if (entry.source !== 'seed') continue;
      const [, scheme = '', www = '', host = ''] = HTTP_URL.exec(site.undirected(key)) ?? [];
      if (host !== '' && !this.#seeds.has(host)) this.#seeds.set(host, { number: this.#seeds.size, scheme, www });
    }
  }

  /** The fingerprint of a finding: the same in every audit that finds the same. */
  of({ rule, key, url }: Pick<Finding, 'rule' | 'key' | 'url'>, twin: string | null): string {
    const common = this.#site.undirected(key);
    const isOfSite = twin !== null && this.#site.areMerged(url, twin);
    return fingerprint(isOfSite ? `${rule} at ${this.#placeOf(rootOf(common))}` : `${rule} ${this.#placeOf(common)}`);
  }

  #placeOf(key: string): string {
    const [, scheme = '', www = '', host = '', rest = ''] = HTTP_URL.exec(key) ?? [];
    const seed = this.#seeds.get(host);
    if (seed === undefined) return key;
    const otherScheme = scheme === seed.scheme ? '' : 'other scheme ';
    const otherHost = www === seed.www ? '' : 'other host ';
    return `${seed.number} ${otherScheme}${otherHost}${rest}`;
  }
}

/** The root of the host of a key. */
function rootOf(key: string): string {
  const [, scheme = '', www = '', host = ''] = HTTP_URL.exec(key) ?? [];
  return `${scheme}://${www}${host}/`;
}
