import type { Entry, Frontier } from '../../db/store.ts';
import { wireUrl } from '../../src/canon/wire-url.ts';
import { factOf } from '../../src/evidence/claimed-facts.ts';
import type { Evidence, Subject } from '../../src/evidence/evidence.ts';
import { checkFacts } from '../../src/facts/check.ts';
import { normalizeHost, normalizeParam, normalizePath } from '../../src/facts/normal-form.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { paramName } from '../../src/url/query.ts';
import { recordIn } from '../page/kept-record.ts';
import { readCopy } from '../robots/copy.ts';
import { parseRobots } from '../robots/parse.ts';
import type { CleanParam } from '../robots/robots-file.ts';

/** The start of this declaration in a record. */
const DECLARED = '"noVarySearch":{';

/** How many parameter names are read from a page or a robots.txt. */
const MAX_NAMES = 32;

/**
 * Evidence from a page's `No-Vary-Search`: some parameters, or their order, do not matter.
 *
 * @param url the page's URL
 */
export function noVarySearchEvidence(entry: Entry, url: string): readonly Evidence[] {
  // Few servers send the header, and parsing the record of every page would take longer than everything else.
  if (!entry.details?.record?.includes(DECLARED)) return [];
  const declared = recordIn(entry)?.noVarySearch ?? null;
  const page = wireUrl(url);
  const parsed = page instanceof UrlError ? page : parseUrl(page);
  if (declared === null || page instanceof UrlError || parsed instanceof UrlError) return [];
  const host = normalizeHost(`${parsed.asciiHost ?? ''}${parsed.port === null ? '' : `:${parsed.port}`}`);
  if (host === null) return [];
  const present = (parsed.query ?? '').split('&').map(paramName);
  const except = new Set(declared.except.map(normalizeParam));
  const names =
    declared.params === 'all' ? present.filter((name) => !except.has(name)) : declared.params.map(normalizeParam);
  const subjects: readonly Subject[] = [
    ...namedParams(host, names),
    ...(declared.keyOrder ? [{ kind: 'order', host, about: null } as const] : []),
  ];
  const path = normalizePath(parsed.path);
  return subjects.map((subject) => declaration(subject, path, page, 'no-vary-search', entry.fetchedAt ?? 0));
}

/**
 * Evidence from the `Clean-param` records in the stored copy of a site's robots.txt.
 *
 * @param origin such as `https://example.com`
 */
export async function cleanParamEvidence(
  frontier: Pick<Frontier, 'getMeta'>,
  origin: string,
): Promise<readonly Evidence[]> {
  const copy = await readCopy(frontier, origin);
  const host = normalizeHost(origin.replace(/^https?:\/\//, ''));
  if (copy === null || copy.body === null || host === null) return [];
  const { at } = copy;
  return parseRobots(copy.body).cleanParams.flatMap((line) => {
    const path = partOf(line);
    if (path === null) return [];
    const subjects = namedParams(host, line.params.map(normalizeParam));
    return subjects.map((subject) => declaration(subject, path, null, 'clean-param', at));
  });
}

/**
 * The part of the site that a record applies to, or a smaller part that is certainly inside it; null if there is none.
 */
function partOf({ path }: CleanParam): string | null {
  const prefix = normalizePath((path ?? '/').replace(/\*$/, ''));
  if (!prefix.startsWith('/') || prefix.includes('*')) return null;
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}

function namedParams(host: string, names: readonly string[]): readonly Subject[] {
  return [...new Set(names)]
    .slice(0, MAX_NAMES)
    .map((about) => ({ kind: 'param', host, about }) as const)
    .filter((subject) => checkFacts([factOf({ ...subject, path: '/', target: null })]).length === 0);
}

function declaration(subject: Subject, path: string, page: string | null, seen: string, at: number): Evidence {
  const { kind, host, about } = subject;
  const what = { kind, host, about, path, target: null, source: 'declaration', supports: true, seen } as const;
  return { ...what, url: null, page, hops: [], by: 'crawl', at };
}
