/** Covers: src/dedup/{groups,spill,tally}.ts, src/compact/column.ts */
import { afterEach, describe, expect, test } from 'vitest';
import { SqliteWorkspace } from '../../db/workspace.ts';
import { hashBytes } from '../../src/compact/byte-hash.ts';
import { ByteText } from '../../src/compact/byte-text.ts';
import { Deduplicator, keyingOf } from '../../src/dedup/deduplicator.ts';
import { KEEP_RULES, type KeepRule } from '../../src/dedup/keep.ts';
import type { Selected } from '../../src/dedup/selection.ts';
import { Undecided } from '../../src/dedup/undecided.ts';
import type { Workspace } from '../../src/dedup/workspace.ts';
import { compile, UrlError } from '../../src/index.ts';
import { everyLookTakes } from '../stepped-clock.ts';
import { MemoryWorkspace } from './memory-workspace.ts';

/** Numbers that look random and are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** Words that make URLs long enough for few of them to fill the memory. */
const LONG = 'abcdefgh'.repeat(180);

/**
 * URLs in a few spellings each. Half of them differ by the case of their path only, so that their keys share one fold
 * hash: however often they are shared out, they stay together.
 */
function manyUrls(count: number): string[] {
  const next = random(7);
  return Array.from({ length: count }, () => {
    const number = Math.floor(next() * count * 0.6);
    const isAlike = number % 2 === 0;
    const letters = number.toString(2).padStart(16, '0').replaceAll('0', 'o').replaceAll('1', 'O');
    const path = isAlike ? letters : `${number}`;
    const scheme = next() < 0.2 ? 'http' : 'https';
    const ending = next() < 0.2 ? '#x' : '';
    return `${scheme}://${next() < 0.1 ? 'A' : 'a'}.example/${LONG}/${path}${ending}`;
  });
}

const canonicalizer = compile();

interface Setting {
  readonly keep: KeepRule;
  readonly selected: Selected;
  readonly atOnce: boolean;
  readonly memory: number;
  readonly workspace: Workspace;
}

interface Swept {
  readonly kept: readonly number[];
  readonly counts: ReadonlyMap<number, number>;
  readonly tally: unknown;
  readonly undecided: unknown;
  readonly members: unknown;
  readonly depth: number;
  readonly pauses: number;
}

async function dedupe(
  urls: readonly string[],
  against: readonly string[],
  { workspace, ...rest }: Setting,
): Promise<Swept> {
  const deduplicator = new Deduplicator({
    inspect: () => false,
    ...rest,
    keyOf: (entry) => keyingOf(canonicalizer, entry),
    workspace: () => workspace,
    indexNames: null,
    reports: true,
  });
  const spelling = new ByteText();
  const kept = new Set<number>();
  const offer = (url: string, ordinal: number): void => {
    spelling.setLatin1(url);
    const { view, length: end } = spelling;
    const hash = hashBytes(view, 0, end);
    const text = { url: () => url, bytes: () => url, writeTo: () => {} };
    const entry = { view, start: 0, end, hash, line: 1, place: '', fault: '', ...text };
    const decision = deduplicator.offer(entry, ordinal, `detail ${ordinal}`);
    expect(decision).not.toBeInstanceOf(UrlError);
    if (decision === 'stays' && ordinal >= 0) kept.add(ordinal);
  };
  for (const [index, url] of against.entries()) offer(url, index - 2 ** 31);
  for (const [index, url] of urls.entries()) offer(url, index);
  const reported: string[] = [];
  const undecided = new Undecided({}, ({ needs, keys }) => reported.push(`${needs.join()} ${keys.length}`));
  const counts = new Map<number, number>();
  let depth = 0;
  let pauses = 0;
  for (const each of deduplicator.finish()) {
    depth = Math.max(depth, each.share.depth);
    if (!each.isSpilling) await undecided.examine(each, async () => void pauses++);
    each.selection.eachCount((ordinal, count) => counts.set(ordinal, count));
  }
  for (const index of urls.keys()) if (deduplicator.selection.kept.has(index)) kept.add(index);
  const { groups, copies, elsewhere, rejected, merged, entries } = deduplicator.tally;
  return {
    kept: [...kept].toSorted((a, b) => a - b),
    counts: new Map([...counts].toSorted(([a], [b]) => a - b)),
    // Which pass takes the credit is the canonicalizer's affair; that all add up is not.
    tally: { groups, copies, elsewhere, rejected, merged, entries, byPass: deduplicator.tally.byPass() },
    undecided: { kinds: undecided.byKind(), together: undecided.together, reported: reported.toSorted() },
    members: [...workspace.members()],
    depth,
    pauses,
  };
}

const URLS = manyUrls(3600);
const AGAINST = manyUrls(3700).filter((_, index) => index % 8 === 0);
const ENOUGH = 2 ** 34;

let workspace: Workspace | null = null;
afterEach(() => workspace?.close());

describe('the result is the same with little memory', () => {
  const rules = KEEP_RULES.map((keep) => [keep, 'all', false, AGAINST] as const);
  test.each([
    ...rules,
    ['first', 'all', true, AGAINST] as const,
    ['first', 'all', true, []] as const,
    ['first', 'unique', false, []] as const,
    ['last', 'duplicates', false, []] as const,
  ])('keep %s of %s (at once: %s)', async (keep, selected, atOnce, against) => {
    const setting = { keep, selected, atOnce };
    const plain = await dedupe(URLS, against, { ...setting, memory: ENOUGH, workspace: new MemoryWorkspace() });
    workspace = keep === 'first' ? new SqliteWorkspace() : new MemoryWorkspace();
    const spilled = await dedupe(URLS, against, { ...setting, memory: 0, workspace });
    expect(plain.depth).toBe(0);
    expect(spilled.depth).toBeGreaterThanOrEqual(3);
    expect({ ...spilled, depth: 0, pauses: plain.pauses }).toEqual(plain);
    expect(plain.kept.length).toBeGreaterThan(100);
  });
});

test('every entry counts once, as a group, merged, elsewhere or rejected', async () => {
  const { tally } = await dedupe(URLS, AGAINST, {
    keep: 'first',
    selected: 'all',
    atOnce: true,
    memory: 0,
    workspace: new MemoryWorkspace(),
  });
  expect(tally).toMatchObject({ entries: URLS.length, rejected: 0 });
});

test('the search for undecided groups pauses while it hashes and counts', async () => {
  everyLookTakes(100);
  const urls = Array.from({ length: 25_000 }, (_, at) => `https://a.example/${at}`);
  const setting = { keep: 'first', selected: 'all', atOnce: true, memory: ENOUGH } as const;
  const { pauses } = await dedupe(urls, [], { ...setting, workspace: new MemoryWorkspace() });
  expect(pauses).toBe(9);
});
