/** One mark of each existing canonical combining class from 1 to 240, in ascending order. */
const MARKS_BY_CLASS = Array.from(
  '\u0334\u{16ff0}\u093c\u3099\u094d\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5\u05b6\u05b7\u05b8\u05b9\u05bb\u05bc\u05bd\u05bf' +
    '\u05c1\u05c2\ufb1e\u064b\u064c\u064d\u0618\u0619\u061a\u0651\u0652\u0670\u0711\u0c55\u0c56\u0e38\u0e48\u0eb8\u0ec8' +
    '\u0f71\u0f72\u0f74\u0321\u1dce\u031b\u1dfa\u0316\u059a\u302e\u{1d16d}\u05ae\u0300\u0315\u035c\u035d\u0345',
);

/** The start of a long run of marks, and of the two letters that NFKC turns into marks. Engines handle shorter runs quickly. */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{33}/gu;
/** What ends a run. One pattern for a whole run of megabytes would overflow the stack of the engine. */
const RUN_END = /[^\p{M}\uff9e\uff9f]|$/gu;

/**
 * Puts long runs of marks into canonical order. Engines do this in quadratic time, which takes hours for a megabyte of
 * unordered marks. The normalized text stays the same.
 */
export function sortLongMarkRuns(text: string, form: 'NFC' | 'NFKC'): string {
  const rankOf = rankings();
  const decomposed = form === 'NFC' ? 'NFD' : 'NFKD';
  let sorted = '';
  let end = 0;
  for (const { index: start } of text.matchAll(LONG_RUN)) {
    if (start < end) continue;
    RUN_END.lastIndex = start;
    const runEnd = RUN_END.exec(text)?.index ?? text.length;
    const marks = Array.from(text.slice(start, runEnd), (mark) => Array.from(mark.normalize(decomposed))).flat();
    sorted += text.slice(end, start) + sortBetweenStarters(marks, rankOf);
    end = runEnd;
  }
  return sorted + text.slice(end);
}

/** A stable sort. No mark moves past one of class 0. */
function sortBetweenStarters(marks: readonly string[], rankOf: (mark: string) => number): string {
  let sorted = '';
  let buckets: string[] = [];
  for (const mark of marks) {
    const rank = rankOf(mark);
    if (rank === 0) {
      sorted += buckets.join('') + mark;
      buckets = [];
    } else {
      buckets[rank] = (buckets[rank] ?? '') + mark;
    }
  }
  return sorted + buckets.join('');
}

/** The rank of a mark's class among all classes, from 1; 0 for class 0. Computes each mark once. */
function rankings(): (mark: string) => number {
  const known = new Map<string, number>();
  return (mark) => {
    const rank = known.get(mark) ?? rankOfClass(mark);
    known.set(mark, rank);
    return rank;
  };
}

function rankOfClass(mark: string): number {
  const highest = MARKS_BY_CLASS.at(-1) ?? '';
  const lower = MARKS_BY_CLASS.filter((other) => areSwapped(mark, other)).length;
  return lower === 0 && !areSwapped(highest, mark) ? 0 : lower + 1;
}

/** Whether the mark has class 0, so that no mark moves past it. */
export function isStarter(mark: string): boolean {
  return rankOfClass(mark) === 0;
}

/** Normalizing swaps two marks if the class of the second is lower and not 0. */
function areSwapped(first: string, second: string): boolean {
  return first !== second && (first + second).normalize('NFD') === second + first;
}
