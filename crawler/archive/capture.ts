/** A page or redirect as a web archive recorded it at one time. */
export interface Capture {
  /** The URL as recorded. */
  readonly url: string;
  /** In seconds since the epoch. */
  readonly time: number;
  /** The HTTP status code, {@link NO_ANSWER}, or 0 if the record does not repeat that of an earlier capture (`revisit`). */
  readonly status: number;
  /** The digest of the payload, without the name of its algorithm; empty if there is none. */
  readonly digest: string;
  /** The URL that a redirect leads to, absolute or not; null if unknown. */
  readonly location: string | null;
  /**
   * The part of the URL key that names the site, as in `com,example)`, by which archives sort; null if the record has
   * none.
   */
  readonly site: string | null;
}

/** What a line of an index is if it is not a capture. `blank` includes headers and comments. */
export type NoCapture = 'blank' | 'unreadable';

/** The status of records without an HTTP answer, such as those of DNS. */
export const NO_ANSWER = 1;

const TIME = /^([0-9]{4})([0-9]{2})([0-9]{2})(?:([0-9]{2})([0-9]{2})([0-9]{2})[0-9]{0,9})?$/;

/**
 * Parses the time of a capture, such as `20240131235959`, or a day.
 *
 * @returns seconds since the epoch; null if it is not a time, or does not fit into 32 bits
 */
export function captureTime(text: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const time = Date.UTC(year, month - 1, day, hours, minutes, seconds) / 1000;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && time > 0 && time < 2 ** 31 ? time : null;
}

/** A digest without the name of its algorithm; empty for `-`. */
export function bareDigest(digest: string): string {
  return digest === '-' ? '' : digest.slice(digest.indexOf(':') + 1);
}
