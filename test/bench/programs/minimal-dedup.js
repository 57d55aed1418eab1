/**
 * The minimal program that removes repeated lines, in JavaScript: it reads a list, finds and hashes its lines, looks each
 * up among those before it, and writes the new ones. It uses the reader, the table and the output of `dustpan dedup`,
 * because plainer ones are slower. It has no keys, formats, statistics, hints or limit of memory.
 *
 * Argument: the list. Needs `npm run build`.
 */
import { openSync, readSync } from 'node:fs';
import { argv, stdout } from 'node:process';

const built = new URL('../../../dist/src/', import.meta.url).href;
const { LineEntry } = await import(`${built}lists/line-entry.js`);
const { TextTable } = await import(`${built}compact/text-table.js`);
const { outputTo } = await import(`${built}lists/output.js`);

const [, , list = ''] = argv;
const table = new TextTable();
const output = outputTo(stdout, 'standard output');
const lines = new LineEntry({
  other: (text) => output.text(text),
  ahead: (hashes, count) => table.ahead(hashes, count),
  entry: (line) => {
    const { view, start, end, hash } = line;
    if (table.find(hash, view, start, end) >= 0) return;
    table.add(hash, view, start, end, 0);
    line.writeTo(output);
  },
});

const file = openSync(list, 'r');
const chunk = Buffer.alloc(1 << 16);
for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
  lines.push(chunk.subarray(0, length));
  await output.flush();
}
lines.finish(false);
await output.flush();
