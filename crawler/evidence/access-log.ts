import { IntColumn } from '../../src/compact/column.ts';
import { defaultOf, difference } from '../../src/evidence/difference.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { originOf, requestedUrl } from '../../src/lists/formats/access-log.ts';
import { readLogLine } from '../../src/lists/formats/log-line.ts';
import { withoutUserinfo } from '../../src/url/credentials.ts';
import { Gathering } from './gathering.ts';
import { logTime } from './log-time.ts';
import { observed } from './observed.ts';
import { type UrlClass, UrlClasses } from './url-classes.ts';

/** URLs that are remembered; requests for others are passed over. */
const MAX_LOG_URLS = 500_000;
/** Longer ones are no pages, and would fill the memory. */
const MAX_LOG_URL = 2048;
/** Bytes of an answer below which equal sizes are a matter of chance, or of an error. */
const MIN_SIZE = 256;
/** Requests whose answers must all have one size before it is taken for a page's own. */
const MIN_REQUESTS = 2;
/** Pieces of evidence of a subject, a section of the site and a side: as much as any verdict takes. */
const MAX_PIECES = 64;
/** URLs of a class that are compared. */
const MAX_COMPARED = 32;

/** What the lines of a log were. */
export interface LogCounts {
  readonly lines: number;
  /** Requests for pages whose answers count: GET, and one of the statuses that say something. */
  readonly requests: number;
  /** Lines that are in none of the log formats. */
  readonly unreadable: number;
  /** Requests for URLs beyond those that are remembered. */
  readonly passedOver: number;
}

/** Gathers evidence from the lines of access logs, whose answers say no more than a status and a size. */
export class AccessLogEvidence {
  readonly #origin: string | null;
  readonly #urls = new UrlClasses();
  readonly #rows = new Map<string, number>();
  readonly #statuses = new IntColumn();
  readonly #sizes = new IntColumn();
  readonly #requests = new IntColumn();
  /** Seconds since the epoch. */
  readonly #times = new IntColumn();
  readonly #counts = { lines: 0, requests: 0, unreadable: 0, passedOver: 0 };

  /**
   * @param host of the site, with or without its scheme, for logs that do not name it; null where they do
   * @throws {FormatError} where it is none
   */
  constructor(host: string | null) {
    this.#origin = host === null ? null : originOf(host.includes('://') ? host : `http://${host}`);
  }

  get counts(): LogCounts {
    return this.#counts;
  }

  /** Whether a line came that does not name its site, where nobody else names it. */
  lacksHost = false;

  /** @param line bytes, one a character, without the line feed */
  add(line: string): void {
    this.#counts.lines++;
    const read = readLogLine(line);
    if (read === null) {
      this.#counts.unreadable++;
      return;
    }
    if (read.virtualHost === null && this.#origin === null) {
      this.lacksHost = true;
      return;
    }
    const [, status = '', size = ''] = /^ ([1-5][0-9]{2}) ([0-9]{1,9}|-)(?: |\r?$)/.exec(read.answer) ?? [];
    const url = read.request.startsWith('GET ') ? requestedUrl(read, this.#origin ?? '') : null;
    if (url === null || !SAYING.has(status)) return;
    this.#counts.requests++;
    const row = this.#rowOf(withoutUserinfo(url));
    if (row < 0) return;
    this.#record(row, Number(status), Number(size.replace('-', '0')), logTime(read.time));
  }

  /** The evidence of all lines, the oldest first. */
  async finish(): Promise<readonly Evidence[]> {
    const gathering = new Gathering(MAX_PIECES);
    for await (const members of this.#urls.byForm()) this.#compare(members, gathering);
    for await (const members of this.#urls.byParam()) this.#compare(members, gathering);
    return gathering.finish();
  }

  #rowOf(url: string): number {
    const known = this.#rows.get(url);
    if (known !== undefined) return known;
    if (this.#rows.size >= MAX_LOG_URLS || url.length > MAX_LOG_URL) {
      this.#counts.passedOver++;
      return -1;
    }
    const row = this.#urls.add(url);
    this.#rows.set(url, row);
    if (row < 0) return -1;
    for (const column of [this.#statuses, this.#sizes, this.#requests, this.#times]) column.push(0);
    return row;
  }

  /** A status or a size that was another before is of no use. */
  #record(row: number, status: number, size: number, time: number): void {
    const isFirst = this.#requests.get(row) === 0;
    this.#requests.set(row, this.#requests.get(row) + 1);
    this.#statuses.set(row, isFirst || this.#statuses.get(row) === status ? status : MIXED);
    this.#sizes.set(row, isFirst || this.#sizes.get(row) === size ? size : MIXED);
    this.#times.set(row, Math.max(this.#times.get(row), time));
  }

  #compare(members: UrlClass, gathering: Gathering): void {
    const first = members.find((row) => this.#statuses.get(row) === 200);
    if (first === undefined) return;
    for (const row of members.filter((other) => other !== first).slice(0, MAX_COMPARED)) {
      this.#comparePair(row, first, gathering);
    }
  }

  #comparePair(other: number, page: number, gathering: Gathering): void {
    const found = difference(this.#urls.text(other), this.#urls.text(page));
    if (found === null) return;
    const seen = this.#seen(other, page, found.kind === 'param');
    if (seen === null) return;
    const byDefault = defaultOf(found);
    if (seen === 'unclear') {
      gathering.addUnclear(found);
      if (byDefault !== null) gathering.addUnclear(byDefault);
      return;
    }
    const supports = seen === 'redirects' || seen === 'same-size';
    const at = Math.max(this.#times.get(other), this.#times.get(page)) * 1000;
    const [url, standing] = [this.#urls.text(other), this.#urls.text(page)];
    const observation = observed({ url, page: standing, source: 'log', supports, seen, by: 'log', at }, found);
    if (observation === null) return;
    const { evidence } = observation;
    const content = seen === 'same-size' ? String(this.#sizes.get(page)) : null;
    gathering.add(evidence, content, found.params);
    if (byDefault !== null) gathering.add({ ...evidence, ...byDefault }, content);
  }

  /** What the answers to two URLs say of them, the second of which is a page; null for nothing. */
  #seen(other: number, page: number, isParam: boolean): string | null {
    const status = this.#statuses.get(other);
    if (status === 404 || status === 410) return 'not-found';
    // A log does not say where to; with a parameter it may be anywhere.
    if (status === 301 || status === 308) return isParam ? null : 'redirects';
    const [size, pageSize] = [this.#sizes.get(other), this.#sizes.get(page)];
    if (status !== 200 || size < MIN_SIZE || pageSize < MIN_SIZE) return null;
    const isSure = this.#requests.get(other) >= MIN_REQUESTS && this.#requests.get(page) >= MIN_REQUESTS;
    if (size === pageSize) return 'same-size';
    return isSure ? 'other-size' : 'unclear';
  }
}

const MIXED = -1;

/** Answers that say something of a URL: not that a part was sent, or nothing new. */
const SAYING: ReadonlySet<string> = new Set(['200', '301', '302', '303', '307', '308', '404', '410']);
