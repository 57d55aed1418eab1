import { printableJson } from '../../text/printable.ts';
import type { ReportEntry, ReportFormat } from '../format.ts';

export const ndjson: ReportFormat = {
  name: 'ndjson',
  summary: 'one JSON object per line, as `urls` prints them',
  write: async (crawl, sink) => {
    for await (const entry of crawl.entries()) await sink.write(`${entryLine(entry)}\n`);
  },
};

/** An entry as one line of JSON, including the stored record of its page as an object. */
export function entryLine(entry: ReportEntry): string {
  const { details } = entry;
  if (details === null || details.record === null) return printableJson(entry);
  return printableJson({ ...entry, details: { ...details, record: parsed(details.record) } });
}

/** Invalid JSON stays a string. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
