import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UsageError } from '../../../src/cli/io/exit.ts';
import { type LiveReport, liveReport } from '../../../src/cli/serve/live-report.ts';
import { temporaryFolder } from '../dustpan.ts';

const PAUSE = 3000;

let database = '';
let made: string[] = [];
let isBroken = false;
let takes = 0;
let report: LiveReport;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  database = join(temporaryFolder(), 'a.dustpan');
  made = [];
  isBroken = false;
  takes = 0;
  report = liveReport(database, async (revision, createdAt) => {
    made.push(revision);
    await new Promise(setImmediate);
    vi.advanceTimersByTime(takes);
    if (isBroken) throw new UsageError('broken');
    return { revision, createdAt, parts: [] };
  });
  change('one');
});
afterEach(() => vi.useRealTimers());

function change(text: string): void {
  writeFileSync(database, text);
}

test('one report is made for all who ask at a time, and until the database changes', async () => {
  const pages = await Promise.all(Array.from({ length: 10 }, () => report.page()));
  vi.advanceTimersByTime(PAUSE);
  expect(new Set([...pages, await report.page()]).size).toBe(1);
  expect(made).toHaveLength(1);
});

test('once the database has changed, a new one is made, but not before a pause', async () => {
  const first = await report.page();
  change('another');
  vi.advanceTimersByTime(PAUSE - 1);
  expect(await report.page()).toBe(first);
  vi.advanceTimersByTime(1);
  const second = await report.page();
  expect(second.revision).not.toBe(first.revision);
  expect(made).toEqual([first.revision, second.revision]);
});

test('the pause is at least as long as the report took: a browser that waits for it gets it though the crawl goes on', async () => {
  takes = 10 * PAUSE;
  const first = await report.page();
  expect(report.seconds()).toBe(30);
  change('another');
  vi.advanceTimersByTime(10 * PAUSE - 1);
  expect(await report.page()).toBe(first);
  vi.advanceTimersByTime(1);
  expect(await report.page()).not.toBe(first);
});

test('who asks later is told how long it has taken since the first asked', async () => {
  const first = report.page();
  vi.advanceTimersByTime(5000);
  const second = report.page();
  expect(report.seconds()).toBe(5);
  expect(await second).toBe(await first);
});

test('a change of the write-ahead log is a change', async () => {
  await report.page();
  vi.advanceTimersByTime(PAUSE);
  writeFileSync(`${database}-wal`, 'a page');
  await report.page();
  expect(made).toHaveLength(2);
});

test('a failure is told to all until the pause has passed, and then tried again though nothing has changed', async () => {
  isBroken = true;
  for (let n = 0; n < 3; n++) await expect(report.page()).rejects.toThrow('broken');
  expect(made).toHaveLength(1);
  expect(report.createdAt()).toBeNull();
  isBroken = false;
  vi.advanceTimersByTime(PAUSE);
  const { createdAt } = await report.page();
  expect(report.createdAt()).toBe(createdAt);
});

test('no revision is offered of which there would be no report yet', async () => {
  const { revision } = await report.page();
  change('another');
  expect(await report.revision()).toBe(revision);
  vi.advanceTimersByTime(PAUSE);
  const offered = await report.revision();
  expect(offered).not.toBe(revision);
  expect((await report.page()).revision).toBe(offered);
});
