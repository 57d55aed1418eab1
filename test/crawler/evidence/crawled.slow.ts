import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteFrontier } from '../../../db/index.ts';
import { dustpan, temporaryFolder } from '../../cli/dustpan.ts';
import { links, redirect, respond, site } from '../web.ts';
import { textOf } from './entries.ts';

it('a crawl holds what it takes to know a slash, a parameter and what is declared', async () => {
  const headers = { 'content-type': 'text/html', 'no-vary-search': 'params=("zz")' };
  const pages = [1, 2, 3, 4, 5].flatMap((n) => [
    [`/d/${n}`, redirect(301, `/d/${n}/`)] as const,
    [`/d/${n}/`, `<p>${textOf(`d${n}x`)}`] as const,
    ...['', '?sid=1', '?sid=2'].map(
      (query) => [`/p/${n}${query}`, respond(200, headers, `<p>${textOf(`p${n}x`)}`)] as const,
    ),
  ]);
  const start = links(...pages.map(([path]) => path));
  const robots = 'User-agent: *\nClean-param: ref /p/\n';
  const web = await site({ '/': start, '/robots.txt': robots, ...Object.fromEntries(pages) });
  const database = join(temporaryFolder(), 'a.dustpan');
  expect((await dustpan(['crawl', `${web.origin}/`, '--db', database])).code).toBe(0);
  const frontier = await openSqliteFrontier(database, { readonly: true });
  const claims = await frontier.claims();
  await frontier.close();
  expect(
    claims.map(({ kind, about, path, verdict, source }) => [kind, about, path, verdict, source].join(' ')),
  ).toEqual([
    'param ref /p/ undecided ',
    'param sid /p/ confirmed content',
    'param zz /p/ confirmed declaration',
    'slash  /d/ confirmed permanent-redirect',
  ]);
});
