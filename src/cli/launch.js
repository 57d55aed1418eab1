#!/usr/bin/env node
// Plain JavaScript that an old Node can still read, so that it can say what is wrong.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `dustpan needs Node.js 22.19 or newer and this is ${process.versions.node}. Install a newer one, or in a clone of the project run \`npm ci\` and then \`npm start --\`.\n`,
  );
  process.exit(2);
}
// The next start is a tenth quicker.
module.enableCompileCache();
// Built: main.js stands beside this file. In a clone Node strips the types of main.ts itself.
const built = new URL('./main.js', import.meta.url);
await import(existsSync(built) ? built.href : new URL('./main.ts', import.meta.url).href);
