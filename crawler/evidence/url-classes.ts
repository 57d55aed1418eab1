import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import type { Key } from '../../src/canon/key.ts';
import { IntColumn } from '../../src/compact/column.ts';
import { textHash } from '../../src/compact/text-hash.ts';
import { blockingKey } from '../../src/evidence/blocking-key.ts';
import { plausibleKinds } from '../../src/evidence/plausible-kinds.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../../src/facts/site-facts.ts';
import { giveWay, isStretchOver } from '../../src/give-way.ts';
import { orNull, UrlError } from '../../src/url/error.ts';
import { dropParams, paramName } from '../../src/url/query.ts';

/** How many URLs are examined: with more, their rows would not fit into a number. */
const MAX_URLS: number = 2 ** 21;
/** How many characters of URLs are examined: some hundred MB, enough for `MAX_URLS` URLs of usual length. */
const MAX_CHARACTERS = 2 ** 27;
/** Of a URL with more parameters, some or all are not compared one by one: the work grows with their number. */
const MAX_PARAMS = 8;

/** Rows of URLs that one fact would merge, shortest first, which is the likely canonical form. */
export type UrlClass = readonly number[];

const standard: Canonicalizer = compile();
const looser: ReadonlyMap<AssumableFact, Canonicalizer> = new Map(
  ASSUMABLE_FACTS.map((kind) => [kind, compile({ assume: [kind] })]),
);

/**
 * Finds the URLs that one fact would merge. Each URL takes its text and a few bytes, and some more for each parameter.
 * The time grows like that of sorting as many numbers.
 */
export class UrlClasses {
  /** Canonical URLs by row. */
  readonly #texts: Key[] = [];
  #characters = 0;

  /** Whether the limit is reached. */
  get isFull(): boolean {
    return this.#texts.length >= MAX_URLS || this.#characters >= MAX_CHARACTERS;
  }

  /**
   * @param url as found
   * @returns its row, counted from 0; -1 if it is not an http(s) URL, or the limit is reached
   */
  add(url: string): number {
    const text = standard.key(url);
    if (text instanceof UrlError || !/^https?:/.test(text) || this.isFull) return -1;
    this.#characters += text.length;
    return this.#texts.push(text) - 1;
  }

  /** The canonical URL of a row; empty if the row does not exist. */
  text(row: number): Key | '' {
    return this.#texts[row] ?? '';
  }

  /**
   * Classes of URLs that facts about hosts, paths and the order of parameters would merge. Other work gets its turn in
   * between.
   *
   * @throws the signal's reason
   */
  async *byForm(signal?: AbortSignal): AsyncGenerator<UrlClass> {
    for await (const rows of this.#sharing((text) => [blockingKey(text, null)], signal)) {
      const texts = rows.map((row) => this.text(row));
      for (const kind of plausibleKinds(ASSUMABLE_FACTS, texts, false)) {
        const { canonicalize } = looser.get(kind) ?? standard;
        const classes = await this.#group(rows, (text) => [orNull(canonicalize(text)) ?? text], signal);
        for (const members of classes.values()) yield* this.#distinct(members);
      }
    }
  }

  /**
   * Classes of URLs that differ in one parameter, which one of them may lack, as far as {@link isComparedByParam} says. Other
   * work gets its turn in between.
   *
   * @throws the signal's reason
   */
  async *byParam(signal?: AbortSignal): AsyncGenerator<UrlClass> {
    const hashesOf = (text: string): readonly number[] => [text, ...restsOf(text).values()].map((one) => textHash(one));
    for await (const rows of this.#sharing(hashesOf, signal)) yield* this.#byParamOf(new Set(rows), signal);
  }

  /**
   * Classes of URLs that have one key by the claims. Other work gets its turn in between.
   *
   * @throws the signal's reason
   */
  async *byKey({ canonicalize }: Canonicalizer, signal?: AbortSignal): AsyncGenerator<UrlClass> {
    const keyOf = (text: string): string => orNull(canonicalize(text)) ?? text;
    for await (const rows of this.#sharing((text) => [textHash(keyOf(text))], signal)) {
      const classes = await this.#group(rows, (text) => [keyOf(text)], signal);
      for (const members of classes.values()) yield* this.#distinct(members);
    }
  }

  /** The rows of each hash that several rows share. */
  async *#sharing(
    hashesOf: (text: string) => readonly number[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly number[]> {
    const shares = new Shares();
    for (const [row, text] of this.#texts.entries()) {
      for (const hash of hashesOf(text)) shares.add(hash, row);
      if (isStretchOver()) await giveWay(signal);
    }
    yield* shares.shared(signal);
  }

  /** @param rows rows that share a hash of their text, or of their text without a parameter */
  async *#byParamOf(rows: ReadonlySet<number>, signal: AbortSignal | undefined): AsyncGenerator<UrlClass> {
    const bare = new Map<string, number>();
    for (const row of rows) bare.set(this.text(row), row);
    const idsOf = (text: string): readonly string[] => Array.from(restsOf(text), ([name, rest]) => `${name} ${rest}`);
    for (const [id, members] of await this.#group(rows, idsOf, signal)) {
      const lacking = bare.get(id.slice(id.indexOf(' ') + 1));
      yield* this.#distinct(lacking === undefined ? members : [...members, lacking]);
    }
  }

  async #group(
    rows: Iterable<number>,
    namesOf: (text: string) => readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const groups = new Map<string, number[]>();
    for (const row of rows) {
      if (isStretchOver()) await giveWay(signal);
      for (const name of namesOf(this.text(row))) {
        const known = groups.get(name);
        if (known === undefined) groups.set(name, [row]);
        else known.push(row);
      }
    }
    return groups;
  }

  *#distinct(members: readonly number[]): Generator<UrlClass> {
    if (members.length < 2) return;
    const rows = [...new Map(members.map((row) => [this.text(row), row])).values()];
    if (rows.length > 1) yield rows.sort((a, b) => this.text(a).length - this.text(b).length);
  }
}

/** Whether a canonical URL is compared with those that differ from it in this parameter alone. */
export function isComparedByParam(url: string, name: string): boolean {
  return restsOf(url).has(name);
}

/** A hash of a URL's place without regard to its host, slashes, case and query. */
export function placeOf(url: string): number {
  return blockingKey(url.replace(/^https?:\/\/[^/]*|[?#].*/gs, ''), null);
}

/** Collects rows by hash, to find those that share one. */
class Shares {
  /** Divided by some bits of the hash, because sorting everything together would take seconds. */
  readonly #parts = Array.from({ length: PARTS }, () => ({ hashes: new IntColumn(), rows: new IntColumn() }));

  add(value: number, row: number): void {
    const part = this.#parts[(value ^ (value >>> 16)) & (PARTS - 1)];
    part?.hashes.push(value);
    part?.rows.push(row);
  }

  /** The rows of each shared hash, in order. Different texts may share a hash. */
  async *shared(signal: AbortSignal | undefined): AsyncGenerator<readonly number[]> {
    for (const { hashes, rows } of this.#parts) {
      await giveWay(signal);
      const sorted = new Float64Array(hashes.length);
      // One number holds both values and sorts by hash, then by row.
      for (let i = 0; i < sorted.length; i++) sorted[i] = hashes.get(i) * MAX_URLS + rows.get(i);
      yield* runsOf(sorted.sort());
    }
  }
}

/** A power of two. */
const PARTS = 64;

/** The rows of each hash that several rows share. */
function* runsOf(sorted: Float64Array): Generator<readonly number[]> {
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

/** For each parameter name that is compared, the URL without it; empty if there are too many parameters. */
function restsOf(text: string): ReadonlyMap<string, string> {
  const rests = new Map<string, string>();
  const [, start = '', query = '', end = ''] = /^([^?#]*)\?([^#]*)(.*)/s.exec(text) ?? [];
  const names = new Set(query.split('&', MAX_PARAMS + 1).map(paramName));
  names.delete('');
  if (names.size > MAX_PARAMS) return rests;
  for (const name of names) {
    const left = dropParams(query, (param) => paramName(param) === name) ?? '';
    rests.set(name, `${start}${left === '' ? '' : `?${left}`}${end}`);
  }
  return rests;
}
