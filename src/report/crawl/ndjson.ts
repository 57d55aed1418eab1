import { printableJson } from '../../text/printable.ts';
import type { ReportEntry, ReportFormat } from '../format.ts';

export const ndjson: ReportFormat = {
  name: 'ndjson',
  summary: 'an object a line, as `urls` prints them',
  write: async (crawl, files) => {
    for await (const entry of crawl.entries()) await files.write(`${entryLine(entry)}\n`);
    return [];
  },
};

/** An entry as one line of JSON, what its page says of itself as a part of it. */
export function entryLine(entry: ReportEntry): string {
  const { details } = entry;
  if (details === null || details.record === null) return printableJson(entry);
  return printableJson({ ...entry, details: { ...details, record: parsed(details.record) } });
}

/** What is no JSON stays the text that it is. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
