import { expect, test } from 'vitest';
import { unclearPairs } from '../../../crawler/evidence/doubtful-pairs.ts';
import { unlessKnownBetter } from '../../../crawler/evidence/known-better.ts';
import { SAME_APART_FROM_CHANGES } from '../../../src/evidence/evidence.ts';
import { evidence } from '../../evidence/evidence.ts';

const about = 'in';
const equal = evidence('param', '/shop/a', { about, by: 'crawl' });
const differing = evidence('param', '/shop/b', { about, by: 'crawl', supports: false, seen: 'not-redirected' });

test('pages that differ a little are unclear where equal pages were seen', () => {
  expect(unclearPairs([differing], [equal])).toEqual([{ ...differing, supports: null, seen: 'unclear' }]);
  expect(unclearPairs([differing], [])).toEqual([]);
});

test.each(['slash', 'default-param', 'www'] as const)(
  'so are pages that differ in what a claim about %s names',
  (kind) => {
    const [same, other] = [
      { ...equal, kind },
      { ...differing, kind },
    ];
    expect(unclearPairs([other], [same])).toMatchObject([{ kind, supports: null }]);
    expect(unclearPairs([other], [same, other])).toEqual([]);
  },
);

test('pages of an area that changes by itself are not unclear, nor those of which one declares the other', () => {
  const changing = { ...equal, by: 'probe', seen: SAME_APART_FROM_CHANGES } as const;
  expect(unclearPairs([differing], [equal, changing])).toEqual([]);
  expect(unclearPairs([differing], [equal, { ...equal, supports: null }])).toEqual([]);
  expect(unclearPairs([differing], [equal, { ...differing, supports: true, source: 'declaration' }])).toEqual([]);
});

test('pages whose text a probe saw twice without a change do not change by themselves', () => {
  const steady = { ...equal, by: 'probe', seen: 'same-text' } as const;
  expect(unclearPairs([differing], [equal, steady])).toMatchObject([{ supports: null }]);
});

test('after a probe has settled what was unclear in an area, other pages can be unclear there, and the same ones are not', () => {
  const settled = { ...evidence('param', '/shop/c', { about, by: 'crawl' }), supports: null };
  const probed = { ...equal, by: 'probe', seen: 'same-bytes', at: settled.at + 1 } as const;
  expect(unclearPairs([differing], [settled, probed])).toEqual([{ ...differing, supports: null, seen: 'unclear' }]);
  expect(unclearPairs([{ ...settled, supports: false }], [settled, probed])).toEqual([]);
  expect(unclearPairs([differing], [{ ...settled, by: 'probe' }, probed])).toEqual([]);
  expect(unclearPairs([differing], [settled, { ...probed, at: settled.at }])).toEqual([]);
});

test('equal pages that a crawl sees do not replace what a probe left open', () => {
  expect(unlessKnownBetter([equal], [{ ...equal, by: 'probe', supports: null }])).toEqual([]);
  expect(unlessKnownBetter([equal], [{ ...equal, supports: null }])).toEqual([equal]);
});
