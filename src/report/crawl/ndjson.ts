import { recordFrom } from '../../audit/site/audit-record.ts';
import { isObject, jsonValue } from '../../stored-fields.ts';
import { printableJson } from '../../text/printable.ts';
import type { ReportEntry, ReportFormat } from '../format.ts';
import { fieldsOf } from './fields.ts';

export const ndjson: ReportFormat = {
  name: 'ndjson',
  summary: 'one JSON object per line, as `urls` prints them',
  write: async (crawl, sink) => {
    for await (const entry of crawl.entries()) await sink.write(`${entryLine(entry)}\n`);
  },
};

/** An entry as one line of JSON, including the stored record of its page as an object and the selected values. */
export function entryLine(entry: ReportEntry): string {
  return printableJson(openEntry(entry));
}

/** An entry whose stored JSON is parsed, with the selected values beside its other fields. */
export function openEntry(entry: ReportEntry): object {
  if (entry.details === null) return { ...entry, fields: null };
  const { fields: _, record, ...details } = entry.details;
  return {
    ...entry,
    fields: fieldsOf(entry),
    details: { ...details, record: record === null ? null : wholeRecord(record) },
  };
}

/** What a page does not have is not stored. */
const NOTHING = { ...recordFrom({}), noVarySearch: null } as const;

/** A stored record as an object. A damaged one stays a string. */
function wholeRecord(json: string): unknown {
  const record = jsonValue(json);
  return isObject(record) ? { ...NOTHING, ...record } : json;
}
