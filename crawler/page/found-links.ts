import type { Relation } from './relation.ts';
import { absoluteUrl, type Source } from './source.ts';

/** How a page leads to another one: by a link or a frame, by a relation, by its refresh or by its canonical URL. */
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
  const found = new LinkResolver();
  // Most references are links, and an object for each of them would take several times the page's size.
  for (const source of sources) {
    const { links } = source.declarations;
    for (const href of links.keys()) {
      if (found.isFull) return;
      const nofollow = links.get(href) === true;
      const link = found.resolve({ source, href, kind: 'link', nofollow });
      if (link !== null) yield link;
    }
  }
  for (const reference of otherReferences(sources)) {
    if (found.isFull) return;
    const link = found.resolve(reference);
    if (link !== null) yield link;
  }
}

/** Resolves the references of one page, within its limits. */
class LinkResolver {
  #room = MAX_CHARACTERS;
  readonly #known = new Map<string, boolean>();

  get isFull(): boolean {
    return this.#room < 0;
  }

  /** The link of a reference; null if it leads nowhere or is known. */
  resolve({ source, href, kind, nofollow }: Reference): FoundLink | null {
    const url = absoluteUrl(source, href);
    if (url === null) return null;
    this.#room -= url.length;
    const isNofollow = this.#known.get(url);
    if (isNofollow === false || isNofollow === nofollow) return null;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(url, nofollow);
    return { url, kind, nofollow };
  }
}

interface Reference extends Pick<FoundLink, 'kind' | 'nofollow'> {
  readonly source: Source;
  readonly href: string;
}

/** The references other than links: related pages and feeds, the refresh and the canonical URL. */
function otherReferences(sources: readonly Source[]): readonly Reference[] {
  const all: Reference[] = [];
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
    // One in the body may be written by a visitor. Others may not count, but lead to a URL all the same.
    for (const { where, href } of source.declarations.canonicals)
      if (where !== 'body') all.push({ source, href, kind: 'canonical', nofollow: false });
  }
  return all;
}
