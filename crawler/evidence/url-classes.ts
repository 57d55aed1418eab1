import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import type { Key } from '../../src/canon/key.ts';
import { IntColumn } from '../../src/dedup/column.ts';
import { foldHash } from '../../src/dedup/fold.ts';
import { ASSUMABLE_FACTS } from '../../src/facts/site-facts.ts';
import { UrlError } from '../../src/url/error.ts';
import { dropParams, paramName } from '../../src/url/query.ts';

/** More URLs are not looked at: their rows would not fit a number. */
export const MAX_URLS: number = 2 ** 21;
/** A URL of more parameters takes part in nothing that is about one of them. */
const MAX_PARAMS = 8;

/** Rows of URLs that one fact would make one, the shortest first: the form that the others may stand for. */
export type UrlClass = readonly number[];

const standard: Canonicalizer = compile();
const looser: readonly Canonicalizer[] = ASSUMABLE_FACTS.map((kind) => compile({ assume: [kind] }));

/**
 * Finds the URLs that one fact would make one, among many: each takes its text and some bytes, a parameter some more.
 * The time grows no faster than the sorting of as many numbers.
 */
export class UrlClasses {
  /** Canonical, by row. */
  readonly #texts: Key[] = [];

  get size(): number {
    return this.#texts.length;
  }

  /**
   * @param url as found
   * @returns its row: how many there were before; -1 where it is none of the web, or too many are there
   */
  add(url: string): number {
    const text = standard.key(url);
    if (text instanceof UrlError || !/^https?:/.test(text) || this.#texts.length >= MAX_URLS) return -1;
    return this.#texts.push(text) - 1;
  }

  /** The canonical URL of a row; empty where there is no such row. */
  text(row: number): Key | '' {
    return this.#texts[row] ?? '';
  }

  /** Where a URL lies, whatever its host, slashes, case and query: a hash. */
  placeOf(row: number): number {
    return foldHash(this.text(row).replace(/^https?:\/\/[^/]*|[?#].*$/gs, ''), null);
  }

  /** Classes of URLs that the facts on hosts, paths and the order of parameters would make one. */
  *byForm(): Generator<UrlClass> {
    const folds = new Shares();
    for (const [row, text] of this.#texts.entries()) folds.add(foldHash(text, null), row);
    for (const rows of folds.shared()) {
      for (const { canonicalize } of looser) yield* this.#classes(rows, (text) => orItself(text, canonicalize(text)));
    }
  }

  /** Classes of URLs that differ in one parameter, which one of them may lack. */
  *byParam(): Generator<UrlClass> {
    const rests = new Shares();
    for (const [row, text] of this.#texts.entries()) {
      rests.add(hash(text), row);
      for (const rest of restsOf(text).values()) rests.add(hash(rest), row);
    }
    for (const rows of rests.shared()) yield* this.#byParamOf(new Set(rows));
  }

  /** @param rows whose texts, or rests of them, share a hash */
  *#byParamOf(rows: ReadonlySet<number>): Generator<UrlClass> {
    const bare = new Map<string, number>();
    const classes = new Map<string, number[]>();
    for (const row of rows) {
      bare.set(this.text(row), row);
      for (const [name, rest] of restsOf(this.text(row))) {
        const id = `${name} ${rest}`;
        const known = classes.get(id);
        if (known === undefined) classes.set(id, [row]);
        else known.push(row);
      }
    }
    for (const [id, members] of classes) {
      const lacking = bare.get(id.slice(id.indexOf(' ') + 1));
      yield* this.#distinct(lacking === undefined ? members : [...members, lacking]);
    }
  }

  *#classes(rows: readonly number[], made: (text: string) => string): Generator<UrlClass> {
    for (const members of Map.groupBy(rows, (row) => made(this.text(row))).values()) yield* this.#distinct(members);
  }

  *#distinct(members: readonly number[]): Generator<UrlClass> {
    if (members.length < 2) return;
    const rows = [...new Map(members.map((row) => [this.text(row), row])).values()];
    if (rows.length > 1) yield rows.sort((a, b) => this.text(a).length - this.text(b).length || a - b);
  }
}

/** Rows by hash: those that share theirs with another. */
class Shares {
  readonly #hashes = new IntColumn();
  readonly #rows = new IntColumn();

  add(value: number, row: number): void {
    this.#hashes.push(value);
    this.#rows.push(row);
  }

  /** The rows of one hash together, in order. A hash may be that of different texts. */
  *shared(): Generator<readonly number[]> {
    const sorted = new Float64Array(this.#hashes.length);
    // Both in one number, which sorts as the two would.
    for (let i = 0; i < sorted.length; i++) sorted[i] = this.#hashes.get(i) * MAX_URLS + this.#rows.get(i);
    sorted.sort();
    let rows: number[] = [];
    let last: number | null = null;
    for (const both of sorted) {
      const value = Math.floor(both / MAX_URLS);
      if (value !== last && rows.length > 1) yield rows;
      if (value !== last) rows = [];
      rows.push(both - value * MAX_URLS);
      last = value;
    }
    if (rows.length > 1) yield rows;
  }
}

/** For each name of a parameter what is left of the URL without it; nothing where there are too many. */
function restsOf(text: string): ReadonlyMap<string, string> {
  const rests = new Map<string, string>();
  const [, start = '', query = '', end = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(text) ?? [];
  const names = new Set(query.split('&', MAX_PARAMS + 1).map(paramName));
  names.delete('');
  if (names.size > MAX_PARAMS) return rests;
  for (const name of names) {
    const left = dropParams(query, (param) => paramName(param) === name) ?? '';
    rests.set(name, `${start}${left === '' ? '' : `?${left}`}${end}`);
  }
  return rests;
}

function orItself(text: string, canonical: string | UrlError): string {
  return canonical instanceof UrlError ? text : canonical;
}

/** FNV-1a, of which two texts share one in four thousand million. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
