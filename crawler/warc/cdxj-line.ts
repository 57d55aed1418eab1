import { printableJson } from '../../src/text/printable.ts';
import { surt } from '../../src/url/surt.ts';
import { bareDigest } from '../archive/capture.ts';

/** A capture, and where its record is. */
export interface IndexedCapture {
  readonly url: string;
  readonly date: Date;
  /** The media type of the response; `warc/revisit` for a revisit; null if unknown. */
  readonly type: string | null;
  /** The HTTP status; null if unknown. */
  readonly status: number | null;
  /** The digest of the payload; null if unknown. */
  readonly digest: string | null;
  /** Where the record starts in the file, in bytes. */
  readonly offset: number;
  /** Bytes of the packed record. */
  readonly length: number;
}

/** A line of an index of captures, which sorts by site and time: https://specs.webrecorder.net/cdxj/0.1.0/ */
export function cdxjLine(
  { url, date, type, status, digest, offset, length }: IndexedCapture,
  fileName: string,
): string {
  const fields = {
    url,
    ...(type !== null && { mime: type }),
    ...(status !== null && { status: String(status) }),
    ...(digest !== null && { digest: bareDigest(digest) }),
    length: String(length),
    offset: String(offset),
    filename: fileName,
  };
  return `${urlKey(url)} ${date.toISOString().replace(/\D/g, '').slice(0, 14)} ${printableJson(fields)}\n`;
}

/** `com,example)/a?b`: the SURT form as indexes have it, without scheme, `www.` and letter case. */
function urlKey(url: string): string {
  const form = surt(url.replace(/^(https?:\/\/)www\d*\./i, '$1').replace(/#.*/, ''));
  if (typeof form !== 'string') return url;
  return form
    .replace(/^\w+:\/\/\(/, '')
    .replace(/^([^)]*?),?(:\d+)?(@[^)]*)?\)/, '$1$2)')
    .toLowerCase()
    .replaceAll(' ', '%20');
}
