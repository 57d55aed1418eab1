import type { Steps } from '../../src/give-way.ts';
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

/** The links of a page as one text, in a fraction of the memory of objects: a page may have 100,000. */
export class FoundLinks implements Iterable<FoundLink> {
  readonly length: number;
  /** A line each: a sign for nofollow, the kind, a space and the URL. No URL that was resolved has a line end. */
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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the constructor wrote it
      const kind = text.slice(start + 1, space) as FoundLink['kind'];
      yield { url: text.slice(space + 1, end), kind, nofollow: text[start] === '-' };
      start = end + 1;
    }
  }
}

/** Joined at a time: all of them wait in memory until they are. */
const PIECES = 5000;

/** Where headers and markup lead, each URL once. */
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

/** References, each text once, and whether it is nofollow wherever it stands: menus repeat links. */
function references(links: readonly HtmlLink[]): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const { href, nofollow } of links) {
    const known = found.get(href);
    if (known === undefined || (known && !nofollow)) found.set(href, nofollow);
  }
  return found;
}
