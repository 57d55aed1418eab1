import { withByteOrderMark } from '../reading/byte-order-mark.ts';
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

/** The format with that name, if there is one. */
export function formatNamed(name: string): Format | undefined {
  return FORMATS.find((format) => format.name === name);
}

/** Creates a reader that handles byte order marks. Lists of links drop them. */
export function createReader(format: Format, options: ReadOptions): Reader {
  return withByteOrderMark(format.createReader(options), format.output !== 'links');
}
