import { withByteOrderMark, withoutMark } from '../reading/byte-order-mark.ts';
import { accessLog } from './access-log.ts';
import { bookmarks } from './bookmarks/bookmarks.ts';
import { cdx, cdxj } from './cdx.ts';
import { csv, tsv } from './csv/csv.ts';
import type { Format, Reader, ReadOptions } from './format.ts';
import { html } from './html.ts';
import { jsonl } from './jsonl.ts';
import { lines } from './lines.ts';
import { markdown } from './markdown/markdown.ts';
import { opml } from './opml.ts';
import { sitemap } from './sitemap.ts';

/** All formats, in the order of detection. */
export const FORMATS: readonly Format[] = [
  bookmarks,
  opml,
  sitemap,
  cdx,
  cdxj,
  accessLog,
  jsonl,
  html,
  markdown,
  csv,
  tsv,
  lines,
];

/** Creates a reader that handles byte order marks. Lists of links drop them. */
export function createReader(format: Format, options: ReadOptions): Reader {
  return withByteOrderMark(format.createReader(options), format.output !== 'links');
}

/** Checked after file names: a heading is weaker evidence than a name. */
const PROVED_LAST: readonly Format[] = [csv, tsv, lines];
/** Never detected by name: pages and other lists use the same extensions. */
const NOT_BY_NAME: readonly Format[] = [bookmarks, accessLog];

/**
 * Detects the format of a document: by unambiguous content, else by its name, else by its first line.
 *
 * @param head its first 64 KiB or all of it, one byte per character (Latin-1)
 * @param fileName null if it has none; a `.gz` at the end is ignored
 * @param own formats of the user, which are asked first
 */
export function detectFormat(head: string, fileName: string | null, own: readonly Format[] = []): Format {
  const text = withoutMark(head);
  const mine = own.find((format) => format.matches(text)) ?? own.find((format) => hasName(format, fileName));
  if (mine !== undefined) return mine;
  const proved = FORMATS.find((format) => !PROVED_LAST.includes(format) && format.matches(text));
  return proved ?? byName(fileName) ?? PROVED_LAST.find((format) => format.matches(text)) ?? lines;
}

function byName(fileName: string | null): Format | undefined {
  return FORMATS.find((format) => !NOT_BY_NAME.includes(format) && hasName(format, fileName));
}

function hasName({ extensions }: Format, fileName: string | null): boolean {
  const name = fileName?.toLowerCase().replace(/\.gz$/, '') ?? '';
  return extensions.some((end) => name.endsWith(end));
}
