import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyOf, run } from './project.ts';

test('the sample has no finding that its baseline does not know, and the baseline has one', async () => {
  const folder = copyOf('static-site-ci');
  const baseline = readFileSync(join(folder, 'audit-baseline.ndjson'), 'utf8');
  expect(baseline.match(/"rule":"[^"]+","severity":"\w+"/g)).toEqual([
    '"rule":"canonical/missing","severity":"warning"',
  ]);
  expect(await run(folder, 'start', ['--fail-on', 'warning'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Nothing to report in 5 pages/),
  });
  await run(folder, 'baseline');
  expect(readFileSync(join(folder, 'audit-baseline.ndjson'), 'utf8')).toBe(baseline);
});

test('a link that a build breaks fails the job, with an annotation', async () => {
  const folder = copyOf('static-site-ci');
  const page = join(folder, 'site/blog/brooms.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('href="dustpans.html"', 'href="dustpan.html"'));
  const { code, stdout } = await run(folder, 'start', ['--format', 'github', '--fail-on', 'warning']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^::error title=links\/broken.*::https:\/\/www\.example\.com\/blog\/dustpan\.html /m);
});

test('a folder without pages says to build the site first, and no audit runs', async () => {
  const folder = copyOf('static-site-ci');
  rmSync(join(folder, 'site'), { recursive: true });
  const { code, stderr } = await run(folder, 'start');
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: '0 pages in site\nsite has no page for https://www.example.com/: build the site first\n',
  });
});
