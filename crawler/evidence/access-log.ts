import { IntColumn } from '../../src/compact/column.ts';
import { difference } from '../../src/evidence/difference.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { originOf, requestedUrl } from '../../src/lists/formats/access-log.ts';
import { readLogLine } from '../../src/lists/formats/log-line.ts';
import { isPermanent } from '../../src/status-codes.ts';
import { withoutUserinfo } from '../../src/url/credentials.ts';
import { Gathering } from './gathering.ts';
import { logTime } from './log-time.ts';
import { observed } from './observed.ts';
import { type UrlClass, UrlClasses } from './url-classes.ts';

/** How many URLs are remembered. Requests for further ones are ignored. */
const MAX_LOG_URLS = 500_000;
/** Longer URLs, in characters, are ignored: they are not pages, and would fill the memory. */
const MAX_LOG_URL = 2048;
/** Equal sizes below this many bytes are a coincidence, or those of an error page. */
const MIN_SIZE = 256;
/** How many answers with the same size it takes before that size counts as the page's own. */
const MIN_REQUESTS = 2;
/** The most pieces of evidence for a subject, a section of the site and a side: as many as any verdict uses. */
const MAX_PIECES = 64;
/** How many URLs of a class are compared. */
const MAX_COMPARED = 32;

/** Counts of the lines of a log. */
export interface LogCounts {
  readonly lines: number;
  /** Requests that count: GET requests for pages, with a status that is evidence. */
  readonly requests: number;
  /** Lines in an unknown format. */
  readonly unreadable: number;
  /** Requests for URLs beyond the number remembered. */
  readonly passedOver: number;
}

/** Collects evidence from access logs, which contain only the status and the size of each answer. */
export class AccessLogEvidence {
  readonly #origin: string | null;
  readonly #urls = new UrlClasses();
  readonly #rows = new Map<string, number>();
  readonly #statuses = new IntColumn();
  readonly #sizes = new IntColumn();
  readonly #requests = new IntColumn();
  /** In seconds since the epoch. */
  readonly #times = new IntColumn();
  readonly #counts = { lines: 0, requests: 0, unreadable: 0, passedOver: 0 };

  /**
   * @param host the site's host, with or without scheme, for logs that do not name it; null for logs that do
   * @throws {FormatError} if the host is invalid
   */
  constructor(host: string | null) {
    this.#origin = host === null ? null : originOf(host.includes('://') ? host : `http://${host}`);
  }

  get counts(): LogCounts {
    return this.#counts;
  }

  /** Whether a line without host came, although no host was given. */
  lacksHost = false;

  /** @param line the line's bytes, one per character, without the line feed; null for one that is too long */
  add(line: string | null): void {
    this.#counts.lines++;
    const read = line === null ? null : readLogLine(line);
    if (read === null) {
      this.#counts.unreadable++;
      return;
    }
    if (read.virtualHost === null && this.#origin === null) {
      this.lacksHost = true;
      return;
    }
    const [, status = '', size = ''] = /^ ([1-5][0-9]{2}) ([0-9]{1,9}|-)(?: |\r?$)/.exec(read.answer) ?? [];
    const url = read.request.startsWith('GET ') ? requestedUrl(read, this.#origin) : null;
    if (url === null || !SAYING.has(status)) return;
    this.#counts.requests++;
    const row = this.#rowOf(withoutUserinfo(url));
    if (row < 0) return;
    this.#record(row, Number(status), Number(size.replace('-', '0')), logTime(read.time));
  }

  /**
   * The evidence of all lines, oldest first.
   *
   * @throws the signal's reason
   */
  async finish(signal?: AbortSignal): Promise<readonly Evidence[]> {
    const gathering = new Gathering(MAX_PIECES);
    for await (const members of this.#urls.byForm(signal)) this.#compare(members, gathering);
    for await (const members of this.#urls.byParam(signal)) this.#compare(members, gathering);
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

  /** A status or size that differs from an earlier one makes the URL unusable. */
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
    if (seen === 'unclear') return gathering.addUnclear(found);
    const supports = seen === 'redirects' || seen === 'same-size';
    const at = Math.max(this.#times.get(other), this.#times.get(page)) * 1000;
    const [url, standing] = [this.#urls.text(other), this.#urls.text(page)];
    const observation = observed({ url, page: standing, source: 'log', supports, seen, by: 'log', at }, found);
    const content = seen === 'same-size' ? String(this.#sizes.get(page)) : null;
    if (observation !== null) gathering.addPair(observation, content);
  }

  /** What the answers to two URLs show, if the second is a page; null if they show nothing. */
  #seen(other: number, page: number, isParam: boolean): string | null {
    const status = this.#statuses.get(other);
    if (status === 404 || status === 410) return 'not-found';
    // A log does not contain the target of a redirect. If only a parameter differs, the target may be any page.
    if (isPermanent(status)) return isParam ? null : 'redirects';
    const [size, pageSize] = [this.#sizes.get(other), this.#sizes.get(page)];
    if (status !== 200 || size < MIN_SIZE || pageSize < MIN_SIZE) return null;
    const isSure = this.#requests.get(other) >= MIN_REQUESTS && this.#requests.get(page) >= MIN_REQUESTS;
    if (size === pageSize) return 'same-size';
    return isSure ? 'other-size' : 'unclear';
  }
}

const MIXED = -1;

/** Statuses that are evidence about a URL. Partial and unmodified answers are not. */
const SAYING: ReadonlySet<string> = new Set(['200', '301', '302', '303', '307', '308', '404', '410']);
