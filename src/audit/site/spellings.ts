import { compile } from '../../canon/canonicalizer.ts';
import { UrlError } from '../../url/error.ts';
import { oncePerSite } from './once-per-site.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';

/** One URL of an entry that has several, and what takes it to the entry's key. */
export interface SpelledUrl {
  /** Without its fragment, where pages do not depend on it. */
  readonly url: string;
  readonly passes: readonly string[];
}

/** The URLs of entries that were found under more than one, fragments aside. */
export const spelledPages: (site: AuditSite) => ReadonlyMap<AuditPage, readonly SpelledUrl[]> =
  oncePerSite(readSpellings);

function readSpellings(site: AuditSite): ReadonlyMap<AuditPage, readonly SpelledUrl[]> {
  const { trace } = compile(site.canon);
  const spelled = new Map<AuditPage, readonly SpelledUrl[]>();
  for (const page of site.pages) {
    const { url, spellings } = page.entry;
    if (spellings.length === 0 || !page.isPage) continue;
    const urls = new Map<string, SpelledUrl>();
    // The target of a redirect has no pass: it is not another way to write a link.
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
