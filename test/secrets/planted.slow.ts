import { expect, test } from 'vitest';
import { searchAccess } from './access.ts';
import { FORMS } from './forms.ts';
import { searchCommands, searchCrawl } from './planted.ts';
import { Secrets } from './secrets.ts';

const MINUTES = 60_000;

test(
  'no credentials that a server sends come out of a crawl, its file, its log, or what is made of them',
  async () => {
    const secrets = new Secrets();
    await searchCrawl(secrets);
    expect(secrets.planted.length).toBeGreaterThan(2500);
    expect(secrets.found).toEqual([]);
  },
  10 * MINUTES,
);

test(
  'no credentials that a user gives come out in messages, files or reports',
  async () => {
    const secrets = new Secrets();
    let turn = 0;
    // Each takes a process of its own; the program beside this file tries all.
    await searchCommands(secrets, 2, () => turn++ % 7 === 0);
    expect(new Set(secrets.planted.map(({ form }) => form)).size).toBe(FORMS.length);
    expect(secrets.found).toEqual([]);
  },
  10 * MINUTES,
);

test(
  'no login, cookie or password of a proxy comes out in messages, files, reports or arguments',
  async () => {
    const secrets = new Secrets();
    await searchAccess(secrets);
    expect(secrets.planted.length).toBeGreaterThan(30);
    expect(secrets.found).toEqual([]);
  },
  10 * MINUTES,
);
