/**
 * Covers: src/canon/fast-path.ts, src/canon/fast-path-patterns.ts
 *
 * LAWS_RUNS sets how many URLs. They are made without fast-check, so that ten million take minutes.
 */
import { expect, test } from 'vitest';
import { randomFrom } from '../../src/canon/made-urls.ts';
import { type Change, compile, PASS_CLASSES, type Trace, UrlError } from '../../src/index.ts';
import { OPTIONS, writtenUrl } from './forms.ts';

const RUNS = Number(process.env['LAWS_RUNS'] ?? 80_000);

/** The pass that the trace names: the last one of the loosest class. */
function lastOfLoosest({ changes }: Trace): string | null {
  const byClass = PASS_CLASSES.map((each) => changes.findLast((change: Change) => change.class === each));
  return byClass.findLast((change) => change !== undefined)?.pass ?? null;
}

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
    const expected = isUrl ? `${traced.url} ${lastOfLoosest(traced)}` : String(traced);
    const given = actual instanceof UrlError ? String(actual) : `${actual.url} ${actual.pass?.name ?? null}`;
    if (given !== expected) expect({ options, input, given }).toEqual({ options, input, given: expected });
    if (!isUrl || actual instanceof UrlError) continue;
    if (canonicalize(input) !== traced.url || key(input) !== actual.key)
      expect.fail(`${input} ${JSON.stringify(options)}`);
  }
});
