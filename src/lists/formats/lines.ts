import { decodeBytes } from '../../text/bytes.ts';
import { createLineReader, withoutLineEnd } from '../reading/line-cutter.ts';
import { isBlank } from '../reading/white-space.ts';
import type { Format } from './format.ts';

/** The format of all documents that no other format matches. */
export const lines: Format = {
  name: 'lines',
  description: 'one URL per line',
  extensions: [],
  matches: () => true,
  createReader: () => createLineReader((line) => (isBlank(line) ? null : decodeBytes(withoutLineEnd(line)))),
  output: 'lines',
};
