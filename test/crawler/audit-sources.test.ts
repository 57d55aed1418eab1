import { expect, test } from 'vitest';
import { auditSources, crawl } from '../../crawler/index.ts';
import { MemoryFrontier } from '../../db/index.ts';
import { AuditSite, buildReport } from '../../src/audit.ts';
import { type Answer, links, redirect, respond, site } from './web.ts';

const PAGES = Array.from({ length: 12 }, (_, n) => `/d/${n}`);
const ROBOTS = 'User-agent: *\nDisallow: /private\nSitemap: /map.xml\n';

/** A site whose URLs with a trailing slash redirect to those without. */
async function crawled(): Promise<{ readonly frontier: MemoryFrontier; readonly origin: string }> {
  const answers: Record<string, Answer> = {
    '/': links('/private', ...PAGES, ...PAGES.map((path) => `${path}/`)),
    '/robots.txt': respond(200, { 'content-type': 'text/plain' }, ROBOTS),
  };
  for (const path of PAGES) {
    answers[path] = path;
    answers[`${path}/`] = redirect(301, path);
  }
  const { origin } = await site(answers);
  const frontier = new MemoryFrontier();
  await crawl(`${origin}/`, { db: frontier }).finish();
  return { frontier, origin };
}

test('an audit of a program knows the rules of robots.txt, its lines, and the facts that the crawl learned', async () => {
  const { frontier, origin } = await crawled();
  const sources = await auditSources(frontier);
  expect(sources.robotsRule?.(`${origin}/private`)).toEqual({
    url: `${origin}/robots.txt`,
    rule: 'Disallow: /private',
    line: 2,
  });
  expect(sources.sitemapLines?.()).toMatchObject([{ url: '/map.xml', line: 3, isFull: false }]);
  expect(sources.claims).toEqual(await frontier.claims());
  const audited = await AuditSite.read(sources);
  expect(audited.pageAt(`${origin}/d/unknown/`)).toBeNull();
  expect(audited.keys.key(`${origin}/d/unknown/`)).toBe(`${origin}/d/unknown`);
});

test('an audit counts the duplicate URLs avoided as the crawl does, also if they were fetched before', async () => {
  const { frontier, origin } = await crawled();
  await crawl(`${origin}/`, { db: frontier, recrawl: true }).finish();
  const { duplicates } = await frontier.stats();
  expect(duplicates).toMatchObject({ 'add-trailing-slash': PAGES.length });
  const { summary } = buildReport(await AuditSite.read(await auditSources(frontier)), [], {
    rules: [],
    claims: [],
    meaningOf: () => '',
  });
  expect(Object.fromEntries(summary.saved.map(({ pass, count }) => [pass, count]))).toEqual(duplicates);
});

test('options for keys that are not those of the crawl are refused', async () => {
  const { frontier } = await crawled();
  await expect(auditSources(frontier, { profile: 'preserving' })).rejects.toMatchObject({ code: 'other-keys' });
});

test('the name of a crawl is not a store', async () => {
  // @ts-expect-error -- JavaScript can do this
  await expect(auditSources('example.dustpan')).rejects.toThrow('is not a store; write await openFrontier(name)');
});
