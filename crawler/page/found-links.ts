import type { HtmlLink } from './declarations.ts';
import type { Relation } from './relation.ts';
import { absoluteUrl, canonicalOf, type Source } from './source.ts';

/** How a page leads to another: by `a` or `area`, by a relation, by its refresh or its canonical. */
type LinkKind = 'link' | Relation | 'refresh' | 'canonical';

export interface FoundLink {
  /** As found and resolved; it may be no URL. */
  readonly url: string;
  /** Of several, the first in the order of {@link LinkKind}. */
  readonly kind: LinkKind;
  /** Whatever leads there is `rel=nofollow`. What a page asks of all its links is in its record. */
  readonly nofollow: boolean;
}

/** Characters of all links of a page: a long base and many links make far more of them than the page has. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Where headers and markup lead, each URL once. */
export function linksOf(sources: readonly Source[]): readonly FoundLink[] {
  const links = new Map<string, FoundLink>();
  let characters = 0;
  const add = (source: Source, reference: string, kind: LinkKind, nofollow: boolean): void => {
    const url = characters > MAX_CHARACTERS ? null : absoluteUrl(source, reference);
    if (url === null) return;
    characters += url.length;
    const known = links.get(url);
    if (known === undefined || (known.nofollow && !nofollow))
      links.set(url, { url, kind: known?.kind ?? kind, nofollow });
  };
  for (const source of sources) {
    for (const [href, nofollow] of references(source.declarations.links)) add(source, href, 'link', nofollow);
  }
  for (const source of sources) {
    for (const { href, relations, nofollow } of source.declarations.related) {
      for (const kind of relations) add(source, href, kind, nofollow);
    }
  }
  for (const source of sources) {
    const url = source.declarations.refresh?.url;
    if (url) add(source, url, 'refresh', false);
  }
  for (const source of sources) {
    const canonical = canonicalOf(source);
    if (canonical !== null) add(source, canonical, 'canonical', false);
  }
  return [...links.values()];
}

/** References, each text once, and whether it is nofollow wherever it stands: menus repeat links. */
function references(links: readonly HtmlLink[]): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const { href, nofollow } of links) {
    const known = found.get(href);
    if (known === undefined || (known && !nofollow)) found.set(href, nofollow);
  }
  return found;
}
