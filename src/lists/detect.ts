import { accessLog } from './formats/access-log.ts';
import { bookmarks } from './formats/bookmarks/bookmarks.ts';
import { csv, tsv } from './formats/csv/csv.ts';
import type { Format } from './formats/format.ts';
import { FORMATS } from './formats/index.ts';
import { lines } from './formats/lines.ts';
import { checkEncoding, withoutMark } from './reading/byte-order-mark.ts';

/** Checked after file names: a heading is weaker evidence than a name. */
const PROVED_LAST: readonly Format[] = [csv, tsv, lines];
/** Never detected by name: pages and other lists use the same extensions. */
const NOT_BY_NAME: readonly Format[] = [bookmarks, accessLog];

/**
 * Detects the format of a document: by unambiguous content, else by its name, else by its first line.
 *
 * @param head its first 64 KiB or all of it, one byte per character (Latin-1)
 * @param fileName null if it has none; a `.gz` at the end is ignored
 * @throws {FormatError} if the document is UTF-16
 */
export function detectFormat(head: string, fileName: string | null): Format {
  checkEncoding(head);
  const text = withoutMark(head);
  const proved = FORMATS.find((format) => !PROVED_LAST.includes(format) && format.matches(text));
  return proved ?? byName(fileName) ?? PROVED_LAST.find((format) => format.matches(text)) ?? lines;
}

function byName(fileName: string | null): Format | undefined {
  const name = fileName?.toLowerCase().replace(/\.gz$/, '') ?? '';
  return FORMATS.find(
    ({ extensions }, index) =>
      !NOT_BY_NAME.some((format) => format === FORMATS[index]) && extensions.some((end) => name.endsWith(end)),
  );
}
