import { expect, test } from 'vitest';
import { describeClaim } from '../../../src/cli/render/claim-lines.ts';
import { NO_WWW } from '../../db/claims.ts';
import { evidence } from '../../evidence/evidence.ts';

test('no text of a claim reaches the terminal unescaped', () => {
  const hostile = { ...NO_WWW, host: 'a\x1b[1m', target: '\x1b]0;x\x07', reason: '\x9b' };
  expect(describeClaim(hostile, [])).toEqual(['www', 'a\\x1b[1m', 'confirmed', '\\x1b]0;x\\x07', '']);
  expect(describeClaim({ ...hostile, verdict: 'refuted' }, []).join('')).not.toMatch(/\p{Cc}/u);
});

test('an undecided claim says whether its samples or other pairs are the reason', () => {
  const same = evidence('www', '/', { source: 'content', seen: 'same-bytes' });
  const words = (reason: string): string | undefined =>
    describeClaim({ ...NO_WWW, verdict: 'undecided', samples: 1, contradictions: 0, source: null, reason }, [same])[4];
  expect(words('no-deep-path')).toMatch(/^same bytes on 1 of 1 sample: all samples agree, but only/);
  expect(words('other-canonical')).toMatch(
    /^same bytes on 1 of 1 sample, but other pairs could not be compared: the two pages/,
  );
});

test('a verdict of the user does not count what a comparison left open as an observation', () => {
  const claim = { ...NO_WWW, kind: 'param', about: 'in', source: 'user', samples: 0, contradictions: 0 } as const;
  const open = evidence('param', '/', { about: 'in', supports: null, seen: 'noise' });
  expect(describeClaim(claim, [open]).at(-1)).toBe('your verdict');
});
