/**
 * Writes the API reference in docs/api from the doc comments. With `--check` it writes nothing, and fails if a public
 * export or member has no doc comment or if the reference is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writePages } from './api/markdown.ts';
import { stale, undocumented } from './api/problems.ts';
import { readApi } from './api/read-api.ts';

const FOLDER = 'docs/api';
const root = join(import.meta.dirname, '../..');
const folder = join(root, FOLDER);
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const entries = readApi(root);
const pages = writePages(entries, '../..');
const names = existsSync(folder) ? readdirSync(folder) : [];
const present = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const outdated = stale(pages, present);

if (values.check) {
  const problems = [
    ...undocumented(entries),
    ...outdated.map((name) => `${FOLDER}/${name}: out of date; run npm run docs:api`),
  ];
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n${problems.length} problems in the API reference\n`);
    process.exitCode = 1;
  }
} else {
  mkdirSync(folder, { recursive: true });
  for (const name of outdated) {
    const text = pages.get(name);
    if (text === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), text);
  }
}
