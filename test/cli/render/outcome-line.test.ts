import { expect, test } from 'vitest';
import type { Outcome } from '../../../db/store.ts';
import { describeOutcome } from '../../../src/cli/render/outcome-line.ts';
import { found, page } from '../../db/helpers.ts';

test.each<[Outcome, string]>([
  [page(), '200    http://h/a'],
  [page({ status: 203, canonical: found('http://u:pw@h/b') }), '203    http://h/a, canonical http://@h/b'],
  [{ kind: 'unchanged' }, '-      http://h/a, unchanged'],
  [{ kind: 'redirect', status: 301, to: found('http://h/\x1b') }, '301    http://h/a -> http://h/\\x1b'],
  [{ kind: 'retry', reason: 'timeout', status: null, notBefore: 0 }, '-      http://h/a, timeout, to be retried'],
  [{ kind: 'failed', reason: 'http-404', status: 404 }, '404    http://h/a, failed: http-404'],
  [{ kind: 'refused', reason: 'robots' }, '-      http://h/a, not fetched: robots'],
])('%j', (outcome, line) => {
  expect(describeOutcome('http://h/a', outcome)).toBe(line);
});
