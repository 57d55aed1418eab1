import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { site } from '../crawler/web.ts';
import { copyOf, run } from './project.ts';

function page(title: string, ...links: readonly string[]): string {
  const canonical = `<link rel="canonical" href="/${title}">`;
  return `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="${title}">${canonical}
    <h1>${title}</h1>${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}`;
}

test('a night names what is new and what is fixed, and its exit code says whether it is grave', async () => {
  const folder = copyOf('nightly-audit');
  const pages: Record<string, string> = { '/': page('', 'a', 'gone'), '/a': page('a') };
  const { origin } = await site((target) => pages[target]);
  const night = () => run(folder, 'start', [`${origin}/`]);
  const trend = (): string => readFileSync(join(folder, 'trend.md'), 'utf8').replaceAll(origin, 'ORIGIN');

  const first = await night();
  expect({ code: first.code, new: /(\d+) new/.exec(first.stdout)?.[1] }).toEqual({ code: 0, new: '0' });
  expect(trend()).toContain('# Audit of `ORIGIN/`');

  const second = await night();
  expect(second).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+ findings, 0 new, 0 fixed; see trend.md\n$/),
  });

  pages['/'] = page('', 'a', 'b');
  pages['/b'] = page('b', 'lost');
  const third = await night();
  expect(third.code).toBe(1);
  expect(third.stdout.replaceAll(origin, 'ORIGIN')).toMatch(/^new \w+ {2}links\/broken {2}ORIGIN\/lost /m);
  expect(trend()).toMatch(/## New since the last night: \d+\n\n(?:- .*\n)*- \w+ \[links\/broken\]: `ORIGIN\/lost` /);
  expect(trend()).toMatch(/## Fixed since the last night: \d+\n\n(?:- .*\n)*- \w+ \[links\/broken\]: `ORIGIN\/gone` /);

  pages['/b'] = page('b');
  const fourth = await night();
  expect(fourth).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ findings, 0 new, 1 fixed; /) });
});

test('a site that does not answer keeps the report of the last night, and exits with 3', async () => {
  const folder = copyOf('nightly-audit');
  const web = await site({ '/': page('') });
  expect((await run(folder, 'start', [`${web.origin}/`])).code).toBe(0);
  const trend = readFileSync(join(folder, 'trend.md'), 'utf8');
  await web.close();
  expect((await run(folder, 'start', [`${web.origin}/`])).code).toBe(3);
  expect(readFileSync(join(folder, 'trend.md'), 'utf8')).toBe(trend);
});

test('without a site, it says what to write', async () => {
  const { code, stderr } = await run(copyOf('nightly-audit'), 'start');
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'name the site: npm start -- https://example.com/\n' });
});
