import { accessLog } from './formats/access-log.ts';
import { bookmarks } from './formats/bookmarks/bookmarks.ts';
import { csv, tsv } from './formats/csv/csv.ts';
import type { Format } from './formats/format.ts';
import { FORMATS } from './formats/index.ts';
import { lines } from './formats/lines.ts';
import { checkEncoding, withoutMark } from './reading/byte-order-mark.ts';

/** A heading is less of a proof than a name. */
const PROVED_LAST: readonly Format[] = [csv, tsv, lines];
/** Their names are also those of other things: of pages, of any list that a program writes. */
const NOT_BY_NAME: readonly Format[] = [bookmarks, accessLog];

/**
 * What a document is: by its content where that leaves no doubt, or else by its name, or else by its first line.
 *
 * @param head its first 64 KiB, or all of it, one byte a character (Latin-1)
 * @param fileName null where it has none; `.gz` at its end is passed over
 * @throws {FormatError} where it is in UTF-16
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
