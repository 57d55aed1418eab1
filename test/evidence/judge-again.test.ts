import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/evidence/claim.ts';
import type { Evidence, EvidenceSource } from '../../src/evidence/evidence.ts';
import { judgeAgain } from '../../src/evidence/judge-again.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { adjudicate } from '../../src/evidence/verdict.ts';
import { claim } from './claims.ts';
import { pages, word } from './evidence.ts';

function stating(target: string, count: number, source: EvidenceSource = 'declaration'): readonly Evidence[] {
  return pages(count, 'slash', `/docs/${target}/`, source, { target });
}

/** The forms of claims that were judged before. */
function formsAfter(before: readonly Claim[], evidence: readonly Evidence[]): readonly (string | null)[] {
  return judgeAgain(evidence, THRESHOLDS, before).map(({ target }) => target);
}

describe('a claim that is judged again', () => {
  const first = stating('add', 4);
  const before = adjudicate(first, THRESHOLDS);

  test('keeps its form although the other one is now more frequent', () => {
    expect(formsAfter([], [...first, ...stating('remove', 8)])).toEqual(['remove']);
    expect(formsAfter(before, [...first, ...stating('remove', 8)])).toEqual(['add']);
  });

  test('takes a form that is stated more than twice as often, or by a stronger source', () => {
    expect(formsAfter(before, [...first, ...stating('remove', 9)])).toEqual(['remove']);
    expect(formsAfter(before, [...first, ...stating('remove', 2, 'permanent-redirect')])).toEqual(['remove']);
  });

  test('keeps its form if the same pages are compared in the other direction', () => {
    const pairs = pages(5, 'slash', '/docs/', 'content', { target: 'add' });
    const swapped = pairs.map((one) => ({ ...one, target: 'remove', url: one.page, page: one.url, at: one.at + 1 }));
    expect(formsAfter([], [...pairs, ...swapped])).toEqual(['remove']);
    expect(formsAfter(adjudicate(pairs, THRESHOLDS), [...pairs, ...swapped])).toEqual(['add']);
  });

  test('takes the new form if no page states the old one any more', () => {
    const old = before.map((one) => ({ ...one, target: 'add' }));
    expect(
      formsAfter(
        old,
        stating('add', 4).map((one) => ({ ...one, target: 'remove' })),
      ),
    ).toEqual(['remove']);
  });

  test('has nothing of a claim about another part', () => {
    const others = [claim('slash', '/*/$', { target: 'add' }), claim('slash', '/docs/remove/', { target: 'add' })];
    expect(formsAfter(others, [...first, ...stating('remove', 8)])).toEqual(['remove']);
  });

  test('takes the form that the user says, and no form that the user said before', () => {
    const evidence = [...first, ...stating('remove', 5)];
    const said = adjudicate([...evidence, word('slash', '/docs/', { target: 'add' })], THRESHOLDS);
    expect(formsAfter(said, evidence)).toEqual(['remove']);
    const other = [...evidence, word('slash', '/docs/', { target: 'remove' })];
    expect(formsAfter(before, other)).toContain('remove');
    expect(formsAfter(before, other)).not.toContain('add');
  });
});
