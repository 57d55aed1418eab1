/** Crawls of servers that do not answer, which wait for their time limits before they end. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { site } from '../crawler/web.ts';
import { dustpan, start, temporaryFolder } from './dustpan.ts';
import { manyPages, PAGES, urls } from './many-pages.ts';

test('a server that never answers does not keep it: leases go back, and nothing that was recorded is fetched again', async () => {
  const database = join(temporaryFolder(), 'silent.dustpan');
  let isSilent = true;
  const answered: string[] = [];
  const web = await site((target) => {
    if (web.requests.length === 100) child.process.kill('SIGINT');
    if (isSilent && web.requests.length > 50 && web.requests.length % 5 === 0) return () => {};
    answered.push(target);
    return manyPages(target);
  });
  const child = start(['crawl', `${web.origin}/`, '--db', database, '--no-robots']);
  expect((await child.ended).code).toBe(130);
  expect((await urls(database)).filter(({ state }) => state === 'leased')).toEqual([]);
  isSilent = false;
  expect((await dustpan(['crawl', '--db', database, '--no-robots'])).code).toBe(0);
  expect(answered.toSorted()).toEqual([...new Set(answered)].toSorted());
  expect(answered).toHaveLength(PAGES);
});

test('a terminal that is closed ends it, with nobody to read what it says, and sends its signal twice', async () => {
  const database = join(temporaryFolder(), 'closed.dustpan');
  let isSilent = true;
  const web = await site((target) => (isSilent && target !== '/' ? () => {} : manyPages(target)));
  const child = start(['crawl', `${web.origin}/`, '--db', database, '--no-robots', '--timeout', '1']);
  while (web.requests.length < 5) await new Promise(setImmediate);
  child.process.stderr?.destroy();
  child.process.stdout?.destroy();
  for (let time = 0; time < 2; time++) child.process.kill('SIGHUP');
  expect((await child.ended).code).toBe(130);
  expect((await urls(database)).filter(({ state }) => state === 'leased')).toEqual([]);
  isSilent = false;
  expect((await dustpan(['crawl', '--db', database, '--no-robots'])).code).toBe(0);
  expect((await urls(database)).filter(({ state }) => state === 'done')).toHaveLength(PAGES);
});
