import { expect, test } from 'vitest';
import { unlessKnownBetter } from '../../../crawler/evidence/known-better.ts';
import { unclearParams } from '../../../crawler/evidence/unclear-params.ts';
import { evidence } from '../../evidence/evidence.ts';

const about = 'in';
const equal = evidence('param', '/shop/a', { about, by: 'crawl' });
const differing = evidence('param', '/shop/b', { about, by: 'crawl', supports: false, seen: 'not-redirected' });

test('pages that differ a little are unclear where equal pages were seen', () => {
  expect(unclearParams([differing], [equal])).toEqual([{ ...differing, supports: null, seen: 'unclear' }]);
  expect(unclearParams([differing], [])).toEqual([]);
});

test('pages of an area that changes by itself are not unclear, nor those of which one declares the other', () => {
  expect(unclearParams([differing], [equal, { ...equal, by: 'probe' }])).toEqual([]);
  expect(unclearParams([differing], [equal, { ...equal, supports: null }])).toEqual([]);
  expect(unclearParams([differing], [equal, { ...differing, supports: true, source: 'declaration' }])).toEqual([]);
});

test('after a probe has settled what was unclear in an area, other pages can be unclear there, and the same ones are not', () => {
  const settled = { ...evidence('param', '/shop/c', { about, by: 'crawl' }), supports: null };
  const probed = { ...equal, by: 'probe', seen: 'same-bytes', at: settled.at + 1 } as const;
  expect(unclearParams([differing], [settled, probed])).toEqual([{ ...differing, supports: null, seen: 'unclear' }]);
  expect(unclearParams([{ ...settled, supports: false }], [settled, probed])).toEqual([]);
  expect(unclearParams([differing], [{ ...settled, by: 'probe' }, probed])).toEqual([]);
  expect(unclearParams([differing], [settled, { ...probed, at: settled.at }])).toEqual([]);
});

test('equal pages that a crawl sees do not replace what a probe left open', () => {
  expect(unlessKnownBetter([equal], [{ ...equal, by: 'probe', supports: null }])).toEqual([]);
  expect(unlessKnownBetter([equal], [{ ...equal, supports: null }])).toEqual([equal]);
});
