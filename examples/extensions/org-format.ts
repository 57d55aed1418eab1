/** A list format of your own: the links of an Org file, one per line, as in `** [[https://example.com/][A title]]`. */
import type { DustpanConfig } from 'dustpan/config';
import { type ListFormat, lineReader } from 'dustpan/lists';

const LINK = /\[\[(https?:[^\]]+)\]/;

export const org: ListFormat = {
  name: 'org',
  description: 'links of an Org file, one per line',
  extensions: ['.org'],
  matches: () => false, // no content proves the format; the extension does
  createReader: () => lineReader((line) => LINK.exec(line)?.[1] ?? null),
  output: 'lines', // the kept lines and everything between them are written as they were read
};

const config: DustpanConfig = { listFormats: [org] };
export default config;
