import { compile } from '../../src/canon/canonicalizer.ts';
import { IntColumn } from '../../src/compact/column.ts';
import { difference } from '../../src/evidence/difference.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { giveWay, isStretchOver } from '../../src/give-way.ts';
import { UrlError } from '../../src/url/error.ts';
import { placeOf, type UrlClass, UrlClasses } from '../evidence/url-classes.ts';
import { compareCaptures, type Seen } from './compare-captures.ts';
import type { Sighting } from './sighting.ts';
import { SiteTallies } from './tallies.ts';

/** How many captures of a URL are kept: the last ones, which an index has at the end. */
const MAX_CAPTURES = 16;
/** How many URLs of a class are compared. */
const MAX_COMPARED = 32;
/** How many times the share of places is halved. */
const MAX_HALVINGS = 20;

/** Merges whatever facts could merge. */
const loosest = compile({ profile: 'changing' });

/**
 * Captures of whole sites in memory. If there are too many URLs, it keeps those of half of the places, and again: a
 * place is a path without regard to its form and query, so all URLs that may be one page stay together.
 */
export class Batch {
  readonly #capacity: number;
  #kept = new Captures();
  /** Places whose hash has one of these bits are left out. */
  #mask = 0;
  /** Captures that were left out. */
  passedOver = 0;

  /** @param capacity how many URLs to keep */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The number of URLs. */
  get size(): number {
    return this.#kept.rows.size;
  }

  get isFull(): boolean {
    return this.size >= this.#capacity || this.#kept.urls.isFull;
  }

  add(sighting: Sighting): void {
    const { key } = sighting;
    const known = this.#kept.rows.get(key);
    if (known === undefined && this.isFull) this.#halve();
    const row = known ?? (this.#isLeftOut(key) || this.isFull ? NONE : this.#kept.addRow(key));
    if (row === NONE) this.passedOver++;
    else this.#kept.add(row, sighting);
  }

  /**
   * The evidence of each site. Other work gets its turn in between.
   *
   * @param window how far apart two captures may be to be compared, in seconds
   * @throws the signal's reason
   */
  async *evidence(window: number, signal?: AbortSignal): AsyncGenerator<readonly Evidence[]> {
    const tallies = new SiteTallies();
    const common = await this.#commonContents(signal);
    for await (const members of this.#kept.urls.byForm(signal)) this.#compare(members, common, window, tallies);
    for await (const members of this.#kept.urls.byParam(signal)) this.#compare(members, common, window, tallies);
    await this.#addRedirects(tallies, signal);
    for (const evidence of tallies.finish()) {
      yield evidence;
      await giveWay(signal);
    }
  }

  #isLeftOut(key: string): boolean {
    return this.#mask !== 0 && (placeOf(key) & this.#mask) !== 0;
  }

  #halve(): void {
    while (this.isFull && this.#mask < 2 ** MAX_HALVINGS - 1) {
      const before = this.#kept;
      this.#kept = new Captures();
      this.#mask = this.#mask * 2 + 1;
      for (const sighting of before.sightings()) this.add(sighting);
    }
  }

  /** The contents that appear at more than one place of a site: error pages, notices, shells that a program fills. */
  async #commonContents(signal: AbortSignal | undefined): Promise<ReadonlySet<number>> {
    const places = new Map<number, number>();
    const common = new Set<number>();
    for (const [key, row] of this.#kept.rows) {
      if (isStretchOver()) await giveWay(signal);
      const place = placeOf(key);
      for (const capture of this.#kept.of(row)) {
        const content = this.#kept.contents.get(capture);
        if (content === 0) continue;
        const id = ofSite(content, key);
        const known = places.get(id);
        if (known === undefined) places.set(id, place);
        else if (known !== place) common.add(id);
      }
    }
    return common;
  }

  /** Compares the URL of a class that was a page most often with the others. */
  #compare(members: UrlClass, common: ReadonlySet<number>, window: number, tallies: SiteTallies): void {
    const pages = members.filter((row) => this.#isPage(row));
    const page = pages.toSorted((a, b) => this.#kept.counts.get(b) - this.#kept.counts.get(a))[0];
    if (page === undefined) return;
    for (const row of members.filter((other) => other !== page).slice(0, MAX_COMPARED)) {
      const [url, standing] = [this.#kept.urls.text(row), this.#kept.urls.text(page)];
      const found = difference(url, standing);
      if (found === null || found.kind === 'ip') continue;
      const [tried, known] = [this.#seen(row, standing, common), this.#seen(page, url, common)];
      const seen = compareCaptures(tried, known, window);
      if (seen === null) continue;
      const content = seen === 'same-digest' ? sharedContent(tried, known) : 0;
      const at = Math.max(...[...tried, ...known].map(({ time }) => time));
      tallies.add({ found, url, page: standing, seen, content, at });
    }
  }

  #isPage(row: number): boolean {
    return [...this.#kept.of(row)].some((capture) => this.#kept.statuses.get(capture) === 200);
  }

  /** What is known of a URL, in order of time. A capture that repeats another takes its status from it. */
  #seen(row: number, page: string, common: ReadonlySet<number>): readonly Seen[] {
    const captures = [...this.#kept.of(row)];
    const isPage = (content: number): boolean =>
      captures.some((other) => this.#kept.statuses.get(other) === 200 && this.#kept.contents.get(other) === content);
    return captures
      .flatMap((capture): Seen[] => {
        const [time, content] = [this.#kept.times.get(capture), this.#kept.contents.get(capture)];
        const status = this.#kept.statuses.get(capture);
        const isCommon = content !== 0 && common.has(ofSite(content, page));
        if (status === 0) return isPage(content) ? [{ time, status: 200, content, isCommon }] : [];
        const target = this.#kept.targets.get(capture);
        return [{ time, status, content, isCommon, ...(target !== undefined && { leads: leadOf(target, page) }) }];
      })
      .toSorted((a, b) => a.time - b.time);
  }

  async #addRedirects(tallies: SiteTallies, signal: AbortSignal | undefined): Promise<void> {
    for (const [key, row] of this.#kept.rows) {
      if (isStretchOver()) await giveWay(signal);
      for (const capture of this.#kept.of(row)) {
        const target = this.#kept.targets.get(capture);
        const found = target === undefined ? null : difference(key, target);
        if (target === undefined || found === null || found.kind === 'ip') continue;
        const [status, at] = [this.#kept.statuses.get(capture), this.#kept.times.get(capture)];
        tallies.add({ found, url: key, page: target, seen: 'redirects', content: 0, at, status });
        break;
      }
    }
  }
}

const NONE = -1;

/** Captures by URL. */
class Captures {
  readonly urls = new UrlClasses();
  readonly rows = new Map<string, number>();
  /** By row: its last capture, and how many it has. */
  readonly #last = new IntColumn();
  readonly counts = new IntColumn();
  /** By capture. */
  readonly #previous = new IntColumn();
  readonly times = new IntColumn();
  readonly statuses = new IntColumn();
  readonly contents = new IntColumn();
  /** The targets of redirects, by capture. */
  readonly targets = new Map<number, string>();

  /** Returns the row of a new URL; -1 if it cannot be kept. */
  addRow(key: string): number {
    const row = this.urls.add(key);
    if (row < 0) return NONE;
    this.rows.set(this.urls.text(row), row);
    this.#last.push(NONE);
    this.counts.push(0);
    return row;
  }

  add(row: number, { time, status, content, target }: Sighting): void {
    const capture = this.counts.get(row) < MAX_CAPTURES ? this.#addCapture(row) : this.#takeOldest(row);
    this.#previous.set(capture, this.#last.get(row));
    this.#last.set(row, capture);
    this.times.set(capture, time);
    this.statuses.set(capture, status);
    this.contents.set(capture, content);
    if (target === '') this.targets.delete(capture);
    else this.targets.set(capture, target);
  }

  /** The captures of a URL, from the last added. */
  *of(row: number): Generator<number> {
    for (let at = this.#last.get(row); at !== NONE; at = this.#previous.get(at)) yield at;
  }

  /** All sightings by URL, each as they were added. */
  *sightings(): Generator<Sighting> {
    for (const [key, row] of this.rows) {
      for (const capture of [...this.of(row)].toReversed()) {
        const [time, status] = [this.times.get(capture), this.statuses.get(capture)];
        const [content, target] = [this.contents.get(capture), this.targets.get(capture) ?? ''];
        yield { key, time, status, content, target };
      }
    }
  }

  #addCapture(row: number): number {
    this.counts.set(row, this.counts.get(row) + 1);
    for (const column of [this.#previous, this.times, this.statuses, this.contents]) column.push(0);
    return this.times.length - 1;
  }

  /** Takes the oldest capture of a URL out of its list, to be used again. */
  #takeOldest(row: number): number {
    const [before = NONE, oldest = NONE] = [...this.of(row)].slice(-2);
    this.#previous.set(before, NONE);
    return oldest;
  }
}

function leadOf(target: string, page: string): NonNullable<Seen['leads']> {
  const [there, here] = [loosest.key(target), loosest.key(page)];
  if (there instanceof UrlError || here instanceof UrlError) return 'elsewhere';
  if (there === here) return 'to-page';
  return /^https?:\/\/[^/]*\/$/.test(target) ? 'to-root' : 'elsewhere';
}

function sharedContent(a: readonly Seen[], b: readonly Seen[]): number {
  const contents = new Set(a.map(({ content }) => content));
  return b.find(({ content, isCommon }) => content !== 0 && isCommon !== true && contents.has(content))?.content ?? 0;
}

/** A hash of a content of one site. */
function ofSite(content: number, key: string): number {
  let value = content;
  for (let i = hostStart(key); i < key.length && key.charCodeAt(i) !== SLASH; i++) {
    value = Math.imul(value ^ key.charCodeAt(i), 0x01000193);
  }
  return value;
}

const SLASH = 0x2f;

function hostStart(key: string): number {
  const start = key.indexOf('//') + 2;
  return key.startsWith('www.', start) ? start + 4 : start;
}
