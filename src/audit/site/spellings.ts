import { compile } from '../../canon/canonicalizer.ts';
import { UrlError } from '../../url/error.ts';
import { oncePerSite } from './once-per-site.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';

/** One spelling of an entry. */
export interface SpelledUrl {
  /** Without its fragment, if the key drops it. */
  readonly url: string;
  /** The passes that change it into the key, without `drop-fragment`. */
  readonly passes: readonly string[];
}

/** The spellings of each page that has several, apart from fragments. */
export const spelledPages: (site: AuditSite) => ReadonlyMap<AuditPage, readonly SpelledUrl[]> =
  oncePerSite(readSpellings);

function readSpellings(site: AuditSite): ReadonlyMap<AuditPage, readonly SpelledUrl[]> {
  const { trace } = compile(site.canon);
  const spelled = new Map<AuditPage, readonly SpelledUrl[]>();
  for (const page of site.pages) {
    const { url, spellings } = page.entry;
    if (spellings.length === 0 || !page.isPage) continue;
    const urls = new Map<string, SpelledUrl>();
    // Targets of redirects have no pass: they are not spellings of a link.
    for (const text of [url, ...spellings.flatMap((one) => (one.pass === null ? [] : [one.url]))]) {
      const traced = trace(text);
      const passes = traced instanceof UrlError ? [] : traced.changes.map(({ pass }) => pass);
      const spelling = passes.includes('drop-fragment') ? text.replace(/#.*/s, '') : text;
      urls.set(spelling, { url: spelling, passes: passes.filter((pass) => pass !== 'drop-fragment') });
    }
    if (urls.size > 1) spelled.set(page, [...urls.values()]);
  }
  return spelled;
}
