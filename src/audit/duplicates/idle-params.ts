import type { Key } from '../../canon/key.ts';
import { THRESHOLDS } from '../../evidence/thresholds.ts';
import { eachInSteps, type Steps } from '../../give-way.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { serialize } from '../../url/parsed-url.ts';
import { dropParams, mayHoldOthers, paramName, paramsIn } from '../../url/query.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';

/** A parameter that changes no page of a site. */
export interface IdleParam {
  /** The parameter's name. */
  readonly name: string;
  /** Pages with the same text whose URLs differ only in the parameter. */
  readonly pairs: readonly (readonly [page: AuditPage, other: AuditPage])[];
}

/** As many pairs as a claim needs if its evidence is content. */
const MIN_SAMPLES = THRESHOLDS.param.content ?? Number.POSITIVE_INFINITY;
/** URLs with more parameters are ignored: they prove little about each of them. */
const MAX_PARAMS = 8;

/**
 * Finds parameters that never change a page's text in any pair of URLs that differ only in the parameter. A parameter that
 * alone leads to some page is not idle: the parts of a picture gallery may have the same text, and link to other pages.
 *
 * @param explained duplicates with another explanation, which do not count as samples
 */
export function* idleParams(site: AuditSite, explained: ReadonlySet<AuditPage>): Steps<readonly IdleParam[]> {
  const params = new Map<string, { name: string; pairs: [AuditPage, AuditPage][]; isRefuted: boolean }>();
  const samples = new Map<string, AuditPage>();
  yield* eachInSteps(site.pages, (page) => {
    if (!hasText(page) || explained.has(page)) return;
    for (const [name, rest] of lesser(page.key)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no page is found if it is not a key
      const bare = site.page(rest as Key);
      const other = bare !== null && hasText(bare) ? bare : samples.get(`${name} ${rest}`);
      if (other === undefined) samples.set(`${name} ${rest}`, page);
      else {
        const subject = `${page.entry.site} ${name}`;
        const param = params.get(subject) ?? { name, pairs: [], isRefuted: false };
        params.set(subject, param);
        if (page.text === other.text) param.pairs.push([page, other]);
        else param.isRefuted = true;
      }
    }
  });
  const idle = [...params].filter(([, { pairs, isRefuted }]) => !isRefuted && pairs.length >= MIN_SAMPLES);
  if (idle.length === 0) return [];
  const leading = yield* leadingParams(site);
  return idle.flatMap(([subject, param]) => (leading.has(subject) ? [] : [param]));
}

/**
 * The parameters, each after its site, without which a crawl misses a page: few pages link to it, and all have the parameter.
 * Links that do not depend on the parameter are on more of the pages that have it.
 */
function* leadingParams(site: AuditSite): Steps<ReadonlySet<string>> {
  const leading = new Set<string>();
  yield* eachInSteps(site.pages, (page) => {
    const count = site.inlinks(page);
    if (count === 0 || count >= MIN_SAMPLES || !(page.isPage || page.isFile)) return;
    const referrers = site.referrers(page);
    const [first] = referrers;
    if (first === undefined) return;
    const shared = namesIn(first);
    // Most pages have no parameters.
    if (shared.size === 0) return;
    const own = namesIn(page);
    const others = referrers.map(namesIn);
    for (const name of shared) {
      if (!own.has(name) && others.every((names) => names.has(name))) leading.add(`${first.entry.site} ${name}`);
    }
  });
  return leading;
}

function namesIn({ key }: AuditPage): ReadonlySet<string> {
  return new Set(paramsIn(key).map(paramName));
}

function hasText({ isPage, text, entry }: AuditPage): boolean {
  return isPage && text !== null && entry.status === 200;
}

/** The URL without one parameter, for each of its parameters. */
function lesser(key: string): readonly (readonly [name: string, rest: string])[] {
  const url = key.includes('?') ? parseUrl(key) : null;
  if (url === null || url instanceof UrlError || url.query === null) return [];
  const { query } = url;
  const params = query.split('&');
  // Without such a parameter, those that its value holds would be missing too.
  if (params.some(mayHoldOthers)) return [];
  const names = new Set(params.map(paramName));
  names.delete('');
  if (names.size > MAX_PARAMS) return [];
  return [...names].map((name) => {
    const rest = dropParams(query, (param) => paramName(param) === name);
    return [name, serialize({ ...url, query: rest })] as const;
  });
}
