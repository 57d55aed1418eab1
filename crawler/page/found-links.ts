import type { Steps } from '../../src/give-way.ts';
import type { HtmlLink } from './declarations.ts';
import type { Relation } from './relation.ts';
import { absoluteUrl, canonicalOf, type Source } from './source.ts';

/** How a page leads to another one: by `a` or `area`, by a relation, by its refresh or by its canonical URL. */
type LinkKind = 'link' | Relation | 'refresh' | 'canonical';

/** A URL that a page leads to. */
export interface FoundLink {
  /** The resolved URL, which may be invalid. */
  readonly url: string;
  /** If there are several kinds, the first in the order of {@link LinkKind}. */
  readonly kind: LinkKind;
  /** Whether everything that leads there is `rel=nofollow`. Directives for all links of a page are in its record. */
  readonly nofollow: boolean;
}

/**
 * The most characters of all links of a page together. A long base and many links can make them far longer than the
 * page.
 */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** The links of headers and markup, each URL once. */
export function* linkSteps(sources: readonly Source[]): Steps<readonly FoundLink[]> {
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
    for (const [href, nofollow] of references(source.declarations.links)) {
      add(source, href, 'link', nofollow);
      yield;
    }
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

/** The references, each text once because menus repeat links, and whether all its occurrences are nofollow. */
function references(links: readonly HtmlLink[]): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const { href, nofollow } of links) {
    const known = found.get(href);
    if (known === undefined || (known && !nofollow)) found.set(href, nofollow);
  }
  return found;
}
