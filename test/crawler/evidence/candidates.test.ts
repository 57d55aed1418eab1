import { describe, expect, it } from 'vitest';
import { addressCandidates, Candidates } from '../../../crawler/evidence/candidates.ts';
import type { Difference } from '../../../src/evidence/difference.ts';

function param(about: string): Difference {
  return { kind: 'param', host: 'example.com', about, form: null, params: [`${about}=1`], path: '/' };
}

function counted(names: readonly string[]): (string | null)[] {
  const candidates = new Candidates();
  for (const name of names) candidates.add(param(name), `http://example.com/?${name}=1`, 'http://example.com/');
  return candidates.finish().map(({ about }) => about);
}

describe('candidates', () => {
  it('come by the number of their pairs, the most first', () => {
    expect(counted(['a', 'b', 'b', 'b', 'c', 'c'])).toEqual(['b', 'c', 'a']);
    expect(counted(['a', 'a', 'a', 'b', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  });

  it('are of ten thousand subjects at most, and those go on to be counted', () => {
    const names = Array.from({ length: 10_001 }, (_, n) => `p${n}`);
    const found = counted([...names, 'p7', 'p10000']);
    expect(found).toHaveLength(10_000);
    expect(found).not.toContain('p10000');
    expect(found[0]).toBe('p7');
  });

  it('that are addresses are probed at their top', () => {
    expect(addressCandidates(['http://192.0.2.1:81', 'https://example.com'])).toEqual([
      {
        kind: 'ip',
        host: '192.0.2.1:81',
        about: null,
        pairs: 0,
        samples: [{ url: 'http://192.0.2.1:81/', page: 'http://192.0.2.1:81/' }],
      },
    ]);
  });
});
