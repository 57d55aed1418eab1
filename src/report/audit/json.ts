import { isObject } from '../../stored-fields.ts';
import { printableJson } from '../../text/printable.ts';
import type { AuditFormat } from './format.ts';

export const json: AuditFormat = {
  name: 'json',
  summary: 'the whole report as one object; config/schema/audit.schema.json describes it',
  write: async (report, sink) => {
    let separator = '{\n';
    for (const name of Object.keys(report)) {
      // Some lists are as long as the crawl, and made when they are read: one after the other.
      const value: unknown = Reflect.get(report, name);
      await sink.write(`${separator}${JSON.stringify(name)}: `);
      // Long lists are written one element per line.
      if (Array.isArray(value)) await writeList(value, sink.write);
      else await sink.write(lineOf(value));
      separator = ',\n';
    }
    await sink.write('\n}\n');
  },
};

/** Characters to write at once: most elements are short. */
const AT_ONCE = 1 << 16;

async function writeList(values: readonly unknown[], write: (text: string) => Promise<void>): Promise<void> {
  let text = '[';
  let separator = '\n';
  for (const value of values) {
    text += separator + lineOf(value);
    separator = ',\n';
    if (text.length < AT_ONCE) continue;
    await write(text);
    text = '';
  }
  await write(`${text}${values.length === 0 ? ']' : '\n]'}`);
}

function lineOf(value: unknown): string {
  return typeof value === 'string' || isObject(value) ? printableJson(value) : JSON.stringify(value);
}
