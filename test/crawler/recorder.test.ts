import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Discovery } from '../../crawler/discovery.ts';
import { Ledger } from '../../crawler/learning/ledger.ts';
import { Recorder } from '../../crawler/recorder.ts';
import { Scope } from '../../crawler/scope/scope.ts';
import { type Frontier, type Lease, openSqliteFrontier } from '../../db/index.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { temporaryFolder } from '../cli/dustpan.ts';
import { ONCE, page, request } from '../db/helpers.ts';
import { word } from '../evidence/evidence.ts';

const HOST = 'example.com';
const NO_SLASH = word('slash', '/', { target: 'remove' });
const NO_WWW = word('www', '/', { target: 'remove' });

/** A program that crawls, with its own ledger. */
class Crawler {
  readonly frontier: Frontier;
  readonly ledger: Ledger;
  readonly recorder: Recorder;

  constructor(frontier: Frontier, ledger: Ledger) {
    this.frontier = frontier;
    this.ledger = ledger;
    this.recorder = new Recorder(this);
  }

  static async start(path: string): Promise<Crawler> {
    const frontier = await openSqliteFrontier(path, { join: true });
    const limits = { kind: 'any', include: [], exclude: ['/old/*/'], maxDepth: null, traps: null } as const;
    const ledger = await Ledger.open({ frontier, canon: {}, needs: THRESHOLDS }, new Scope([], limits));
    return new Crawler(frontier, ledger);
  }

  found(...paths: readonly string[]): ReturnType<Discovery['found']>[] {
    return paths.map((path) => this.ledger.discovery.found(url(path), { depth: 0, source: 'link' }));
  }

  async learn(...evidence: readonly Evidence[]): ReturnType<Ledger['applyEvidence']> {
    return this.ledger.applyEvidence(evidence);
  }

  async lease(path: string): Promise<Lease> {
    const { epoch } = this.recorder;
    await this.recorder.add(this.found(path), epoch);
    const lease = (await this.frontier.lease(request())).find((one) => one.url === url(path));
    if (lease === undefined) throw new Error(`${path} is not leased`);
    return lease;
  }

  async keys(): Promise<readonly string[]> {
    return Array.fromAsync(this.frontier.entries(), ({ key }) => key);
  }
}

function url(path: string): string {
  return path.includes('//') ? path : `http://${HOST}${path}`;
}

let own: Crawler;
let other: Crawler;
beforeEach(async () => {
  const path = join(temporaryFolder(), 'shared.dustpan');
  own = await Crawler.start(path);
  other = await Crawler.start(path);
});
afterEach(async () => {
  await own.frontier.close();
  await other.frontier.close();
});

describe.each([
  ['this program', () => own],
  ['another program', () => other],
])('URLs found before %s changed the keys', (_, learner) => {
  test('are recorded under their new keys', async () => {
    const { epoch } = own.recorder;
    const found = own.found('/a/', '/b');
    expect(await learner().learn(NO_SLASH)).toMatchObject({ gained: [{ kind: 'slash' }] });
    expect(await own.recorder.add(found, epoch)).toEqual({ added: 2, duplicates: 0 });
    expect(await own.keys()).toEqual([url('/a'), url('/b')]);
    expect(own.recorder.epoch).toBe(1);
    expect(own.found('/c/')[0]?.key).toBe(url('/c'));
  });

  test('are recorded with outcomes under their new keys: links, redirects and canonical URLs', async () => {
    const [first, second] = [await own.lease('/1'), await own.lease('/2')];
    const { epoch } = own.recorder;
    const [link, canonical, target] = own.found('/a/', '/b/', '/c/');
    if (link === undefined || canonical === undefined || target === undefined) throw new Error('nothing found');
    await learner().learn(NO_SLASH);
    const findings = [
      { ...ONCE, id: first.id, epoch, outcome: page({ canonical }), found: [link] },
      { ...ONCE, id: second.id, epoch, outcome: { kind: 'redirect', status: 301, to: target } as const, found: [] },
    ];
    expect(await own.recorder.settle('run', findings)).toEqual({ added: 3, duplicates: 0, spelled: [] });
    expect((await own.keys()).slice(2).toSorted()).toEqual(['/a', '/b', '/c'].map(url));
    expect((await own.frontier.stats()).aliases).toEqual({ redirect: 1, canonical: 1, equivalence: 0 });
  });

  test('keep how they were found and why they were skipped, unless that follows from the key', async () => {
    const { epoch } = own.recorder;
    const [left] = own.found('/left/');
    if (left === undefined) throw new Error('nothing found');
    const sitemap = own.ledger.discovery.found(url('/map/'), { depth: 3, hops: 1, source: 'robots', role: 'sitemap' });
    const others = own.found(`http://user:pass@${HOST}/secret/`, `http://${HOST}:bad/`, '/old/a/');
    expect(others.at(-1)?.skip).toBe('excluded');
    await learner().learn(NO_SLASH);
    await own.recorder.add([{ ...left, skip: 'nofollow' }, sitemap, ...others], epoch);
    expect(await Array.fromAsync(own.frontier.entries())).toMatchObject([
      { key: url('/left'), url: url('/left/'), state: 'skipped', reason: 'nofollow' },
      { key: url('/map'), depth: 3, hops: 1, source: 'robots', role: 'sitemap', state: 'queued' },
      { key: url('/secret'), url: url('/secret/'), state: 'skipped', reason: 'credentials' },
      { key: expect.stringMatching(/^invalid:/), state: 'skipped' },
      { key: url('/old/a'), state: 'queued', reason: null },
    ]);
  });
});

test('URLs with current keys are recorded as they are', async () => {
  const again = vi.spyOn(own.ledger.discovery, 'again');
  await own.learn(NO_SLASH);
  await own.recorder.add(own.found('/a/'), own.recorder.epoch);
  expect(await own.keys()).toEqual([url('/a')]);
  expect(again).not.toHaveBeenCalled();
});

test('any other error is not tried again', async () => {
  await own.frontier.close();
  await expect(own.recorder.add(own.found('/a'), 0)).rejects.toMatchObject({ code: 'closed' });
});

describe('a program that learns after another one', () => {
  test('applies what both know', async () => {
    await own.recorder.add(own.found('/a/', '/a', 'http://www.example.com/a'), 0);
    await other.learn(NO_WWW);
    expect(await own.learn(NO_SLASH)).toMatchObject({ gained: [{ kind: 'slash' }], lost: [], merged: 1 });
    expect(await own.frontier.claims()).toHaveLength(2);
    expect(await own.frontier.stats()).toMatchObject({ states: { queued: 1, skipped: 2 } });
    expect(own.found('http://www.example.com/b/')[0]?.key).toBe(url('/b'));
  });

  test('changes nothing if the other one knew it too', async () => {
    await other.learn(NO_SLASH);
    expect(await own.learn(NO_SLASH)).toBeNull();
    expect(await own.frontier.keyEpoch()).toBe(1);
    expect(own.found('/a/')[0]?.key).toBe(url('/a'));
  });

  test('keeps the keys that it made while it changed them', async () => {
    const rekey = own.frontier.rekey.bind(own.frontier);
    let made: readonly string[] = [];
    vi.spyOn(own.frontier, 'rekey').mockImplementation(async (given) => {
      const running = rekey(given);
      made = own.found('/a/').map(({ key }) => key);
      return running;
    });
    await own.learn(NO_SLASH);
    expect(made).toEqual([url('/a/')]);
  });
});
