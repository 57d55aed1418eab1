/** Crawls that are stopped by a signal. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { site } from '../crawler/web.ts';
import { dustpan, start, temporaryFolder } from './dustpan.ts';
import { manyPages, PAGES, urls } from './many-pages.ts';

test('a server that never answers does not keep a crawl: leases go back, and nothing that was recorded is fetched again', async () => {
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

test('a terminal that is closed ends a crawl, with nobody to read what it says, and sends its signal twice', async () => {
  const database = join(temporaryFolder(), 'closed.dustpan');
  let isSilent = true;
  const web = await site((target) => (isSilent && target !== '/' ? () => {} : manyPages(target)));
  const child = start(['crawl', `${web.origin}/`, '--db', database, '--no-robots']);
  while (web.requests.length < 3) await new Promise(setImmediate);
  child.process.stderr?.destroy();
  child.process.stdout?.destroy();
  for (let time = 0; time < 2; time++) child.process.kill('SIGHUP');
  expect((await child.ended).code).toBe(130);
  expect((await urls(database)).filter(({ state }) => state === 'leased')).toEqual([]);
  isSilent = false;
  expect((await dustpan(['crawl', '--db', database, '--no-robots'])).code).toBe(0);
  expect((await urls(database)).filter(({ state }) => state === 'done')).toHaveLength(PAGES);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a crawl with 130, nothing leased, and it goes on from there',
  async (signal) => {
    const database = join(temporaryFolder(), 'stopped.dustpan');
    const web = await site((target) => {
      if (web.requests.length === 100) child.process.kill(signal);
      return manyPages(target);
    });
    const child = start(['crawl', `${web.origin}/`, '--db', database]);
    const { code, stdout } = await child.ended;
    expect(code).toBe(130);
    expect(stdout).toContain('run the same command again to continue');
    expect((await urls(database)).filter(({ state }) => state === 'leased')).toEqual([]);
    expect((await dustpan(['crawl', '--db', database])).code).toBe(0);
    expect(web.requests.toSorted()).toEqual([...new Set(web.requests)].toSorted());
    expect(new Set(web.requests).size).toBe(PAGES);
  },
);
