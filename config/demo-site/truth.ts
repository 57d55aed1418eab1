import { DUPLICATES, type Duplicate } from './duplicates.ts';
import { ODDITIES } from './oddities.ts';
import { ORIGIN } from './page.ts';
import { PAGES } from './pages.ts';

/** A distinct page with all URLs planted for it. */
export interface TruePage {
  /** The canonical URL. A complete crawl reaches it. */
  readonly url: string;
  /** Other spellings of it, which passes and facts merge. */
  readonly duplicates: readonly Duplicate[];
  /** Other URLs that lead to it by a redirect, refresh or canonical declaration. */
  readonly aliases: readonly string[];
  /** Whether a script shows this view; the server sends another page for its URL. */
  readonly isRoute: boolean;
}

/** The pages that a complete crawl of the site should find. */
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

/** The URLs of oddities that lead to the path, also by several redirects. */
function aliasesOf(path: string): readonly string[] {
  const direct = ODDITIES.filter((oddity) =>
    oddity.kind === 'redirect' ? oddity.location === path : oddity.kind === 'copy' && oddity.of === path,
  ).map(({ href }) => href);
  return direct.flatMap((href) => [ORIGIN + href, ...aliasesOf(href)]);
}
