import { decodeBytes } from '../text.ts';
import type { Format } from './format.ts';
import { createLineReader, withoutLineEnd } from './line-cutter.ts';
import { isBlank } from './white-space.ts';

/** The format of whatever is no other. */
export const lines: Format = {
  name: 'lines',
  description: 'a URL a line',
  extensions: [],
  matches: () => true,
  createReader: () => createLineReader((line) => (isBlank(line) ? null : decodeBytes(withoutLineEnd(line)))),
  output: 'lines',
};
