import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dustpan } from '../cli/dustpan.ts';
import { links, redirect, respond, site } from '../crawler/web.ts';
import { copyOf, run } from './project.ts';

test('writes the report that dustpan audit writes, but for the time, the history and the words of skip reasons', async () => {
  const folder = copyOf('crawl-report');
  const { origin } = await site({
    '/': links('/a', '/b', '/b#x', '/old', '/gone', '/private', 'mailto:ann@example.com'),
    '/a': '<title>A</title><link rel=canonical href=/gone>',
    '/b': '<title>A</title>',
    '/old': redirect(301, '/a'),
    '/robots.txt': respond(
      200,
      { 'content-type': 'text/plain' },
      'User-agent: *\nDisallow: /private\nSitemap: /map.xml\n',
    ),
  });
  const { code, stdout, stderr } = await run(folder, 'start', [`${origin}/`]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^3 pages, \d+ errors, \d+ warnings: see report\.html\n$/);
  const args = ['audit', 'site.dustpan', '--no-fetch', '--fail-on', 'none'];
  expect(await dustpan([...args, '--format', 'json', '-o', 'own.json'], '', folder)).toMatchObject({ code: 0 });
  const read = (name: string): object => {
    const report: object = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return { ...report, createdAt: null, history: null, skipped: null };
  };
  const report = read('report.json');
  expect(report).toEqual(read('own.json'));
  expect(report).toMatchObject({ seeds: [`${origin}/`], crawled: { from: expect.any(String) } });
  const rules = Object(report).findings.map(({ rule }: { readonly rule: string }) => rule);
  expect(rules).toEqual(expect.arrayContaining(['links/broken', 'sitemap/relative']));
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('<title>');
});
