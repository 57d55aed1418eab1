import { createHash } from 'node:crypto';
import { areaOf, parentOf } from '../../src/facts/site-part.ts';
import { originOf } from '../fetch/target.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { readDocument } from '../page/document.ts';
import { bareWireUrl } from '../reference.ts';
import { isPage, type Page } from './answer.ts';
import type { Asker } from './asker.ts';
import { pathOf } from './differences.ts';

/** How many known pages of a site are kept. The first ones win. */
const MAX_KNOWN = 2000;
/** How many pages are enough for a probe, some of them deep. */
const ENOUGH = 12;
/** How many pages are read to find others. */
const MAX_READ = 5;
/** File names that are not pages. */
const FILE =
  /\.(?:avif|bmp|css|csv|docx?|eot|epub|gif|gz|ico|jpe?g|js|json|m4a|map|mjs|mov|mp[34]|og[gv]|otf|pdf|png|pptx?|rar|svg|tar|tgz|tiff?|ttf|txt|wav|webm|webp|woff2?|xlsx?|xml|zip)$/i;

/**
 * Orders pages for examination: sections in turn, folders of each section in turn, and deep pages first, because the
 * top of a site is the least typical part.
 */
export function rotate(pages: readonly string[]): readonly string[] {
  const sections = [...Map.groupBy(pages, (url) => areaOf(pathOf(url))).values()].map((urls) => {
    const deepFirst = urls.toSorted((a, b) => depthOf(b) - depthOf(a));
    return inTurn([...Map.groupBy(deepFirst, (url) => parentOf(pathOf(url))).values()]);
  });
  return inTurn(sections);
}

/** The first of each list, then the second of each, and so on. */
export function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const rounds = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: rounds }, (_, round) => lists.flatMap((list) => list[round] ?? [])).flat();
}

function depthOf(url: string): number {
  return pathOf(url).split('/').length;
}

/**
 * Adds linked pages to the known pages of a site, breadth first, until there are enough.
 *
 * @param known URLs as requested, all of one origin
 */
export async function discover(asker: Asker, known: readonly string[]): Promise<readonly string[]> {
  const pages = new Set(known);
  const waiting = [...known];
  for (let read = 0; read < MAX_READ && pages.size < ENOUGH && !asker.isExhausted; read++) {
    const next = waiting.shift();
    if (next === undefined) break;
    const answer = await asker.ask(next);
    if (!isPage(answer)) continue;
    for (const link of linksOf(answer)) {
      if (pages.size >= MAX_KNOWN) break;
      if (!pages.has(link)) waiting.push(link);
      pages.add(link);
    }
  }
  return [...known, ...scattered([...pages].slice(new Set(known).size))];
}

/**
 * The same URLs area by area, those of an area in an order that looks random and is always the same. Pages that a site links to
 * first are often alike.
 */
export function scattered(urls: readonly string[]): readonly string[] {
  return [...Map.groupBy(urls, (url) => areaOf(pathOf(url))).values()].flatMap((area) => {
    const digests = area.map((url) => ({ url, digest: createHash('sha256').update(url).digest('hex') }));
    return digests.toSorted((a, b) => (a.digest < b.digest ? -1 : 1)).map(({ url }) => url);
  });
}

/** The pages of the same origin that a page links to, as requested. */
function linksOf({ url, headers, body }: Page): readonly string[] {
  const origin = originOf(url);
  const links = [...readDocument(url, { headers, body: body.bytes }).links].filter(({ kind }) => kind === 'link');
  const sent = links.flatMap((link) => bareWireUrl(link.url) ?? []);
  return [...new Set(sent)].filter(
    (link) => originOf(link) === origin && link.length <= MAX_URL_LENGTH && !FILE.test(pathOf(link)),
  );
}
