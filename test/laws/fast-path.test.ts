/**
 * Covers: src/canon/fast-path.ts, src/canon/fast-path-patterns.ts
 *
 * LAWS_RUNS sets how many URLs. They are made without fast-check, so that ten million take minutes.
 */
import { expect, test } from 'vitest';
import { isSettled, leavesSettled, splitSettled } from '../../src/canon/fast-path.ts';
import { randomFrom } from '../../src/canon/made-urls.ts';
import { resolveOptions } from '../../src/canon/options.ts';
import { FactTable } from '../../src/facts/facts.ts';
import { NO_FACTS, type SiteFacts } from '../../src/facts/site-facts.ts';
import { compile, PASSES, type ParsedUrl, parseUrl, UrlError } from '../../src/index.ts';
import { lawRuns } from '../law-runs.ts';
import { creditedPass, OPTIONS, writtenUrl } from './forms.ts';

/** Facts that give most passes work. */
const MANY_FACTS: SiteFacts = {
  ...NO_FACTS,
  www: 'add',
  scheme: 'http',
  mobile: 'example.com',
  userinfo: true,
  case: [{ path: '/', value: true }],
  slashes: [{ path: '/', value: true }],
  order: [{ path: '/', value: true }],
  slash: [{ path: '/', value: 'add' }],
  index: [{ path: '/', value: null }],
  param: [{ path: '/', value: 'a' }],
  defaultParam: [{ path: '/', value: 'a=1' }],
};

const NOTHING_KNOWN = new FactTable([], resolveOptions({}).assumptions);

const RUNS = lawRuns(40_000);

test('one scan gives the URL, the key and the pass that the passes give', { timeout: 3_600_000 }, () => {
  const canonicalizers = OPTIONS.map((options) => ({ options, ...compile(options) }));
  const random = randomFrom(Number(process.env['LAWS_SEED'] ?? 1));
  for (let run = 0; run < RUNS; run++) {
    const input = writtenUrl(random);
    const { options, keyAndPass, canonicalize, key, trace } =
      canonicalizers[Math.floor(random() * canonicalizers.length)] ?? expect.fail();
    const traced = trace(input);
    const isUrl = !(traced instanceof UrlError);
    const actual = keyAndPass(input);
    const expected = isUrl ? `${traced.url} ${creditedPass(traced, key(input))}` : String(traced);
    const given = actual instanceof UrlError ? String(actual) : `${actual.url} ${actual.pass?.name ?? null}`;
    if (given !== expected) expect({ options, input, given }).toEqual({ options, input, given: expected });
    if (!isUrl || actual instanceof UrlError) continue;
    if (canonicalize(input) !== traced.url || key(input) !== actual.key)
      expect.fail(`${input} ${JSON.stringify(options)}`);
  }
});

test('settled URLs are split as the parser splits them, with nothing to encode', { timeout: 3_600_000 }, () => {
  expect(
    settledUrls(2, (input, url) => expect(splitSettled(input)).toEqual({ ...url, hasUnsafe: false })),
  ).toBeGreaterThan(RUNS / 100);
});

test('passes that are skipped for settled URLs change none', { timeout: 3_600_000 }, () => {
  const skipped = PASSES.filter((pass) => leavesSettled(pass, NOTHING_KNOWN));
  expect(skipped).toEqual(PASSES.filter(({ needs }) => needs === null));
  const seen = settledUrls(2, (input, url) => {
    for (const facts of [NO_FACTS, MANY_FACTS]) {
      for (const pass of skipped) if (pass.apply(url, facts) !== url) expect.fail(`${pass.name} changes ${input}`);
    }
  });
  expect(seen).toBeGreaterThan(RUNS / 100);
});

/** Calls `each` with every settled URL among {@link RUNS} random ones. Returns how many there were. */
function settledUrls(seed: number, each: (input: string, url: ParsedUrl) => void): number {
  const random = randomFrom(Number(process.env['LAWS_SEED'] ?? seed));
  let settled = 0;
  for (let run = 0; run < RUNS; run++) {
    const input = writtenUrl(random);
    if (!isSettled(input)) continue;
    settled++;
    const url = parseUrl(input);
    if (url instanceof UrlError) expect.fail(`${input} is not a URL`);
    each(input, url);
  }
  return settled;
}
