/** Covers: crawler/evidence/doubtful-pairs.ts */
import { describe, expect, onTestFinished, test } from 'vitest';
import { MemoryFrontier } from '../../../db/index.ts';
import type { Claim } from '../../../src/evidence/claim.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { adjudicate } from '../../../src/evidence/verdict.ts';
import { type CrawlTestOptions, crawl } from '../crawling.ts';
import { probeServed, serveSite } from '../probe/probing.ts';
import { html, prose } from '../probe/sites.ts';
import { links, respond, site, type Web } from '../web.ts';

/** Pages with prices, which one currency changes by less than the advertisement on them changes between two requests. */
const price = (path: string, currency: string | null, request: number): string =>
  `<p>${prose(path)}</p><p>costs ${currency === 'usd' ? '12 dollars' : '11 euros'}</p><p>${prose(`ad ${request}`, 10)}</p>`;

test('a later probe that does not find the doubtful value of a parameter does not confirm the parameter', async () => {
  const paths = ['a', 'b', 'c', 'd'].map((name) => `/shop/${name}`);
  let currencies: readonly string[] = [];
  const served = await serveSite(({ path, query, number }) => {
    const linked = paths.flatMap((each) => currencies.map((name) => `<a href="${each}?currency=${name}">x</a>`));
    const currency = new URLSearchParams(query ?? '').get('currency');
    return html(price(path, currency, number) + linked.join(''));
  });
  onTestFinished(served.close);
  const frontier = new MemoryFrontier();
  for (const found of [
    ['usd', 'eur', 'chf'],
    ['eur', 'chf'],
  ]) {
    currencies = found;
    await frontier.addEvidence((await probeServed(served.connectTo, { kinds: ['param'] })).evidence);
  }
  expect(adjudicate(await frontier.evidence(), THRESHOLDS)).toMatchObject([
    { about: 'currency', verdict: 'undecided', reason: 'noise' },
  ]);
});

const PAGES = Array.from({ length: 240 }, (_, n) => n);
/** The late pages are found after the crawl has looked at its evidence. */
const [EARLY, LATE] = [PAGES.slice(0, 40), PAGES.slice(40)];

/** A shop whose early pages are linked in two currencies, and its late pages in a third one. */
async function shop(show: (path: string, currency: string | null, request: number) => string): Promise<Web> {
  const listed = (pages: readonly number[], query: string): string[] => pages.map((n) => `/p/${n}${query}`);
  let request = 0;
  return site((target) => {
    const [path = '', query = ''] = target.split('?');
    if (path === '/') return links(...['', '?in=eur', '?in=chf'].flatMap((each) => listed(EARLY, each)));
    if (path === '/late') return links(...listed(LATE, ''), ...listed(LATE, '?in=usd'));
    const text = show(path, new URLSearchParams(query).get('in'), request++);
    return path === `/p/${EARLY.at(-1)}` ? text + links('/late') : text;
  });
}

/** How many of the late URLs with the parameter the site was asked for. */
function asked({ requests }: Web): number {
  return new Set(requests.filter((target) => target.endsWith('?in=usd'))).size;
}

const euros = (path: string): string => `<p>${prose(path)}</p><p>costs 11 euros</p>`;
const prices = (path: string, currency: string | null): string =>
  currency === 'usd' ? euros(path).replace('11 euros', '12 dollars') : euros(path);

/** Crawls a site, and returns the claims that it leads to. */
async function learned({ origin }: Web, options: CrawlTestOptions = {}): Promise<readonly Claim[]> {
  const frontier = new MemoryFrontier();
  await crawl([`${origin}/`], options, frontier);
  return frontier.claims();
}

describe('a parameter that was confirmed before other values of it were found', () => {
  test('is not confirmed any more if the crawl cannot tell the pages with these apart', async () => {
    const web = await shop(prices);
    expect(await learned(web)).toMatchObject([{ about: 'in', verdict: 'undecided', reason: 'unclear' }]);
    expect(asked(web)).toBe(LATE.length);
  });

  test('is not confirmed any more if the pages with these have other links', async () => {
    const web = await shop((path, currency) => euros(path) + (currency === 'usd' ? `<a href="/usd${path}"></a>` : ''));
    expect(await learned(web)).toMatchObject([{ about: 'in', verdict: 'undecided', reason: 'unclear' }]);
    expect(asked(web)).toBe(LATE.length);
  });

  test('is probed then, and refuted if the pages differ', async () => {
    const web = await shop(prices);
    const claims = await learned(web, { probe: 'auto', delay: 0 });
    expect(claims).toContainEqual(expect.objectContaining({ about: 'in', verdict: 'refuted', reason: 'other-text' }));
    expect(claims).not.toContainEqual(expect.objectContaining({ verdict: 'confirmed' }));
    expect(asked(web)).toBe(LATE.length);
  });

  test('is probed then, and refuted if the pages have another heading, although each shows other text each time', async () => {
    const web = await shop((path, currency, request) => {
      return `<h1>${currency === 'usd' ? 'What it costs in dollars' : 'All prices'}</h1>${euros(path)}<p>seen ${request} times</p>`;
    });
    const claims = await learned(web, { probe: 'auto', delay: 0 });
    expect(claims).toContainEqual(expect.objectContaining({ about: 'in', verdict: 'refuted', reason: 'other-text' }));
    expect(asked(web)).toBe(LATE.length);
  });

  test('is probed then, and confirmed again if the pages only change by themselves', async () => {
    const isEarly = (path: string): boolean => EARLY.some((n) => path === `/p/${n}`);
    const web = await shop((path, _, request) => euros(path) + (isEarly(path) ? '' : `<p>seen ${request} times</p>`));
    expect(await learned(web, { probe: 'auto', delay: 0 })).toMatchObject([
      { kind: 'param', about: 'in', verdict: 'confirmed' },
    ]);
    expect(asked(web)).toBeLessThan(LATE.length / 2);
  });
});

/** A site of which each page has two URLs. Some late pages are found after the crawl has looked at its evidence. */
async function docs(show: (path: string, isOther: boolean, request: number) => string): Promise<Web> {
  const both = (pages: readonly number[]): string[] => pages.flatMap((n) => [`/docs/${n}`, `/docs/${n}/`]);
  let request = 0;
  return site((target) => {
    if (target === '/') return links(...both(EARLY), ...both(EARLY.map((n) => n + 1000)));
    if (target === '/late') return links(...both(LATE));
    const path = target.replace(/\/$/, '');
    if (!path.startsWith('/docs/')) return respond(404);
    const text = show(path, path !== target, request++);
    return path === '/docs/1000' ? text + links('/late') : text;
  });
}

/** How many of the late URLs with a slash at the end the site was asked for. */
function askedWithSlash({ requests }: Web): number {
  return new Set(requests.filter((target) => LATE.some((n) => target === `/docs/${n}/`))).size;
}

const isLate = (path: string): boolean => LATE.some((n) => path === `/docs/${n}`);

describe('a form of URLs that was confirmed before pages were found that differ a little in it', () => {
  const downloads = (path: string, isOther: boolean): string =>
    `<p>${prose(path)}</p>${isOther && isLate(path) ? '<p>download this file</p>' : ''}`;

  test('is not confirmed any more', async () => {
    const web = await docs(downloads);
    expect(await learned(web)).toMatchObject([{ kind: 'slash', verdict: 'undecided', reason: 'unclear' }]);
    expect(askedWithSlash(web)).toBe(LATE.length);
  });

  test('stays unconfirmed after probes that saw only the markup change', async () => {
    const web = await docs((path, isOther, n) => `<!-- ${n} -->${downloads(path, isOther)}`);
    const confirmed = { kind: 'slash', verdict: 'confirmed' };
    expect(await learned(web, { probe: 'full', delay: 0 })).not.toContainEqual(expect.objectContaining(confirmed));
    expect(askedWithSlash(web)).toBe(LATE.length);
  });

  test('is probed then, and refuted if the pages differ', async () => {
    const web = await docs(downloads);
    const refuted = { kind: 'slash', path: '/docs/', verdict: 'refuted', reason: 'other-text' };
    expect(await learned(web, { probe: 'auto', delay: 0 })).toContainEqual(expect.objectContaining(refuted));
    expect(askedWithSlash(web)).toBe(LATE.length);
  });

  test('is probed then, and confirmed again if the pages only change by themselves', async () => {
    const web = await docs((path, _, n) => `<p>${prose(path)}</p>${isLate(path) ? `<p>seen ${n} times</p>` : ''}`);
    const confirmed = { kind: 'slash', path: '/docs/', verdict: 'confirmed' };
    expect(await learned(web, { probe: 'auto', delay: 0 })).toContainEqual(expect.objectContaining(confirmed));
    expect(askedWithSlash(web)).toBeLessThan(LATE.length / 2);
  });
});
