import { DUPLICATES } from './duplicates.ts';
import { ORIGIN } from './page.ts';

/** Two similar URLs of different pages. A tool that merges them loses a page. */
export interface Twins {
  readonly urls: readonly [string, string];
  /** The pass that would merge them without a check; null if none would. */
  readonly pass: string | null;
  readonly how: string;
  /** Whether only a script distinguishes them, not the server. */
  readonly isByScript?: true;
}

const TWINS_OF_NO_PASS: readonly Twins[] = [
  twins('/ask?id=1', '/ask?id=2', 'the parameter names the question'),
  twins('/letters?ref=reader', '/letters?ref=editor', 'ref= says whose letters, not who sent the visitor'),
  twins('/wiki/straw%2Frush', '/wiki/straw/rush', 'an escaped slash is part of the title'),
  twins('/search?q=%C3%C0', '/search?q=%C4%DD', 'bytes that are no UTF-8, and not the same'),
  twins('/compare?item=besom&item=flat', '/compare?item=flat&item=besom', 'the first of one name sets the standard'),
  twins('/shop/list?kind=straw', '/shop/list?kind=straw&size=large', 'a filter shows less'),
  twins('/shop/list?kind=straw', '/shop/list?kind=straw&view=table', 'another view, not the default one'),
  twins('/blog/?page=2', '/blog/?page=3', 'pages of a list'),
  twins('/events/?month=2026-01', '/events/?month=2026-11', 'months of a calendar'),
  { ...twins('/tour#!/attic', '/tour#!/cellar', 'routes of a script'), isByScript: true },
];

/** All twins, including those among the planted duplicates. */
export const TWINS: readonly Twins[] = [
  ...TWINS_OF_NO_PASS,
  ...DUPLICATES.filter(({ answer }) => answer === 'different').map(
    ({ pass, url, page, how }): Twins => ({ pass, urls: [url, ORIGIN + page], how }),
  ),
];

function twins(one: string, other: string, how: string): Twins {
  return { urls: [ORIGIN + one, ORIGIN + other], pass: null, how };
}
