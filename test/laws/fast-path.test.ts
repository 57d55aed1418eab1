/**
 * Covers: src/canon/fast-path.ts, src/canon/fast-path-patterns.ts
 *
 * LAWS_RUNS sets how many URLs. They are made without fast-check, so that ten million take minutes.
 */
import { expect, test } from 'vitest';
import { isSettled, LEAVING_SETTLED } from '../../src/canon/fast-path.ts';
import { randomFrom } from '../../src/canon/made-urls.ts';
import { NO_FACTS, type SiteFacts } from '../../src/facts/site-facts.ts';
import { compile, parseUrl, UrlError } from '../../src/index.ts';
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

test('passes that are skipped for settled URLs change none', { timeout: 3_600_000 }, () => {
  const random = randomFrom(Number(process.env['LAWS_SEED'] ?? 2));
  let settled = 0;
  for (let run = 0; run < RUNS; run++) {
    const input = writtenUrl(random);
    if (!isSettled(input)) continue;
    settled++;
    const url = parseUrl(input);
    if (url instanceof UrlError) expect.fail(`${input} is not a URL`);
    for (const facts of [NO_FACTS, MANY_FACTS]) {
      for (const pass of LEAVING_SETTLED)
        if (pass.apply(url, facts) !== url) expect.fail(`${pass.name} changes ${input}`);
    }
  }
  expect(settled).toBeGreaterThan(RUNS / 100);
});
