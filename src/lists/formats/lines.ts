import { decodeBytes } from '../../text/bytes.ts';
import { createLineReader, withoutLineEnd } from '../reading/line-cutter.ts';
import { isBlank } from '../reading/white-space.ts';
import type { Format } from './format.ts';

/** The format of whatever is no other. */
export const lines: Format = {
  name: 'lines',
  description: 'a URL a line',
  extensions: [],
  matches: () => true,
  createReader: () => createLineReader((line) => (isBlank(line) ? null : decodeBytes(withoutLineEnd(line)))),
  output: 'lines',
};
