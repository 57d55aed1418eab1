import { expect, test } from 'vitest';
import { writeCopy } from '../../../crawler/robots/copy.ts';
import { forbiddingRule, keepProductToken, keptRobots } from '../../../crawler/robots/kept-rule.ts';
import { MemoryFrontier } from '../../../db/index.ts';

test('the rule that forbids a URL is named once it is known whose rules they are, and for URLs of the site alone', async () => {
  const frontier = new MemoryFrontier();
  const body = Buffer.from('User-agent: a\nDisallow: /x');
  await writeCopy(frontier, 'http://h', { at: 0, body, unreachableSince: null });
  expect(await forbiddingRule(frontier, 'http://h/x')).toBeNull();
  await keepProductToken(frontier, 'A');
  expect(await forbiddingRule(frontier, 'HTTP://H:80/%78#y')).toEqual({
    robots: 'http://h/robots.txt',
    rule: { kind: 'disallow', pattern: '/x', line: 2 },
  });
  for (const other of ['http://h/', 'https://h/x', 'http://other/x', 'http://[', 'mailto:a@b', 'http://h/robots.txt']) {
    expect(await forbiddingRule(frontier, other)).toBeNull();
  }
});

test('of many URLs, each has the rule of its own site, and what is no URL has none', async () => {
  const frontier = new MemoryFrontier();
  await keepProductToken(frontier, 'a');
  for (const host of ['g', 'h']) {
    const body = Buffer.from(`User-agent: a\nDisallow: /${host}`);
    await writeCopy(frontier, `http://${host}`, { at: 0, body, unreachableSince: null });
  }
  const { ruleOf } = await keptRobots(frontier, ['http://g', 'http://h', 'http://i']);
  const urls = ['http://g/g', 'http://g/h', 'http://h/h', 'http://i/g', 'http://[', 'mailto:a@b'];
  expect(urls.map((url) => ruleOf(url)?.rule.pattern ?? null)).toEqual(['/g', null, '/h', null, null, null]);
});

test('the lines that name sitemaps are kept, also those without a full URL', async () => {
  const frontier = new MemoryFrontier();
  const body = Buffer.from('Sitemap: /a.xml\nUser-agent: *\nSitemap: https://h/b.xml');
  await writeCopy(frontier, 'http://h', { at: 0, body, unreachableSince: null });
  const robots = 'http://h/robots.txt';
  expect((await keptRobots(frontier, ['http://g', 'http://h'])).sitemapLines).toEqual([
    { robots, line: 3, url: 'https://h/b.xml', isFull: true },
    { robots, line: 1, url: '/a.xml', isFull: false },
  ]);
});
