import { describe, expect, test, vi } from 'vitest';
import { Learning } from '../../../crawler/learning/learning.ts';
import { Ledger } from '../../../crawler/learning/ledger.ts';
import { type MergeSample, mergeSample } from '../../../crawler/learning/merge-sample.ts';
import { Scope } from '../../../crawler/scope/scope.ts';
import { NOTHING_DONE } from '../../../crawler/tally.ts';
import { type Entry, type Frontier, MemoryFrontier } from '../../../db/index.ts';
import { compile } from '../../../src/canon/canonicalizer.ts';
import type { Claim } from '../../../src/evidence/claim.ts';
import { factOf, factsOf } from '../../../src/evidence/claimed-facts.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { claim as claimOf } from '../../evidence/claims.ts';
import { crawl } from '../crawling.ts';
import { entry, frontierOf, gone, keyOf, page, redirected, textOf } from '../evidence/entries.ts';
import { type Answer, links, redirect, respond, site, type Web } from '../web.ts';

const SITE = 'http://a.example';

/** By default, that the parameter `from` does not affect the pages below `/p/`, of which many were compared. */
function claim({ kind = 'param', path = '/p/', ...change }: Partial<Claim> = {}): Claim {
  return claimOf(kind, path, { host: 'a.example', about: 'from', samples: 29, ...change });
}

/** A page with so many URLs that have its key by the claim. */
function pageWith(path: string, spellings: number): Entry {
  const urls = Array.from({ length: spellings }, (_, n) => ({ url: `${SITE}${path}?from=${n}`, pass: 'site-facts' }));
  return page(SITE + path, textOf(path), { spellings: urls });
}

async function chosen(
  entries: readonly Entry[],
  claims: readonly Claim[] = [claim()],
  { mayFetch = true, signal = new AbortController().signal } = {},
) {
  const canonicalizer = compile({ facts: claims.filter(({ verdict }) => verdict === 'confirmed').map(factOf) });
  const { keys, sites } = await mergeSample(
    frontierOf(entries),
    { claims, own: compile(), canonicalizer },
    mayFetch,
    signal,
  );
  return { keys: [...keys], sites: [...sites] };
}

describe('of the URLs that a claim merged', () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [100, 10],
    [101, 11],
    [2000, 30],
  ])('of %d, %d are chosen', async (merged, expected) => {
    expect((await chosen([pageWith('/p/1', merged)])).keys).toHaveLength(expected);
  });

  test.each([
    ['a parameter that rests on five equal pages', { samples: 5 }, 24],
    ['a parameter that rests on twenty', { samples: 20 }, 10],
    ['a parameter that the site declares', { samples: 3, source: 'declaration' }, 10],
    ['a form of paths that rests on five', { kind: 'slash', about: null, target: 'remove', samples: 5 }, 10],
  ] as const)(
    'of 100, as many are chosen as make 29 with those compared before: for %s',
    async (_, change, expected) => {
      const spellings = Array.from({ length: 100 }, (__, n) => {
        return { url: `${SITE}/p/${n}${'kind' in change ? '/' : '?from=1'}`, pass: 'site-facts' };
      });
      const pages = spellings.map((spelling, n) => page(`${SITE}/p/${n}`, textOf(`${n}`), { spellings: [spelling] }));
      expect((await chosen(pages, [claim(change)])).keys).toHaveLength(expected);
    },
  );

  /** Pages, each with a URL that has its key by the claim and may have been fetched. */
  const pagesWithFetched = (isFetched: (url: string) => boolean, count: number): readonly Entry[] =>
    Array.from({ length: count }, (_, n) => `${SITE}/p/${n}`).flatMap((url, n) => {
      const merged = `${url}?from=1`;
      const [own, text] = [isFetched(merged), textOf(`${n}`)];
      if (!own) return [page(url, text, { spellings: [{ url: merged, pass: 'site-facts' }] })];
      return [page(url, text), page(merged, text, { aliasOf: keyOf(url), aliasBy: 'equivalence' })];
    });

  test.each([
    [30, 5],
    [40, 20],
  ])('of %d, of which %d were compared before, as many others are chosen as make 29', async (count, samples) => {
    const before = new Set(Array.from({ length: samples }, (_, n) => `${SITE}/p/${n}?from=1`));
    const pages = pagesWithFetched((url) => before.has(url), count);
    expect((await chosen(pages, [claim({ samples })])).keys).toHaveLength(29 - samples);
  });

  test('no more than 29 are fetched in all if they show nothing', async () => {
    const fetched = new Set<string>();
    for (const expected of [24, 29, 29]) {
      const { keys } = await chosen(
        pagesWithFetched((url) => fetched.has(url), 100),
        [claim({ samples: 5 })],
      );
      for (const key of keys) fetched.add(key);
      expect(fetched.size).toBe(expected);
    }
  });

  test('those of different pages count together, and the choice is the same each time', async () => {
    const pages = [1, 2, 3, 4].map((n) => pageWith(`/p/${n}`, 25));
    const first = await chosen(pages);
    expect(first.keys).toHaveLength(10);
    expect(new Set(first.keys.map((key) => key.split('?')[0])).size).toBeGreaterThan(1);
    expect((await chosen(pages.toReversed())).keys.toSorted()).toEqual(first.keys.toSorted());
  });

  test('one that was found again after it was merged counts once', async () => {
    const first = pageWith('/p/1', 100);
    const skipped = { aliasOf: first.key, aliasBy: 'equivalence', state: 'skipped', reason: 'equivalent' } as const;
    const aliases = first.spellings.map(({ url }) => entry(url, skipped));
    expect((await chosen([first, ...aliases])).keys).toHaveLength(10);
  });

  test('an alias that was skipped is chosen, and one that was fetched is not', async () => {
    const alias = (n: number, change: Partial<Entry>): Entry =>
      entry(`${SITE}/p/1?from=${n}`, { aliasOf: keyOf(`${SITE}/p/1`), aliasBy: 'equivalence', ...change });
    const skipped = alias(1, { state: 'skipped', reason: 'equivalent' });
    const one = page(`${SITE}/p/1`, textOf('p'));
    expect((await chosen([one, skipped])).keys).toEqual([skipped.key]);
    expect((await chosen([one, alias(1, { state: 'done', status: 200 })])).keys).toEqual([]);
    expect((await chosen([one, alias(1, { state: 'queued' })])).keys).toEqual([]);
    expect((await chosen([one, alias(1, { state: 'skipped', reason: 'nofollow' })])).keys).toEqual([]);
  });

  test('none is chosen by which its page was fetched after a redirect', async () => {
    const alias = entry(`${SITE}/p/1?from=1`, {
      aliasOf: keyOf(`${SITE}/p/1`),
      aliasBy: 'equivalence',
      state: 'skipped',
      reason: 'equivalent',
    });
    const led = page(`${SITE}/p/1`, textOf('p'), { finalUrl: alias.url });
    expect((await chosen([led, alias])).keys).toEqual([]);
  });

  test('four are chosen of a page that turned out to be none, unless that is the fault of the whole site', async () => {
    const [url, key] = [`${SITE}/p/1`, keyOf(`${SITE}/p/1`)];
    const skipped = { aliasOf: key, aliasBy: 'equivalence', state: 'skipped', reason: 'equivalent' } as const;
    const aliases = Array.from({ length: 9 }, (_, n) => entry(`${url}?from=${n}`, skipped));
    const numberFor = async (first: Entry): Promise<number> => (await chosen([first, ...aliases])).keys.length;
    const led = (to: string, status: number): Entry => ({ ...redirected(url, to, status), location: to });
    expect(await numberFor(gone(url))).toBe(4);
    expect(await numberFor(led(`${SITE}/login`, 302))).toBe(4);
    expect(await numberFor(led(`${SITE}/`, 301))).toBe(4);
    expect(await numberFor(gone(url, 503))).toBe(0);
    expect(await numberFor(entry(url))).toBe(0);
    expect((await chosen([gone(url), ...aliases], [claim({ source: 'user' })])).keys).toEqual([]);
  });

  test('those of a URL that moved to another page for good are chosen like those of a page', async () => {
    const { url, key, spellings } = pageWith('/p/1', 9);
    const moved = { ...redirected(url, `${SITE}/new/1`, 301), location: `${SITE}/new/1`, spellings };
    expect((await chosen([moved])).keys).toHaveLength(3);
    const skipped = { aliasOf: key, aliasBy: 'equivalence', state: 'skipped', reason: 'equivalent' } as const;
    const aliases = spellings.map((one) => entry(one.url, skipped));
    expect((await chosen([{ ...moved, spellings: [] }, ...aliases])).keys).toHaveLength(3);
  });

  test('of these four, those that were fetched and merged again count', async () => {
    const url = `${SITE}/p/1`;
    const alias = (n: number, change: Partial<Entry>): Entry =>
      entry(`${url}?from=${n}`, { aliasOf: keyOf(url), aliasBy: 'equivalence', ...change });
    const failed = [1, 2, 3].map((n) => alias(n, { state: 'failed', reason: 'http-404', status: 404 }));
    const skipped = [4, 5, 6].map((n) => alias(n, { state: 'skipped', reason: 'equivalent' }));
    expect((await chosen([gone(url), ...failed, ...skipped])).keys).toHaveLength(1);
  });

  test('those of a page that declares another canonical URL are chosen, too', async () => {
    const first = { ...pageWith('/p/1', 1), aliasOf: keyOf(`${SITE}/`), aliasBy: 'canonical' } as const;
    expect((await chosen([first])).keys).toEqual([`${SITE}/p/1?from=0`]);
  });

  test.each(['redirect', 'canonical'] as const)('one that leads to its page as %s is known', async (aliasBy) => {
    const led = entry(`${SITE}/p/1?from=0`, { state: 'done', aliasOf: keyOf(`${SITE}/p/1`), aliasBy });
    expect((await chosen([pageWith('/p/1', 1), led])).keys).toEqual([]);
  });

  test('one that has the key of its page is chosen together with the URL of the page', async () => {
    const [key, url] = [keyOf(`${SITE}/p/1`), `${SITE}/p/1?from=1`];
    const first = page(url, textOf('p'), { key, spellings: [{ url: key, pass: 'site-facts' }] });
    expect((await chosen([first])).keys.toSorted()).toEqual([key, url]);
    const alias = entry(`${SITE}/p/1?from=2`, { aliasOf: key, aliasBy: 'equivalence', state: 'done' });
    expect((await chosen([first, alias])).keys.toSorted()).toEqual([key, url]);
  });

  test('those without a parameter that makes no difference are chosen by themselves', async () => {
    const bare = keyOf(`${SITE}/p/1`);
    const first = pageWith('/p/1', 101);
    const url = `${SITE}/p/1?from=x`;
    const spellings = [...first.spellings, { url: bare, pass: 'site-facts' }];
    const { keys } = await chosen([page(url, textOf('p'), { key: bare, spellings })]);
    expect(keys.filter((key) => key.includes('?'))).toHaveLength(12);
    expect(keys).toContain(bare);
  });

  test('the page at the top of a section is chosen, because its form may mean another page', async () => {
    const slash = claim({ kind: 'slash', about: null, path: '/blog/', target: 'remove' });
    const blog = ['/blog', ...Array.from({ length: 50 }, (_, n) => `/blog/${n}`)].map((path) =>
      page(SITE + path, textOf(path), { spellings: [{ url: `${SITE}${path}/`, pass: 'site-facts' }] }),
    );
    const { keys } = await chosen(blog, [slash]);
    expect(keys).toHaveLength(8);
    expect(keys).toContain(`${SITE}/blog/`);
  });

  test('one of each folder is chosen, at each level, although others hold more of them', async () => {
    const folders = ['/p/a/', '/p/b/', '/p/b/c/', '/p/d/e/'];
    const few = folders.map((folder) => pageWith(`${folder}1`, 1));
    const { keys } = await chosen([pageWith('/p/many/1', 400), ...few]);
    expect(keys).toHaveLength(21);
    for (const folder of folders) expect(keys).toContain(`${SITE}${folder}1?from=0`);
  });

  test('one of each section is chosen for a claim about a host', async () => {
    const www = claim({ kind: 'www', about: null, path: '/', target: 'remove' });
    const section = (name: string, pages: number): readonly Entry[] =>
      Array.from({ length: pages }, (_, n) => {
        const spellings = [{ url: `http://www.a.example/${name}/${n}`, pass: 'site-facts' }];
        return page(`${SITE}/${name}/${n}`, textOf(name), { spellings });
      });
    const { keys } = await chosen([...section('docs', 400), ...section('blog', 1), ...section('shop', 1)], [www]);
    expect(keys).toEqual(expect.arrayContaining(['blog', 'shop'].map((name) => `http://www.a.example/${name}/0`)));
    const [many, more] = [25, 60].map((count) => Array.from({ length: count }, (_, n) => section(`s${n}`, 2)).flat());
    const sections = (await chosen(many ?? [], [www])).keys.map((key) => key.split('/')[3]);
    expect(new Set(sections).size).toBe(25);
    expect((await chosen(more ?? [], [www])).keys).toHaveLength(30);
  });

  test('one of each value is chosen, of the parameter and of others, and one of each set of parameters', async () => {
    const queries = [
      ...Array.from({ length: 400 }, (_, n) => `?do=news&id=${n}&from=mail`),
      '?do=shop&id=1&from=mail',
      '?do=news&id=1&from=print',
      '?do=news&id=1&lang=de&from=mail',
    ];
    const all = queries.map((query) => {
      const spellings = [{ url: `${SITE}/p/${query}`, pass: 'site-facts' }];
      return page(`${SITE}/p/${query.replace(/&from=.*/, '')}`, textOf(query), { spellings });
    });
    const { keys } = await chosen(all);
    expect(keys).toEqual(expect.arrayContaining(queries.slice(-3).map((query) => `${SITE}/p/${query}`)));
  });

  test('the sites of the URL and of its page change', async () => {
    const www = claim({ kind: 'www', about: null, path: '/', target: 'remove' });
    const spellings = [{ url: 'http://www.a.example/x', pass: 'site-facts' }];
    const { keys, sites } = await chosen([page(`${SITE}/x`, textOf('x'), { spellings })], [www]);
    expect(keys).toEqual(['http://www.a.example/x']);
    expect(sites.toSorted()).toEqual(['a.example', 'www.a.example']);
  });

  test.each([
    ['a verdict of the user', claim({ source: 'user' })],
    ['an undecided claim', claim({ verdict: 'undecided' })],
    ['a claim about another part', claim({ path: '/q/' })],
  ])('none is chosen for %s', async (_, other) => {
    expect((await chosen([pageWith('/p/1', 9)], [other])).keys).toEqual([]);
  });

  test('none is chosen that differs from its page by a rule for all sites', async () => {
    const spellings = [{ url: `${SITE}:80/p/1`, pass: 'drop-default-port' }];
    expect((await chosen([page(`${SITE}/p/1`, textOf('p'), { spellings })])).keys).toEqual([]);
  });

  test('those that two claims merged together are chosen by themselves', async () => {
    const slash = claim({ kind: 'slash', about: null, target: 'remove' });
    const first = pageWith('/p/1', 100);
    const together = [1, 2, 3, 4].map((n) => ({ url: `${SITE}/p/1/?from=${n}`, pass: 'site-facts' }));
    const both = page(first.url, textOf('p'), { spellings: [...first.spellings, ...together] });
    const { keys } = await chosen([both], [claim(), slash]);
    expect(keys).toHaveLength(12);
    expect(keys.filter((key) => key.includes('/p/1/?'))).toHaveLength(2);
    const ofUser = [claim({ source: 'user' }), { ...slash, source: 'user' } as const];
    expect((await chosen([both], ofUser)).keys).toEqual([]);
  });

  test('one is chosen whose host and path are not in the form of the site', async () => {
    const www = claim({ kind: 'www', about: null, path: '/', target: 'remove' });
    const slash = claim({ kind: 'slash', about: null, target: 'remove' });
    const folded = claim({ kind: 'case', about: null });
    const spellings = [{ url: 'http://www.a.example/P/1/', pass: 'site-facts' }];
    const first = page('http://www.a.example/P/1', textOf('p'), { key: keyOf(`${SITE}/p/1`), spellings });
    expect((await chosen([first], [www, slash, folded])).keys).toContain('http://www.a.example/P/1/');
  });

  test('none is chosen that belongs to no page, that its page redirects to, or that only unfollowed links lead to', async () => {
    const { spellings } = pageWith('/p/1', 3);
    expect((await chosen([entry(`${SITE}/p/1`, { spellings })])).keys).toEqual([]);
    for (const other of [{ pass: null }, { isUnfollowed: true as const }]) {
      const own = spellings.map((one) => ({ ...one, ...other }));
      expect((await chosen([page(`${SITE}/p/1`, textOf('p'), { spellings: own })])).keys).toEqual([]);
    }
  });

  test('one that was fetched under its own key gets the key of its page, one that is queued keeps its own', async () => {
    const [one, alone] = [page(`${SITE}/p/1`, textOf('p')), page(`${SITE}/p/1?from=1`, textOf('p'))];
    expect(await chosen([one, alone])).toEqual({ keys: [], sites: ['a.example'] });
    const queued = entry(`${SITE}/p/1?from=1`);
    expect(await chosen([one, queued], undefined, { mayFetch: false })).toEqual({ keys: [queued.key], sites: [] });
  });

  test('nothing is chosen while another entry is queued or leased', async () => {
    for (const state of ['queued', 'leased'] as const) {
      expect((await chosen([pageWith('/p/1', 9), entry(`${SITE}/other`, { state })])).keys).toEqual([]);
    }
  });

  test('none is chosen of a part that the user judged, within a learned one', async () => {
    const word = claim({ path: '/p/a/', source: 'user' });
    expect((await chosen([pageWith('/p/a/1', 9)], [claim(), word])).keys).toEqual([]);
    expect((await chosen([pageWith('/p/b/1', 9)], [claim(), word])).keys).toHaveLength(3);
  });

  test('a default value counts as a claim about its parameter', async () => {
    const byDefault = claim({ kind: 'default-param', about: 'from=1' });
    const spellings = [1, 2].map((n) => ({ url: `${SITE}/p/1?from=${n}`, pass: 'site-facts' }));
    const { keys } = await chosen([page(`${SITE}/p/1`, textOf('p'), { spellings })], [byDefault]);
    expect(keys).toEqual([`${SITE}/p/1?from=1`]);
  });

  test('nothing is chosen after a signal', async () => {
    expect(await chosen([pageWith('/p/1', 9)], undefined, { signal: AbortSignal.abort() })).toEqual({
      keys: [],
      sites: [],
    });
  });
});

const PAGES = Array.from({ length: 220 }, (_, n) => n);
/** The first pages are fetched before the crawl looks at its evidence, with and without the parameter. */
const [EARLY, LATE] = [PAGES.slice(0, 20), PAGES.slice(20)];
const text = (name: string): string => `<p>${textOf(name)}</p>`;

/**
 * @param late what a late page shows with the parameter
 * @param bare what it shows without
 */
async function shop(late: (n: number) => Answer, bare: (n: number) => Answer = (n) => text(`p${n}x`)) {
  const listed = (pages: readonly number[], query: string): string[] => pages.map((n) => `/p/${n}${query}`);
  return site({
    '/': links(...['', '?from=1', '?from=2'].flatMap((query) => listed(EARLY, query)), '/late'),
    '/late': links(...listed(LATE, ''), ...listed(LATE, '?from=1')),
    ...Object.fromEntries(
      PAGES.flatMap((n) => ['', '?from=1', '?from=2'].map((query) => [`/p/${n}${query}`, text(`p${n}x`)])),
    ),
    ...Object.fromEntries(
      LATE.flatMap((n) => [
        [`/p/${n}`, bare(n)],
        [`/p/${n}?from=1`, late(n)],
        [`/moved/${n}`, text(`moved${n}x`)],
      ]),
    ),
    '/login': text('login'),
  });
}

/** The late URLs with the parameter that the site was asked for. */
function asked({ requests }: Web): readonly string[] {
  return requests.filter((path) => path.endsWith('?from=1') && LATE.some((n) => path.startsWith(`/p/${n}?`)));
}

/** The URLs that have neither the key of the claims nor an alias. */
async function apart(frontier: Frontier): Promise<MergeSample> {
  const claims = await frontier.claims();
  const canonicalizer = compile({ facts: factsOf(claims, []).facts });
  const { signal } = new AbortController();
  return mergeSample(frontier, { claims, own: compile(), canonicalizer }, false, signal);
}

const TOGETHER: MergeSample = { keys: new Set(), affected: new Set(), sites: new Set() };

describe('a crawl that learned a rule from its first pages', () => {
  test('fetches some of the URLs that it merged, and merges them again if they show the same pages', async () => {
    const web = await shop((n) => text(`p${n}x`));
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], {}, frontier);
    const compared = asked(web).length;
    expect(compared).toBeGreaterThan(0);
    expect(compared).toBeLessThanOrEqual(16);
    const { skipped, aliases } = await frontier.stats();
    expect(skipped['equivalent']).toBe(LATE.length - compared);
    expect(aliases.equivalence).toBe(2 * EARLY.length + compared);
    expect(await apart(frontier)).toEqual(TOGETHER);
    expect((await frontier.claims()).map(({ kind, about }) => [kind, about])).toEqual([['param', 'from']]);
  });

  test('fetches all of them if one of these shows another page', async () => {
    const web = await shop((n) => text(n % 4 === 0 ? `p${n}x` : `other${n}x`));
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], {}, frontier);
    expect(new Set(asked(web)).size).toBe(LATE.length);
    const claims = await frontier.claims();
    expect(claims.filter(({ verdict }) => verdict === 'confirmed')).toEqual([]);
  });

  test('fetches all of them if those of one folder show other pages', async () => {
    const pages = Array.from({ length: 200 }, (_, n) => `/docs/${n % 2 === 0 ? 'text' : 'news'}/${n}`);
    const files = [4, 5].map((n) => `/docs/files/${n}`);
    const bothForms = (some: readonly string[]): string[] => some.flatMap((path) => [path, `${path}/`]);
    const web = await site({
      '/': links(...bothForms(pages.slice(0, 60)), '/more'),
      '/more': links(...bothForms(pages.slice(60)), ...bothForms(files)),
      ...Object.fromEntries(pages.flatMap((path) => [path, `${path}/`].map((form) => [form, text(`p${path}x`)]))),
      ...Object.fromEntries(bothForms(files).map((path) => [path, text(`p${path}x`)])),
    });
    await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(expect.arrayContaining(files.map((path) => `${path}/`)));
  });

  test('fetches all of them if the value that the first pages have by default is not the default of later ones', async () => {
    const languages = ['en', 'de'];
    const own = (n: number): string => (EARLY.includes(n) ? 'en' : 'de');
    const listed = (pages: readonly number[]): string[] =>
      ['', ...languages.map((language) => `?lang=${language}`)].flatMap((query) => pages.map((n) => `/p/${n}${query}`));
    const web = await site({
      '/': links(...listed(EARLY), '/late'),
      '/late': links(...listed(LATE)),
      ...Object.fromEntries(
        PAGES.flatMap((n) => [
          [`/p/${n}`, text(`p${n}${own(n)}`)],
          ...languages.map((language) => [`/p/${n}?lang=${language}`, text(`p${n}${language}`)]),
        ]),
      ),
    });
    await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(expect.arrayContaining(LATE.map((n) => `/p/${n}?lang=en`)));
  });

  test.each([
    ['have more than eight parameters', 'a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9&'],
    ['repeat a parameter', 'a=1&a=2&a=3&a=4&a=5&a=6&a=7&a=8&a=9&'],
    ['are very long', `a=${'x'.repeat(2100)}&`],
  ])('fetches all of them if those that %s show other pages', async (_, query) => {
    const bothValues = (pages: readonly number[], rest: string): string[] =>
      pages.flatMap((n) => [`/p/${n}?${rest}v=1`, `/p/${n}?${rest}v=2`]);
    const late = LATE.slice(0, 60);
    const web = await site({
      '/': links(...bothValues(EARLY, ''), '/late'),
      '/late': links(...bothValues(late, query)),
      ...Object.fromEntries(EARLY.flatMap((n) => bothValues([n], '').map((path) => [path, text(`p${n}x`)] as const))),
      ...Object.fromEntries(
        bothValues(late, query).map((path) => [path, text(`${path.split('?')[0]}x${path.at(-1)}`)]),
      ),
    });
    await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(expect.arrayContaining(bothValues(late, query)));
  });

  const file = (etag: string): Answer => respond(200, { 'content-type': 'application/pdf', etag }, 'file');

  test.each<[string, (n: number, value: number) => Answer, boolean]>([
    ['files', (n, value) => file(`"${n} ${value}"`), true],
    ['files beside pages', (n, value) => (value === 1 ? text(`p${n}x`) : file(`"${n}"`)), true],
    ['files of one ETag', (n) => file(`"${n}"`), false],
  ])('fetches all of them if it does not read them: %s', async (_, shown, isEach) => {
    const late = LATE.slice(0, 50);
    const bothValues = (pages: readonly number[]): string[] => pages.flatMap((n) => [`/p/${n}?v=1`, `/p/${n}?v=2`]);
    const answers = (n: number, answer: typeof shown) => [1, 2].map((v) => [`/p/${n}?v=${v}`, answer(n, v)] as const);
    const web = await site({
      '/': links(...bothValues(EARLY), '/late'),
      '/late': links(...bothValues(late)),
      ...Object.fromEntries(EARLY.flatMap((n) => answers(n, () => text(`p${n}x`)))),
      ...Object.fromEntries(late.flatMap((n) => answers(n, shown))),
    });
    await crawl([`${web.origin}/`]);
    expect(bothValues(late).every((url) => web.requests.includes(url))).toBe(isEach);
  });

  test('fetches all of them if one of these does not exist', async () => {
    const web = await shop((n) => (n % 4 === 0 ? text(`p${n}x`) : respond(404)));
    await crawl([`${web.origin}/`]);
    expect(new Set(asked(web)).size).toBe(LATE.length);
  });

  test('fetches all of them if one of these redirects to a page of its own, but not if all lead to a notice', async () => {
    const moved = await shop((n) => redirect(302, `/moved/${n}`));
    await crawl([`${moved.origin}/`]);
    expect(new Set(asked(moved)).size).toBe(LATE.length);
    const login = await shop(() => redirect(302, '/login'));
    await crawl([`${login.origin}/`]);
    expect(login.requests.filter((path) => path === '/login')).toHaveLength(1);
    expect(asked(login).length).toBeLessThanOrEqual(16);
  });

  test('fetches all of them if they are pages, and the URLs that stand for them moved to pages of their own', async () => {
    const web = await shop(
      (n) => text(`other${n}x`),
      (n) => redirect(301, `/moved/${n}`),
    );
    await crawl([`${web.origin}/`]);
    expect(new Set(asked(web)).size).toBe(LATE.length);
  });

  test.each<[string, (n: number) => Answer]>([
    ['show other pages', (n) => text(`other${n}x`)],
    ['do not exist', () => respond(404)],
    ['redirect to pages of their own', (n) => redirect(302, `/moved/${n}`)],
  ])('fetches all of them if two forms together %s, although each form alone is the same page', async (_, answer) => {
    const [early, late] = [PAGES.slice(0, 15), PAGES.slice(15, 60)];
    const paths = (pages: readonly number[], rest: string): string[] => pages.map((n) => `/p/${n}${rest}`);
    const first = ['', '/', '?from=1', '?from=2'].flatMap((rest) => paths(early, rest));
    // The crawl looks at its evidence while it fetches the pages between them.
    const between = PAGES.slice(60, 110).map((n) => `/q/${n}`);
    const [plain, both] = [paths(late, ''), paths(late, '/?from=1')];
    const web = await site({
      '/': links(...first, ...between, '/late'),
      '/late': links(...plain, ...both),
      ...Object.fromEntries([...first, ...between, ...plain].map((path) => [path, text(`p${/\d+/.exec(path)?.[0]}x`)])),
      ...Object.fromEntries(
        late.flatMap((n) => [
          [`/p/${n}/?from=1`, answer(n)],
          [`/moved/${n}`, text(`moved${n}x`)],
        ]),
      ),
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { concurrency: 1 }, frontier);
    expect(web.requests.filter((path) => both.includes(path))).toHaveLength(both.length);
    const claims = await frontier.claims();
    expect(claims.filter(({ verdict }) => verdict === 'confirmed')).toEqual([]);
  });

  test('is stopped while it fetches them, and puts them together when it continues', async () => {
    const web = await shop((n) => text(`p${n}x`));
    const frontier = new MemoryFrontier();
    const stop = new AbortController();
    const onProgress = (): void => {
      if (asked(web).length > 2) stop.abort();
    };
    await crawl([`${web.origin}/`], { signal: stop.signal, onProgress, concurrency: 1 }, frontier);
    expect((await apart(frontier)).sites.size).toBe(1);
    await crawl([`${web.origin}/`], {}, frontier);
    expect(asked(web).length).toBeLessThanOrEqual(16);
    expect(new Set(asked(web)).size).toBe(asked(web).length);
    expect(await apart(frontier)).toEqual(TOGETHER);
  });

  test('fetches some of them also if a look before the end merged all that was left', async () => {
    const pages = PAGES.slice(0, 33);
    const paths = (from: number): string[] => pages.map((n) => `/p/${n}?from=${from}`);
    const web = await site({
      '/': links(...paths(0), ...paths(1), ...paths(2), ...paths(3)),
      ...Object.fromEntries(pages.flatMap((n) => [0, 1, 2].map((from) => [`/p/${n}?from=${from}`, text(`p${n}x`)]))),
      ...Object.fromEntries(pages.map((n) => [`/p/${n}?from=3`, text(`other${n}x`)])),
    });
    await crawl([`${web.origin}/`], { concurrency: 1 });
    expect(web.requests.filter((path) => path.endsWith('from=3'))).toHaveLength(pages.length);
  });

  test('fetches some of them also if all get the key that these have', async () => {
    const [early, late] = [PAGES.slice(0, 20), PAGES.slice(20, 60)];
    const paths = (pages: readonly number[], query: string): string[] => pages.map((n) => `/p/${n}${query}`);
    const first = [...paths(early, '?from=0'), ...paths(early, '?from=1'), ...paths(late, '?from=0')];
    // The crawl looks at its evidence while it fetches the pages between them.
    const between = PAGES.slice(60, 100).map((n) => `/q/${n}`);
    const web = await site({
      '/': links(...first, ...between, ...paths(late, '')),
      ...Object.fromEntries([...first, ...between].map((path) => [path, text(`p${/\d+/.exec(path)?.[0]}x`)])),
      ...Object.fromEntries(late.map((n) => [`/p/${n}`, text(`other${n}x`)])),
    });
    await crawl([`${web.origin}/`], { concurrency: 1 });
    expect(web.requests.filter((path) => paths(late, '').includes(path))).toHaveLength(late.length);
  });

  test('fetches another one of each URL that turns out to be no page', async () => {
    const listed = (pages: readonly number[], path: string): string[] => pages.map((n) => `${path}${n}`);
    const [early, late, between] = [PAGES.slice(0, 20), PAGES.slice(20, 60), PAGES.slice(60, 100)];
    const first = [...listed(early, '/p//'), ...listed(early, '/p/'), ...listed(late, '/p//')];
    const web = await site({
      '/': links(...first, ...listed(between, '/q/'), ...listed(late, '/p/')),
      ...Object.fromEntries(PAGES.flatMap((n) => [`/p/${n}`, `/q/${n}`]).map((path) => [path, text(`p${path}x`)])),
      ...Object.fromEntries(early.map((n) => [`/p//${n}`, redirect(301, `/p/${n}`)])),
      ...Object.fromEntries(late.map((n) => [`/p//${n}`, redirect(301, '/')])),
    });
    await crawl([`${web.origin}/`], { concurrency: 1 });
    expect(web.requests.filter((path) => listed(late, '/p/').includes(path))).toHaveLength(late.length);
  });

  test.each<[string, Answer]>([
    ['is missing', respond(404)],
    ['redirects to a login', redirect(302, '/login')],
    ['redirects to the home page', redirect(301, '/')],
  ])('fetches four others of a URL that %s, however many there are', async (_, answer) => {
    const from = (pages: readonly string[], value: number): string[] => pages.map((name) => `/p/${name}?from=${value}`);
    const pages = PAGES.slice(0, 20).map(String);
    const missing = Array.from({ length: 30 }, (__, value) => `/p/missing?from=${value}`);
    const between = PAGES.slice(20).map((n) => `/q/${n}`);
    const first = [...from(pages, 0), ...from(pages, 1)];
    const web = await site({
      '/': links(...first, ...between, ...missing),
      ...Object.fromEntries([...first, ...between].map((path) => [path, text(`p${/\d+/.exec(path)?.[0]}x`)])),
      ...Object.fromEntries(missing.map((path) => [path, answer])),
      '/login': text('login'),
    });
    const { entries } = await crawl([`${web.origin}/`], { concurrency: 1 });
    expect(web.requests.filter((path) => missing.includes(path))).toHaveLength(5);
    expect(entries.filter(({ state }) => state === 'queued')).toEqual([]);
  });

  test('is stopped before it fetches any, and does so when it continues', async () => {
    const web = await shop((n) => text(`p${n}x`));
    const frontier = new MemoryFrontier();
    const stop = new AbortController();
    const onProgress = (): void => {
      if (LATE.every((n) => web.requests.includes(`/p/${n}`))) stop.abort();
    };
    await crawl([`${web.origin}/`], { signal: stop.signal, onProgress, concurrency: 1 }, frontier);
    expect(asked(web)).toEqual([]);
    await crawl([`${web.origin}/`], {}, frontier);
    expect(asked(web).length).toBeGreaterThan(0);
  });

  test('leaves them alone in an archive, and after its end', async () => {
    const web = await shop((n) => text(`p${n}x`));
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { isOffline: true }, frontier);
    await crawl([`${web.origin}/`], {}, frontier);
    expect(asked(web)).toEqual([]);
  });

  test('merges them again without a fetch if the limit of a trap keeps them out', async () => {
    const pages = PAGES.slice(0, 33);
    const paths = (from: number): string[] => pages.map((n) => `/p/${n}?from=${from}`);
    const first = [...paths(0), ...paths(1), ...paths(2)];
    const web = await site({
      '/': links(...first, '/late'),
      '/late': links(...paths(3)),
      ...Object.fromEntries(first.map((path) => [path, text(`p${/\d+/.exec(path)?.[0]}x`)])),
    });
    const frontier = new MemoryFrontier();
    const scope = { traps: { maxSimilar: first.length, maxEndless: 1000 } };
    await crawl([`${web.origin}/`], { scope, concurrency: 1 }, frontier);
    expect(web.requests).toHaveLength(first.length + 2);
    expect((await frontier.claims()).map(({ kind, verdict }) => [kind, verdict])).toEqual([['param', 'confirmed']]);
    expect(await apart(frontier)).toEqual(TOGETHER);
  });

  test('is continued after its end without any request', async () => {
    const web = await shop((n) => text(`p${n}x`));
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], {}, frontier);
    const before = web.requests.length;
    await crawl([`${web.origin}/`], {}, frontier);
    expect(web.requests).toHaveLength(before);
  });
});

test('a program whose keys another one changed sets nothing apart, and may try again', async () => {
  const frontier = new MemoryFrontier();
  const [one, other] = [await open(frontier), await open(frontier)];
  const sample: MergeSample = { keys: new Set(), affected: new Set(), sites: new Set(['a.example']) };
  expect(await other.setApart(sample)).toBe(0);
  expect(await one.setApart(sample)).toBeNull();
  expect(await one.setApart(sample)).toBe(0);
});

test('a crawl looks at its pages five times at its end, and has nothing fetched that it would not look at', async () => {
  const frontier = new MemoryFrontier();
  const ledger = await open(frontier);
  const options = { frontier, ledger, probes: null, isUnfinished: true, isOffline: false, onChange: () => {} };
  const [learning, afresh] = [new Learning(options), new Learning(options)];
  const web = await shop((n) => text(`p${n}x`));
  const stop = new AbortController();
  const onProgress = (): void => {
    if (LATE.every((n) => web.requests.includes(`/p/${n}`))) stop.abort();
  };
  const { signal } = new AbortController();
  for (const fetched of [1, 2, 3, 4]) expect(await lookAfter(learning, fetched, signal)).toBe(false);
  await crawl([`${web.origin}/`], { signal: stop.signal, onProgress, concurrency: 1 }, frontier);
  await ledger.applyEvidence([]);
  const entries = vi.spyOn(frontier, 'entries');
  const readsOfAll = (): number => entries.mock.calls.filter(([detail]) => detail === 'bare').length;
  expect(await lookAfter(learning, 5, signal)).toBe(false);
  expect(readsOfAll()).toBe(1);
  expect(await lookAfter(learning, 6, signal)).toBe(false);
  expect(readsOfAll()).toBe(1);
  expect(await lookAfter(afresh, 6, signal)).toBe(true);
});

async function lookAfter(learning: Learning, fetched: number, signal: AbortSignal): Promise<boolean> {
  learning.isDue({ ...NOTHING_DONE, fetched });
  return learning.look(signal);
}

async function open(frontier: Frontier): Promise<Ledger> {
  const scope = new Scope([], { kind: 'any', include: [], exclude: [], maxDepth: null, traps: null });
  return Ledger.open({ frontier, canon: {}, needs: THRESHOLDS }, scope);
}
