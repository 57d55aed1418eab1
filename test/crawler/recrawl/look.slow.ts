import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Frontier, MemoryFrontier } from '../../../db/index.ts';
import { openSqliteFrontier } from '../../../db/sqlite.ts';
import { temporaryFolder } from '../../cli/dustpan.ts';
import { lawRuns } from '../../law-runs.ts';
import { crawl } from '../crawling.ts';
import { type Answer, redirect, respond } from '../web.ts';
import { mendedSite, sitemap } from './mended-site.ts';

/**
 * The possible pages of a site. Each links only to earlier ones, so that no circle has to be opened at one of two ends.
 */
const PAGES = 6;

interface MadePage {
  readonly kind: 'page' | 'redirect' | 'gone';
  /** Page numbers, some with an irrelevant parameter. */
  readonly links: readonly { readonly to: number; readonly isTracked: boolean }[];
  readonly canonical: number | null;
  readonly alternate: number | null;
}

const anyPage: fc.Arbitrary<MadePage> = fc.record({
  kind: fc.constantFrom('page', 'page', 'page', 'redirect', 'gone'),
  links: fc.array(fc.record({ to: fc.nat({ max: PAGES }), isTracked: fc.boolean() }), { maxLength: 4 }),
  canonical: fc.option(fc.nat({ max: PAGES })),
  alternate: fc.option(fc.nat({ max: PAGES })),
});

const anySite = fc.record({
  pages: fc.array(anyPage, { minLength: PAGES, maxLength: PAGES }),
  listed: fc.array(fc.nat({ max: PAGES }), { maxLength: 3 }),
});

type MadeSite = typeof anySite extends fc.Arbitrary<infer Site> ? Site : never;

function answersOf({ pages, listed }: MadeSite): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>([
    ['/robots.txt', 'Sitemap: ORIGIN/map.xml'],
    ['/map.xml', sitemap(...listed.map((number) => `/${number}`))],
  ]);
  for (const [index, { kind, links, canonical, alternate }] of pages.entries()) {
    const path = index === pages.length - 1 ? '/' : `/${index}`;
    const before = (number: number): string => `/${Math.max(0, index - 1 - number)}`;
    const anchors = links.map(({ to, isTracked }) => `<a href="/${to}${isTracked ? '?utm_source=x' : ''}">x</a>`);
    const html = [
      ...(canonical === null || index === 0 ? [] : [`<link rel="canonical" href="${before(canonical)}">`]),
      ...(alternate === null ? [] : [`<link rel="alternate" hreflang="de" href="/${alternate}">`]),
      ...anchors,
    ].join('');
    const isPage = kind === 'page' || path === '/' || (kind === 'redirect' && index === 0);
    const answer = isPage ? html : kind === 'gone' ? respond(404) : redirect(301, before(0));
    for (const target of [path, `${path}?utm_source=x`]) answers.set(target, answer);
  }
  return answers;
}

/** Everything that an audit uses, apart from the order of discovery. */
async function factsOf(frontier: Frontier): Promise<unknown> {
  const entries = await Array.fromAsync(frontier.entries());
  const keys = new Map(entries.map(({ id, key }) => [id, key]));
  const left = entries.filter(({ reason }) => reason !== 'unlinked');
  const leads = (await Array.fromAsync(frontier.links())).map(({ from, to, named }) => ({
    from: keys.get(from),
    to: [...to, ...named].map(({ id, url }) => url ?? entries.find((entry) => entry.id === id)?.url ?? '').sort(),
  }));
  const facts = left.map(({ key, url, state, status, reason, aliasOf, aliasBy, spellings, listings, details }) => ({
    key,
    urls: [url, ...spellings.map((one) => one.url)].sort(),
    outcome: [state, status, reason, aliasOf, aliasBy].join(' '),
    listings: listings.map((one) => one.url),
    record: details?.record ?? null,
  }));
  const { states, duplicates, aliases, failed, sitemaps } = await frontier.stats();
  const { unlinked: _, ...skipped } = (await frontier.stats()).skipped;
  const count = states.done + states.failed;
  const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => (a.key < b.key ? -1 : 1);
  const counts = Object.fromEntries(Object.entries(duplicates).filter(([, number]) => number > 0));
  const failures = Object.fromEntries(Object.entries(failed).filter(([, number]) => number > 0));
  return {
    facts: facts.toSorted(byKey),
    leads: leads.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1)),
    stats: { count, duplicates: counts, aliases, failures, sitemaps, skipped },
  };
}

test.each([
  ['in memory', async () => new MemoryFrontier()],
  ['in a file', async () => openSqliteFrontier(join(temporaryFolder(), 'a.dustpan'))],
] as const)('a second look at a site finds what a fresh crawl finds, %s', async (_, open) => {
  const web = await mendedSite({});
  const show = (made: MadeSite): void => {
    web.pages.clear();
    for (const [target, answer] of answersOf(made)) web.pages.set(target, answer);
  };
  const options = { robots: true, robotsSitemaps: true, retries: 0 };
  const seeds = [`${web.origin}/`];
  await fc.assert(
    fc.asyncProperty(fc.array(anySite, { minLength: 2, maxLength: 3 }), async (sites) => {
      const [frontier, fresh] = [await open(), await open()];
      for (const [round, made] of sites.entries()) {
        show(made);
        await crawl(seeds, { ...options, ...(round > 0 && { recrawl: 0 }) }, frontier);
      }
      await crawl(seeds, options, fresh);
      expect(await factsOf(frontier)).toEqual(await factsOf(fresh));
      await Promise.all([frontier.close(), fresh.close()]);
    }),
    { numRuns: lawRuns(100) },
  );
});
