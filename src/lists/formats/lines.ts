import { decodeBytes, encodeBytes } from '../../text/bytes.ts';
import { isBlank } from '../../text/white-space.ts';
import { readMistakenLine } from '../line-urls.ts';
import { entryPerLine, piecesPerLine, withoutLineEnd } from '../reading/line-cutter.ts';
import type { Format, Reader, ReadOptions } from './format.ts';

/** The format of all documents that no other format matches. */
export const lines: Format = {
  name: 'lines',
  description: 'one URL per line',
  extensions: [],
  matches: () => true,
  createReader: ({ clean }) => (clean === undefined ? entryPerLine(urlOf) : createCleaningReader(clean)),
  output: 'lines',
};

function urlOf(line: string): string | null {
  return isBlank(line) ? null : decodeBytes(withoutLineEnd(line));
}

/** A reader that replaces each line with a mistake by the URLs in it, one per line. */
function createCleaningReader(onMistake: NonNullable<ReadOptions['clean']>): Reader {
  return piecesPerLine((bytes, line, pieces) => {
    const url = urlOf(bytes);
    const mistaken = url === null ? null : readMistakenLine(url);
    if (mistaken === null) {
      pieces.push({ bytes, url, line });
      return;
    }
    onMistake(mistaken.mistake, line);
    const lineEnd = bytes.slice(withoutLineEnd(bytes).length) || '\n';
    for (const each of mistaken.urls) pieces.push({ bytes: encodeBytes(each) + lineEnd, url: each, line });
  });
}
