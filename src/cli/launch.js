#!/usr/bin/env node
// Plain JavaScript, so that old Node versions can run the version check.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `dustpan needs Node.js 22.19 or newer, but this is ${process.versions.node}. Install a newer Node.js; in a clone of the project, run \`npm ci\` and then \`npm start --\`.\n`,
  );
  process.exit(2);
}
// Makes the next start a tenth faster.
module.enableCompileCache();
// The package contains main.js; in a clone, Node runs main.ts with type stripping.
const built = new URL('./main.js', import.meta.url);
await import(existsSync(built) ? built.href : new URL('./main.ts', import.meta.url).href);
