/** Covers: db/rekey/components.ts */
import { expect, test } from 'vitest';
import { Components } from '../../../db/rekey/components.ts';
import { memberOf } from '../../../db/rekey/plan.ts';
import type { PlannedEntry } from '../../../db/rekey/view.ts';
import { NO_WWW, rekeying } from '../claims.ts';
import { found } from '../helpers.ts';

function entry(id: number, url: string, aliasOf: number | null = null): PlannedEntry {
  const { key, site, source, role } = found(url);
  const rest = {
    finalUrl: null,
    firstFailure: null,
    pass: null,
    reason: null,
    depth: 0,
    hops: 0,
    foundOn: null,
    hasPage: 0,
    location: null,
  } as const;
  const aliasBy = aliasOf === null ? null : 'redirect';
  return { ...rest, id, key, url, site, source, role, state: 'queued', aliasOf, aliasBy };
}

test('entries belong together by a key with or without claims, and by aliases in both directions', () => {
  const components = new Components();
  for (const one of [
    entry(1, 'http://a/1'),
    entry(2, 'http://www.a/1'),
    entry(3, 'http://a/3', 2),
    entry(4, 'http://b/4', 9),
    entry(5, 'http://b/5'),
  ])
    components.add(memberOf(one, rekeying([NO_WWW])));
  components.link(9, 1);
  expect(components.around([1])).toEqual(new Set([1, 2, 3, 4, 9]));
  expect(components.around([4])).toEqual(new Set([1, 2, 3, 4, 9]));
  expect([...components.around([5])]).toEqual([5]);
  expect([...components.around([])]).toEqual([]);
});

test('the parts of all entries consist of whole components', () => {
  const components = new Components();
  for (const one of [
    entry(1, 'http://a/1'),
    entry(2, 'http://a/2'),
    entry(3, 'http://www.a/1'),
    entry(4, 'http://a/4'),
    entry(5, 'http://www.a/5', 4),
    entry(6, 'http://a/6'),
    entry(7, 'http://a/5', 3),
  ])
    components.add(memberOf(one, rekeying([NO_WWW])));
  const parts = (size: number): readonly (readonly number[])[] =>
    Array.from(components.parts(size), (part) => part.toSorted((a, b) => a - b));
  expect(parts(1)).toEqual([[1, 3, 4, 5, 7], [2], [6]]);
  expect(parts(2)).toEqual([
    [1, 3, 4, 5, 7],
    [2, 6],
  ]);
  expect(parts(100)).toEqual([[1, 2, 3, 4, 5, 6, 7]]);
  expect([...new Components().parts(1)]).toEqual([]);
});

test('entries that are linked again stay together', () => {
  const components = new Components();
  components.link(1, 2);
  components.link(2, 3);
  components.link(3, 1);
  expect(components.around([1])).toEqual(new Set([1, 2, 3]));
});
