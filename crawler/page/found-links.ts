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

/** The links of a page as one text, which takes a fraction of the memory of objects. A page may have 100,000 links. */
export class FoundLinks implements Iterable<FoundLink> {
  readonly length: number;
  /** One line per link: a sign for nofollow, the kind, a space and the URL. Resolved URLs contain no line end. */
  readonly #text: string;

  /** @param links by URL */
  constructor(links: ReadonlyMap<string, Omit<FoundLink, 'url'>>) {
    this.length = links.size;
    const parts: string[] = [];
    let lines: string[] = [];
    for (const [url, { kind, nofollow }] of links) {
      lines.push(nofollow ? '-' : '+', kind, ' ', url, '\n');
      if (lines.length < PIECES) continue;
      parts.push(lines.join(''));
      lines = [];
    }
    this.#text = parts.join('') + lines.join('');
  }

  *[Symbol.iterator](): Generator<FoundLink> {
    const text = this.#text;
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const space = text.indexOf(' ', start);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the constructor
      const kind = text.slice(start + 1, space) as FoundLink['kind'];
      yield { url: text.slice(space + 1, end), kind, nofollow: text[start] === '-' };
      start = end + 1;
    }
  }
}

/** How many lines are joined at a time. The lines stay in memory until then. */
const PIECES = 5000;

/** The links of headers and markup, each URL once. */
export function* linkSteps(sources: readonly Source[]): Steps<FoundLinks> {
  const links = new Map<string, Omit<FoundLink, 'url'>>();
  let characters = 0;
  const add = (source: Source, reference: string, kind: LinkKind, nofollow: boolean): void => {
    const url = characters > MAX_CHARACTERS ? null : absoluteUrl(source, reference);
    if (url === null) return;
    characters += url.length;
    const known = links.get(url);
    if (known === undefined || (known.nofollow && !nofollow)) links.set(url, { kind: known?.kind ?? kind, nofollow });
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
  return new FoundLinks(links);
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
