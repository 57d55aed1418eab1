import type { FoundLink } from './found-links.ts';
import type { PageReading } from './page-reading.ts';

/** A reading as two texts, which threads hand over faster than objects, and in a fraction of the memory. */
export interface PackedReading {
  /** All but the links, in JSON. */
  readonly rest: string;
  /** A line each: a character for whether it is nofollow, the kind, a space and the URL. No URL that was resolved has a line end. */
  readonly links: string;
}

export function pack({ links, ...rest }: PageReading): PackedReading {
  const parts: string[] = [];
  let lines: string[] = [];
  for (const { url, kind, nofollow } of links) {
    lines.push(nofollow ? '-' : '+', kind, ' ', url, '\n');
    if (lines.length < PIECES) continue;
    parts.push(lines.join(''));
    lines = [];
  }
  return { rest: JSON.stringify(rest), links: parts.join('') + lines.join('') };
}

/** Joined at a time: all of them wait in memory until they are. */
const PIECES = 5000;

export function unpack({ rest, links }: PackedReading): PageReading {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own, from the other side
  const reading = JSON.parse(rest) as Omit<PageReading, 'links'>;
  return { ...reading, links: new PackedLinks(links) };
}

/** Unpacks the links one by one: a page may have 100,000. */
class PackedLinks implements Iterable<FoundLink> {
  readonly length: number;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    let length = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) length++;
    this.length = length;
  }

  *[Symbol.iterator](): Generator<FoundLink> {
    const text = this.#text;
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const space = text.indexOf(' ', start);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `pack` wrote it
      const kind = text.slice(start + 1, space) as FoundLink['kind'];
      yield { url: text.slice(space + 1, end), kind, nofollow: text[start] === '-' };
      start = end + 1;
    }
  }
}
