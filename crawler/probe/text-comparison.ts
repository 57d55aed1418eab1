import type { Counts, PageText } from './page-text.ts';

/** The result of comparing two pages, each with one or more looks. */
export type Comparison = 'same' | 'other-text' | 'other-order' | 'noise';

type Looks = readonly PageText[];

/**
 * Compares two pages by their text that stays the same in all looks. They are different pages if some of that text
 * never appears on the other page, and if it is more than the text that changes between looks. Changing text may stay
 * the same for two looks by chance.
 */
export function compareLooks(a: Looks, b: Looks): Comparison {
  const unexplained = unexplainedWords(a, b) + unexplainedWords(b, a);
  if (unexplained > 0) return unexplained > changingWords(a) + changingWords(b) ? 'other-text' : 'noise';
  const all = [...a, ...b];
  const common = weigh(commonText(all).blocks);
  if (all.some(({ wordCount }) => 2 * common < wordCount)) return 'noise';
  return compareOrder(a, b);
}

/** The text that appears in every look. */
export function commonText(looks: Looks): Pick<PageText, 'blocks' | 'words'> {
  return {
    blocks: least(looks.map(({ blocks }) => blocks)),
    words: least(looks.map(({ words }) => words)),
  };
}

/** Whether a page contains all of a text. */
export function holds(page: PageText, text: Pick<PageText, 'blocks' | 'words'>): boolean {
  return weigh(missing(text.blocks, page.blocks)) === 0 && weigh(missing(text.words, page.words)) === 0;
}

/** Whether `b` shows text that no look at `a` shows, or shows it in another order. One look is then not enough. */
export function hasNews(a: Looks, b: Looks): boolean {
  const blocks = most(a.map((look) => look.blocks));
  return b.some((look) => missing(look.blocks, blocks).size > 0) || compareOrder(a, [...b, ...b]) !== 'same';
}

/**
 * Whether some text is missing from the first look at a page, but is in its last look and in all looks at the other page. A
 * site does this if it remembers what the other URL asked for.
 */
export function takesOverText(looks: Looks, others: Looks): boolean {
  const [first, last] = [looks.at(0), looks.at(-1)];
  return (
    first !== undefined && last !== undefined && missing(commonText([...others, last]).blocks, first.blocks).size > 0
  );
}

/**
 * The number of words in all looks at a page but in no look at the other: counted as blocks or as single words,
 * whichever is more.
 */
function unexplainedWords(looks: Looks, others: Looks): number {
  const { blocks, words } = commonText(looks);
  const otherBlocks = most(others.map((look) => look.blocks));
  const otherWords = most(others.map((look) => look.words));
  return Math.max(weigh(missing(blocks, otherBlocks)), weigh(missing(words, otherWords)));
}

/** The number of words that not every look at a page shows. */
function changingWords(looks: Looks): number {
  const all = looks.map(({ words }) => words);
  return weigh(missing(most(all), least(all)));
}

/** The order matters if it is the same in each look: a list in another order is another page. */
function compareOrder(a: Looks, b: Looks): 'same' | 'other-order' | 'noise' {
  const { blocks } = commonText([...a, ...b]);
  const isUnique = ({ blocks: own }: PageText, block: string): boolean => own.get(block) === 1;
  const single = [...blocks.keys()].filter((block) => [...a, ...b].every((look) => isUnique(look, block)));
  const kept = new Set(single);
  const orderOf = (look: PageText): string => look.sequence.filter((block) => kept.has(block)).join('\n');
  const [first, second] = [a, b].map((looks) => new Set(looks.map(orderOf)));
  if (first === undefined || second === undefined || [...first].some((order) => second.has(order))) return 'same';
  return first.size === 1 && second.size === 1 ? 'other-order' : 'noise';
}

/** For each text, the lowest of all counts. */
function least(all: readonly Counts[]): Counts {
  const [first = new Map<string, number>()] = all;
  return mapped(first, (text) => Math.min(...all.map((counted) => counted.get(text) ?? 0)));
}

/** For each text, the highest of all counts. */
function most(all: readonly Counts[]): Counts {
  const counts = new Map<string, number>();
  for (const counted of all) {
    for (const [text, number] of counted) counts.set(text, Math.max(counts.get(text) ?? 0, number));
  }
  return counts;
}

/** The texts that occur more often than in the other counts. */
function missing(counts: Counts, others: Counts): Counts {
  return mapped(counts, (text, number) => number - (others.get(text) ?? 0));
}

/** Other counts of the same texts, without those that are not positive. */
function mapped(counts: Counts, change: (text: string, number: number) => number): Counts {
  return new Map([...counts].map(([text, number]) => [text, change(text, number)] as const).filter(([, n]) => n > 0));
}

/** The total number of words. */
function weigh(counts: Counts): number {
  let words = 0;
  for (const [text, number] of counts) words += number * text.split(' ').length;
  return words;
}
