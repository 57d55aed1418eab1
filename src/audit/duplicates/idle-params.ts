import { THRESHOLDS } from '../../evidence/thresholds.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { serialize } from '../../url/parsed-url.ts';
import { dropParams, paramName } from '../../url/query.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';

/** A parameter on which no page of a site depends. */
export interface IdleParam {
  readonly site: string;
  readonly name: string;
  /** Pages of the same text whose URLs differ in the parameter alone. */
  readonly pairs: readonly (readonly [page: AuditPage, other: AuditPage])[];
}

/** Pairs that it takes: as many as a claim that goes by content. */
const MIN_SAMPLES = THRESHOLDS.param.content ?? Number.POSITIVE_INFINITY;
/** A URL with more parameters says little of each one. */
const MAX_PARAMS = 8;

/**
 * Parameters that never change a page's text, wherever a site's URLs differ in one of them alone.
 *
 * @param explained pages of which something else is known: they are no samples
 */
export function idleParams(site: AuditSite, explained: ReadonlySet<AuditPage>): readonly IdleParam[] {
  const pages = new Map<string, AuditPage>();
  for (const page of site.pages) {
    if (page.isPage && page.text !== null && page.entry.status === 200) pages.set(page.key, page);
  }
  const params = new Map<string, { site: string; name: string; pairs: [AuditPage, AuditPage][]; isRefuted: boolean }>();
  const samples = new Map<string, AuditPage>();
  for (const page of pages.values()) {
    if (explained.has(page)) continue;
    for (const [name, rest] of lesser(page.key)) {
      const other = pages.get(rest) ?? samples.get(`${name} ${rest}`);
      if (other === undefined) samples.set(`${name} ${rest}`, page);
      else {
        const subject = `${page.entry.site} ${name}`;
        const param = params.get(subject) ?? { site: page.entry.site, name, pairs: [], isRefuted: false };
        params.set(subject, param);
        if (page.text === other.text) param.pairs.push([page, other]);
        else param.isRefuted = true;
      }
    }
  }
  return [...params.values()].filter(({ pairs, isRefuted }) => !isRefuted && pairs.length >= MIN_SAMPLES);
}

/** The URL without each of its parameters in turn. */
function lesser(key: string): readonly (readonly [name: string, rest: string])[] {
  const url = key.includes('?') ? parseUrl(key) : null;
  if (url === null || url instanceof UrlError || url.query === null) return [];
  const { query } = url;
  const names = new Set(query.split('&').map(paramName));
  names.delete('');
  if (names.size > MAX_PARAMS) return [];
  return [...names].map((name) => {
    const rest = dropParams(query, (param) => paramName(param) === name);
    return [name, serialize({ ...url, query: rest })] as const;
  });
}
