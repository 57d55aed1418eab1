import { printableJson } from '../../text/printable.ts';
import type { AuditFormat } from './format.ts';

export const json: AuditFormat = {
  name: 'json',
  summary: 'the whole report as one object; config/schema/audit.schema.json describes it',
  write: async (report, sink) => {
    let separator = '{\n';
    for (const [name, value] of Object.entries(report)) {
      await sink.write(`${separator}${JSON.stringify(name)}: `);
      // Long lists are written one element per line.
      if (Array.isArray(value)) await writeList(value, sink.write);
      else await sink.write(lineOf(value));
      separator = ',\n';
    }
    await sink.write('\n}\n');
  },
};

async function writeList(values: readonly unknown[], write: (text: string) => Promise<void>): Promise<void> {
  let separator = '[\n';
  for (const value of values) {
    await write(`${separator}${lineOf(value)}`);
    separator = ',\n';
  }
  await write(values.length === 0 ? '[]' : '\n]');
}

function lineOf(value: unknown): string {
  return typeof value === 'string' || isObject(value) ? printableJson(value) : JSON.stringify(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
