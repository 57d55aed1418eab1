import { expect, test } from 'vitest';
import { ParamLists } from '../../src/facts/param-lists.ts';

const PLACE = { protocol: 'http', asciiHost: 'a.example', path: '/' };

test.each([
  ['keep_x=1', 'keep'],
  ['both', 'keep'],
  ['drop_x', 'drop'],
  ['sid=1', 'drop'],
  ['sid2=1', 'keep'],
  ['other', null],
])("the user's names come before the rules of lists, kept ones first: %s", (param, verdict) => {
  const lists = new ParamLists({
    drop: ['drop_*', 'both', 'sid'],
    keep: ['keep_*', 'both'],
    rules: { at: () => (name) => (name.startsWith('sid') ? 'keep' : null), toJSON: () => null },
  });
  expect(lists.at(PLACE)(param)).toBe(verdict);
});

test('without any names there is no verdict', () => {
  expect(new ParamLists({}).at(PLACE)('utm_source=x')).toBeNull();
});
