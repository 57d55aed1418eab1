import { printableJson } from '../../text/printable.ts';
import type { AuditFormat } from './format.ts';

export const ndjson: AuditFormat = {
  name: 'ndjson',
  summary: 'one finding per line, as a JSON object',
  write: async ({ findings }, sink) => {
    for (const finding of findings) await sink.write(`${printableJson(finding)}\n`);
  },
};
