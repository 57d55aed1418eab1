import { DUPLICATES, type Duplicate } from './duplicates.ts';
import { ODDITIES } from './oddities.ts';
import { ORIGIN } from './page.ts';
import { PAGES } from './pages.ts';

/** A distinct page, and every way that was planted to it. */
export interface TruePage {
  /** The canonical URL. A complete crawl reaches it. */
  readonly url: string;
  /** Other spellings of it, which passes and facts make one with it. */
  readonly duplicates: readonly Duplicate[];
  /** Other URLs that lead there by a redirect, a refresh or a declaration. */
  readonly aliases: readonly string[];
  /** Whether it is a view that a script shows: the server has another page there. */
  readonly isRoute: boolean;
}

/** What a crawl of the site should come to. */
export const TRUE_PAGES: readonly TruePage[] = PAGES.flatMap(({ path, routes }) => [
  {
    url: ORIGIN + path,
    duplicates: DUPLICATES.filter(({ page, answer }) => page === path && answer !== 'different'),
    aliases: aliasesOf(path),
    isRoute: false,
  },
  ...(routes ?? []).map(({ fragment }) => ({
    url: ORIGIN + path + fragment,
    duplicates: [],
    aliases: [],
    isRoute: true,
  })),
]);

/** URLs of the oddities that end at the path, redirects in several steps included. */
function aliasesOf(path: string): readonly string[] {
  const direct = ODDITIES.filter((oddity) =>
    oddity.kind === 'redirect' ? oddity.location === path : oddity.kind === 'copy' && oddity.of === path,
  ).map(({ href }) => href);
  return direct.flatMap((href) => [ORIGIN + href, ...aliasesOf(href)]);
}
