/** Builds the documentation site: `npm run docs:site` into dist/site, or into another folder with `--out`. */
import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { PLAYGROUND, ROOT } from './site/pages.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist/site') } } });
const outDir = resolve(values.out);
await build(join(import.meta.dirname, 'site'), { outDir });
if (existsSync(PLAYGROUND)) cpSync(PLAYGROUND, join(outDir, 'playground/index.html'));
else stdout.write('The site has no playground: npm run build:playground writes it.\n');
