import { decodeBytes } from '../../text/bytes.ts';
import { isBlank } from '../../text/white-space.ts';
import { FormatError } from '../error.ts';
import { entryPerLine, withoutLineEnd } from '../reading/line-cutter.ts';
import { rejected } from '../reading/rejected.ts';
import type { Format, Reader } from './format.ts';
import { isObject, parseJson } from './json-field.ts';

/** https://archive.org/web/researcher/cdx_file_format.php */
export const cdx: Format = {
  name: 'cdx',
  description: 'index of a web archive (CDX)',
  extensions: ['.cdx'],
  matches: isHeader,
  createReader: createCdxReader,
  output: 'lines',
};

/** CDX with JSON: https://specs.webrecorder.net/cdxj/0.1.0/ */
export const cdxj: Format = {
  name: 'cdxj',
  description: 'index of a web archive with JSON (CDXJ)',
  extensions: ['.cdxj'],
  matches: (head) => /^(?:\s*(?:!|@|#)[^\n]*\n)*\S+ [0-9]{4,17} \{/.test(head),
  createReader: () => entryPerLine(urlOfCdxj),
  output: 'lines',
};

/** The usual columns without a header: URL key, time, original URL. */
const USUAL_COLUMN = 2;

function createCdxReader(): Reader {
  let delimiter = ' ';
  let column = USUAL_COLUMN;
  return entryPerLine((bytes) => {
    const line = withoutLineEnd(bytes);
    if (isHeader(line)) {
      delimiter = line.charAt(0);
      column = originalColumn(line, delimiter);
      return null;
    }
    if (isBlank(line)) return null;
    const cell = line.split(delimiter, column + 1)[column] ?? '';
    return isBlank(cell) || cell === '-' ? null : decodeBytes(cell);
  });
}

/** The first character of the header is the column separator. */
function isHeader(line: string): boolean {
  return /^([ \t,;|])CDX\1/.test(line);
}

function originalColumn(header: string, delimiter: string): number {
  const letters = header.slice(1).trimEnd().split(delimiter).slice(1);
  const column = letters.indexOf('a');
  if (column >= 0) return column;
  throw new FormatError(
    'missing-column',
    `the header has no column a (original URL); it has ${letters.slice(0, 40).join(', ')}; name another format with --input-format`,
  );
}

function urlOfCdxj(bytes: string): string | null {
  const line = withoutLineEnd(bytes);
  if (isBlank(line) || /^(?:[!@#]| CDX)/.test(line)) return null;
  const text = decodeBytes(line);
  // After the time and the URL key, which may contain a brace.
  const json = text.slice(text.indexOf(' ', text.indexOf(' ') + 1) + 1);
  const value = parseJson(json);
  const url = isObject(value) ? value['url'] : undefined;
  return typeof url === 'string' && !isBlank(url) ? url : rejected(text);
}
