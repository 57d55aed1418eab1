/** The published schemas are made from the code: `UPDATE_SCHEMAS=1` writes them, then `npm run format`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { factsFileSchema } from '../../config/facts-file.ts';
import { configSchemaWith } from '../../config/schema.ts';
import { auditReportSchema } from './audit-report-schema.ts';

test.each([
  ['audit.schema.json', 'A dustpan audit report', auditReportSchema],
  ['facts.schema.json', 'A dustpan facts file', factsFileSchema],
  ['config.schema.json', 'A dustpan configuration file', configSchemaWith({ passes: [], rules: [] }, false)],
] as const)('%s is current', (name, title, schema) => {
  const file = join(import.meta.dirname, '../../config/schema', name);
  const current = { title, ...z.toJSONSchema(schema) };
  if (process.env['UPDATE_SCHEMAS'] !== undefined) writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(current);
});
