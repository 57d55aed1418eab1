import { Discovery } from '../../crawler/discovery.ts';
import { readDocument } from '../../crawler/page/document.ts';
import { keptOf } from '../../crawler/page/kept-record.ts';
import { Scope } from '../../crawler/scope/scope.ts';
import { type Frontier, openSqliteFrontier, type Settlement } from '../../db/index.ts';
import { compile } from '../../src/index.ts';
import { request } from '../db/helpers.ts';

/** Pages that are settled at once. */
const BATCH = 1000;
const LINKS = 10;

/** Writes a crawl of a shop whose items are shown under four URLs each, as a crawl of its pages would leave it. */
export async function writeCrawl(file: string, pages: number): Promise<void> {
  const limits = { kind: 'any', include: [], exclude: [], maxDepth: null, traps: null } as const;
  const discovery = new Discovery(compile(), new Scope([], limits));
  const frontier = await openSqliteFrontier(file);
  try {
    const found = Array.from({ length: pages }, (_, n) => discovery.found(urlOf(n), { depth: 1, source: 'link' }));
    for (let at = 0; at < pages; at += BATCH * 10) await frontier.add(found.slice(at, at + BATCH * 10));
    for (let settled = 0; settled < pages; ) settled += await settleBatch(frontier, discovery, pages);
  } finally {
    await frontier.close();
  }
}

async function settleBatch(frontier: Frontier, discovery: Discovery, pages: number): Promise<number> {
  const leases = await frontier.lease(request({ run: 'bench', limit: BATCH, perSite: BATCH }));
  const settlements = leases.map(({ id, url }): Settlement => {
    const n = Number(/item-(\d+)/.exec(url)?.[1]) * 4;
    const links = Array.from({ length: LINKS }, (_, index) => urlOf((n * 7 + index * 131) % pages));
    const body = new TextEncoder().encode(htmlOf(url, n, links));
    const { record } = readDocument(url, { headers: { 'content-type': 'text/html; charset=utf-8' }, body });
    return {
      id,
      at: 0,
      siteUntil: null,
      found: links.map((link) => discovery.found(link, { depth: 2, source: 'link' })),
      outcome: {
        kind: 'page',
        status: 200,
        contentType: 'text/html; charset=utf-8',
        digest: String(n),
        canonical: null,
        note: null,
        role: 'page',
        details: { etag: null, lastModified: null, fields: null, ...keptOf(record, 200) },
      },
    };
  });
  await frontier.settle('bench', settlements);
  if (leases.length === 0) throw new Error('nothing was leased');
  return leases.length;
}

function urlOf(n: number): string {
  const item = Math.floor(n / 4);
  const path = `/shop/${item % 97}/item-${item}`;
  const forms = [path, `${path}/`, `${path}?sort=${item % 5}`] as const;
  return n % 4 === 3 ? `https://example.com${path}` : `https://www.example.com${forms[n % 4] ?? path}`;
}

function htmlOf(url: string, n: number, links: readonly string[]): string {
  const words = Array.from({ length: 200 }, (_, at) => `w${(at * 7919 + n * 104_729) % 100_003}`);
  const canonical = n % 12 === 0 ? `<link rel="canonical" href="${url}">` : '';
  const navigation = links.map((link, index) => `<a href="${link}">item ${index}</a>`).join(' ');
  return `<!doctype html><html lang="en"><title>Item ${n}</title>${canonical}<nav>${navigation}</nav><p>${words.join(' ')}`;
}
