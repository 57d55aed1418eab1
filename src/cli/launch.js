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
// npm changes to the folder of the clone; files are meant relative to the folder of the caller. Not so where dustpan is
// called by the start script of another project.
const { npm_lifecycle_event: script, npm_package_name: project, INIT_CWD: caller } = process.env;
if (script === 'start' && project === 'dustpan' && caller) process.chdir(caller);
// A clone has main.ts, which Node runs with type stripping; the package has the built main.js.
const places = ['./main.ts', './main.js', '../../dist/src/cli/main.js'].map((path) => new URL(path, import.meta.url));
await import((places.find((place) => existsSync(place)) ?? places[0]).href);
