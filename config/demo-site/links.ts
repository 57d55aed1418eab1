import { DUPLICATES } from './duplicates.ts';
import { ODDITIES } from './oddities.ts';
import type { Page } from './page.ts';
import { PAGES, pageAt } from './pages.ts';

interface Link {
  readonly href: string;
  readonly text: string;
}

/** The regular links of the page. */
export function ownLinks(page: Page): readonly Link[] {
  const routes = (page.routes ?? []).map(({ fragment, title }) => ({ href: page.path + fragment, text: title }));
  return [...routes, ...page.links.map((path) => ({ href: path, text: titleOf(path) }))];
}

const PLANTED: readonly Link[] = [
  ...DUPLICATES.map(({ url, page }) => ({ href: url, text: titleOf(page) })),
  ...ODDITIES,
];

/** The planted links of the page; they are distributed evenly over all pages. */
export function plantedLinks(page: Page): readonly Link[] {
  const place = PAGES.indexOf(page);
  return PLANTED.filter((_, index) => index % PAGES.length === place);
}

function titleOf(path: string): string {
  return pageAt(path)?.title ?? path;
}
