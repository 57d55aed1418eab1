/** Writes the generated pages of the documentation: `npm run docs:reference`, or into another folder with `--out`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { referencePages } from './reference/pages.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const folder = values.out ?? join(import.meta.dirname, '../../docs/reference');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(await referencePages())) writeFileSync(join(folder, name), text);
