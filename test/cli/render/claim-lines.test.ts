import { expect, test } from 'vitest';
import { describeClaim } from '../../../src/cli/render/claim-lines.ts';
import { NO_WWW } from '../../db/claims.ts';

test('no text of a claim reaches the terminal unescaped', () => {
  const hostile = { ...NO_WWW, host: 'a\x1b[1m', target: '\x1b]0;x\x07', reason: '\x9b' };
  expect(describeClaim(hostile, [])).toEqual(['www', 'a\\x1b[1m', 'confirmed', '\\x1b]0;x\\x07', '']);
  expect(describeClaim({ ...hostile, verdict: 'refuted' }, []).join('')).not.toMatch(/\p{Cc}/u);
});
