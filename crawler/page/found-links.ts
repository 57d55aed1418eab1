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

/** How many links are remembered, so that a URL with several references is not yielded for each of them. */
const REMEMBERED = 1000;

/**
 * Where headers and markup lead. Links are resolved one by one, because all URLs of a page can take several times its
 * size. A URL comes again if only a later link to it is not nofollow, and on very long pages.
 */
export function* linksOf(sources: readonly Source[]): Generator<FoundLink> {
  let room = MAX_CHARACTERS;
  const known = new Map<string, boolean>();
  for (const { source, href, kind, nofollow } of references(sources)) {
    if (room < 0) return;
    const url = absoluteUrl(source, href);
    if (url === null) continue;
    room -= url.length;
    const isNofollow = known.get(url);
    if (isNofollow === false || isNofollow === nofollow) continue;
    if (known.size >= REMEMBERED) known.clear();
    known.set(url, nofollow);
    yield { url, kind, nofollow };
  }
}

interface Reference extends Pick<FoundLink, 'kind' | 'nofollow'> {
  readonly source: Source;
  readonly href: string;
}

/** All references, in an array: a generator would cost more than the reference. */
function references(sources: readonly Source[]): readonly Reference[] {
  const all: Reference[] = [];
  for (const source of sources) {
    for (const [href, nofollow] of source.declarations.links) all.push({ source, href, kind: 'link', nofollow });
  }
  for (const source of sources) {
    for (const { href, relations, nofollow } of source.declarations.related) {
      for (const kind of relations) all.push({ source, href, kind, nofollow });
    }
  }
  for (const source of sources) {
    const href = source.declarations.refresh?.url;
    if (href) all.push({ source, href, kind: 'refresh', nofollow: false });
  }
  for (const source of sources) {
    const href = canonicalOf(source);
    if (href !== null) all.push({ source, href, kind: 'canonical', nofollow: false });
  }
  return all;
}
