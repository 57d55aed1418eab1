/**
 * Packs both packages, bundles programs that import them with three bundlers, for browsers and without settings for
 * Node, runs the bundles, and limits their sizes. Part of `npm run test:package`. Needs the npm registry.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PACKAGES = ['esbuild@0.28.2', 'rolldown@1.3.2', 'webpack@5.112.2', 'webpack-cli@7.3.1'];

/** The arguments with which each bundler writes the program `FROM.js` into the folder `TO`, minified and split. */
const BUNDLERS: Readonly<Record<string, string>> = {
  esbuild: '--bundle --minify --splitting --format=esm --outdir=TO --log-level=warning FROM.js',
  rolldown: '--minify --platform browser --format esm --dir TO FROM.js',
  webpack: '--fail-on-warnings --output-path TO --entry ./FROM.js',
};

/** Webpack warns of sizes unless told not to, and writes scripts for the page unless told to write modules. */
const WEBPACK = `export default {
  mode: 'production',
  target: ['web', 'es2024'],
  experiments: { outputModule: true },
  output: { module: true },
  performance: { hints: false },
};`;

/** Bytes, gzipped, of the entry for browsers: of what a page loads at once, and of all. */
const MAX_INITIAL = 32_000;
const MAX_WHOLE = 115_000;

const ANSWERS = 'http://a/\nhttp://xn--bcher-kva.example/\n';
const PROGRAMS: Readonly<Record<string, string>> = {
  '': `const { key } = compile({ assume: ['www'] });
       console.log(key('http://a/#b'));
       console.log(key('http://www.bücher.example/'));`,
  '/lazy': `compile().then(async ({ key }) => {
         console.log(await key('http://a/#b'));
         const { canonicalize } = await compile({ assume: ['www'] });
         console.log(await canonicalize('http://www.bücher.example/'));
       });`,
};

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dustpan-bundles-'));
const npm = (...args: readonly string[]): string => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });

try {
  npm('pack', '--silent', root);
  npm('pack', '--silent', join(root, 'dist/url'));
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, 'webpack.config.js'), WEBPACK);
  npm('install', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES, ...tarballs.map((name) => `./${name}`));

  print('gzipped bytes', 'bundler', 'at once', 'all');
  for (const name of ['dustpan-url', 'dustpan']) {
    for (const [entry, program] of Object.entries(PROGRAMS)) {
      for (const bundler of Object.keys(BUNDLERS)) measure(bundler, `${name}${entry}`, program);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function print(...cells: readonly (string | number)[]): void {
  const [name = '', bundler = '', ...figures] = cells.map(String);
  process.stdout.write(`${name.padEnd(18)}${bundler.padEnd(10)}${figures.map((each) => each.padStart(10)).join('')}\n`);
}

function measure(bundler: string, name: string, program: string): void {
  const from = name.replace('/', '-');
  const out = join(folder, `out-${bundler}-${from}`);
  writeFileSync(join(folder, `${from}.js`), `import { compile } from '${name}';\n${program}\n`);
  bundle(bundler, from, out);
  const files = readdirSync(out).map((file) => ({ file, code: readFileSync(join(out, file), 'utf8') }));
  const main = files.find(({ file }) => /^(?:main|dustpan)/.test(file));
  assert(main !== undefined, `${bundler} made ${files.map(({ file }) => file).join(', ')}`);
  assert.equal(run(out, main.file), ANSWERS, `${bundler}, ${name}`);
  const sizes = new Map(files.map(({ file, code }) => [file, gzipSync(code).length]));
  const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const atOnce = [main.file, ...importedBy(main.code)].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  print(name, bundler, atOnce, whole);
  if (!name.endsWith('/lazy')) return;
  assert(whole <= MAX_WHOLE, `${name} with ${bundler} has ${whole} bytes`);
  assert(atOnce <= MAX_INITIAL, `${name} with ${bundler} loads ${atOnce} bytes at once`);
}

function bundle(bundler: string, from: string, out: string): void {
  const args = (BUNDLERS[bundler] ?? '').replace('FROM', from).replace('TO', out).split(' ');
  const { status, stdout, stderr } = spawnSync(join(folder, 'node_modules/.bin', bundler), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${bundler}: ${stdout}${stderr}`);
  assert.doesNotMatch(stdout + stderr, /warn/i);
}

/** Runs a bundle where no package is installed. */
function run(out: string, file: string): string {
  const away = mkdtempSync(join(tmpdir(), 'dustpan-bundle-'));
  try {
    for (const name of readdirSync(out)) writeFileSync(join(away, name), readFileSync(join(out, name)));
    writeFileSync(join(away, 'package.json'), '{ "type": "module" }');
    // A bundle for browsers has neither.
    const program = `delete globalThis.process; delete globalThis.Buffer; await import('./${file}');`;
    writeFileSync(join(away, 'start.js'), program);
    return execFileSync(process.execPath, ['start.js'], { cwd: away, encoding: 'utf8' });
  } finally {
    rmSync(away, { recursive: true });
  }
}

/** The files that a module imports statically. */
function importedBy(code: string): readonly string[] {
  return Array.from(code.matchAll(/\b(?:import|from)\s*["'`]\.\/([^"'`]+)["'`]/g), ([, file = '']) => file);
}
