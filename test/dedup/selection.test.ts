/** Covers: src/compact/bits.ts */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEEP_RULES, type KeepRule, rankOf } from '../../src/dedup/keep.ts';
import { type Selected, Selection } from '../../src/dedup/selection.ts';

interface Noted {
  readonly group: number;
  readonly ordinal: number;
  readonly url: string;
}

const KEY = 'https://a.example/';
const URLS = [KEY, 'http://a.example/', 'HTTPS://a.example', ' https://a.example/#x', 'http://a.example/#long-one'];

/** Entries of some groups with numbers of their own, below 0 for another list's, in any order. */
const anyNoted = fc
  .array(fc.record({ group: fc.nat(4), isElsewhere: fc.boolean(), url: fc.constantFrom(...URLS) }), { maxLength: 25 })
  .chain((entries) =>
    fc.shuffledSubarray(
      entries.map((entry, index) => ({ ...entry, index })),
      { minLength: entries.length },
    ),
  )
  .map((entries) =>
    entries.map(({ group, isElsewhere, url, index }): Noted => {
      return { group, url, ordinal: isElsewhere && index % 3 === 0 ? index - 100 : index };
    }),
  );

/** The one that stays, said another way: by sorting. */
function keptOf(members: readonly Noted[], rule: KeepRule): Noted | undefined {
  const inOrder = members.toSorted((a, b) => a.ordinal - b.ordinal);
  const preferred: Readonly<Record<KeepRule, () => Noted | undefined>> = {
    first: () => inOrder[0],
    last: () => inOrder.at(-1),
    shortest: () => inOrder.toSorted((a, b) => a.url.length - b.url.length)[0],
    https: () => inOrder.find(({ url }) => url.trim().toLowerCase().startsWith('https:')) ?? inOrder[0],
    canonical: () => inOrder.find(({ url }) => url === KEY) ?? inOrder[0],
  };
  return preferred[rule]();
}

function naive(noted: readonly Noted[], rule: KeepRule, selected: Selected): number[] {
  return [...Map.groupBy(noted, ({ group }) => group).values()].flatMap((members) => {
    if (members.some(({ ordinal }) => ordinal < 0)) return [];
    if (selected !== 'all' && (selected === 'unique') !== (members.length === 1)) return [];
    return keptOf(members, rule)?.ordinal ?? [];
  });
}

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

test.each(
  KEEP_RULES.flatMap((rule) => (['all', 'unique', 'duplicates'] as const).map((selected) => [rule, selected] as const)),
)('keep %s of %s: what sorting each group gives, in whatever order entries come', (rule, selected) => {
  fc.assert(
    fc.property(anyNoted, fc.nat(4), (noted, base) => {
      // The lower groups may be settled by one selection, the others by one on top of it.
      const below = new Selection(selected);
      const numbers = [
        ...new Set(
          [...noted].sort((a, b) => Number(a.group >= base) - Number(b.group >= base)).map(({ group }) => group),
        ),
      ];
      const low = numbers.filter((group) => group < base).length;
      const above = new Selection(selected, below, low);
      const noteIn = (target: Selection, { group, ordinal, url }: Noted): void =>
        target.note(numbers.indexOf(group), ordinal, rankOf(rule, url, KEY, ordinal));
      const firstOfEach = numbers.map((number) => noted.find(({ group }) => group === number));
      // A group starts with its first entry, and groups start in their order.
      for (const entry of firstOfEach) if (entry !== undefined) noteIn(entry.group < base ? below : above, entry);
      for (const entry of noted) if (!firstOfEach.includes(entry)) noteIn(above, entry);
      const kept = noted.map(({ ordinal }) => ordinal).filter((ordinal) => above.kept.has(ordinal));
      expect(sorted(kept)).toEqual(sorted(naive(noted, rule, selected)));
      const counts = new Map<number, number>();
      for (const each of [below, above]) each.eachCount((ordinal, count) => counts.set(ordinal, count));
      expect(sorted([...counts.values()])).toEqual(
        sorted([...Map.groupBy(noted, ({ group }) => group).values()].map((group) => group.length)),
      );
    }),
  );
});
