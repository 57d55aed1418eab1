/**
 * Packs both packages, installs each into an empty folder as a user would, and uses it there, on every supported Node:
 * `npm run test:package`. Needs the npm registry.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { env, stdout } from 'node:process';
import { type Engine, installEngines } from '../engines/engines.ts';
import { CRAWL_FILES, unpackCrawlFile } from '../released/crawl-files.ts';
import { CRAWL, LIBRARY, TYPES, UPGRADE, URL_PART } from './programs.ts';

const TYPESCRIPTS = ['5.4', '5.9', '6.0', '7.0'];
const STRICT = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--target', 'es2022', '--module', 'nodenext'];
const root = join(import.meta.dirname, '../..');
const { version }: { readonly version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const home = mkdtempSync(join(tmpdir(), 'dustpan-package-'));

try {
  for (const folder of [root, join(root, 'dist/url')]) {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', home, folder]);
    expectNoCorrections(folder);
  }
  const compilers = installCompilers();
  const engines = installEngines();
  for (const engine of engines) {
    const isNewest = engine === engines.at(-1);
    // All compilers on one Node, and the newest on all.
    const used = isNewest ? compilers : compilers.slice(-1);
    useWhole(engine, used, isNewest);
    useUrlPart(engine, used);
    stdout.write(`Node ${engine.version}: both packages work, and upgrade crawls of earlier releases\n`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Fails if npm would change the manifest when it publishes the folder. */
function expectNoCorrections(folder: string): void {
  const copy = mkdtempSync(join(home, 'manifest-'));
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  writeFileSync(join(copy, 'package.json'), manifest);
  execFileSync('npm', ['pkg', 'fix'], { cwd: copy });
  assert.deepEqual(JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')), JSON.parse(manifest));
}

/** The command that compiles, for each TypeScript, and the types of Node. */
function installCompilers(): readonly string[] {
  const aliases = TYPESCRIPTS.map((each) => `typescript-${each}@npm:typescript@${each}`);
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '@types/node@22', ...aliases], {
    cwd: home,
  });
  return TYPESCRIPTS.map((each) => join(home, `node_modules/typescript-${each}/bin/tsc`));
}

/** A command that runs on the engine, in a folder into which the package was installed alone. Returns what it prints. */
type Run = (...command: readonly string[]) => string;

/** Installs a packed package with the npm of this machine on the engine, into an empty folder below the compilers. */
function install(name: string, { node, version: engine }: Engine): { readonly folder: string; readonly run: Run } {
  const folder = join(home, `${name}-${engine}`);
  mkdirSync(folder);
  const run: Run = (...command) => execFileSync(node, command, { cwd: folder, encoding: 'utf8' });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const npm = env['npm_execpath'];
  assert(npm !== undefined, 'run it as npm run test:package');
  run(npm, 'install', '--engine-strict', '--no-audit', '--no-fund', '--loglevel=error', `../${name}-${version}.tgz`);
  return { folder, run };
}

function useWhole(engine: Engine, compilers: readonly string[], isNewest: boolean): void {
  const { folder, run } = install('dustpan', engine);
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const dustpan: Run = (...args) => run('node_modules/.bin/dustpan', ...args);

  // The command.
  assert.equal(dustpan('--version'), `${version}\n`);
  // `--version` does not load child_process.
  const loaded = "data:text/javascript,process.on('exit', () => console.log(process.moduleLoadList.join()))";
  const launcher = 'node_modules/dustpan/dist/src/cli/launch.js';
  assert.doesNotMatch(run('--import', loaded, launcher, '--version'), /NativeModule child_process/);
  assert.equal(dustpan('canon', 'HTTP://Example.com:80/%7Eann/#top'), 'http://example.com/~ann/\n');
  write('links.txt', 'http://a/\nHTTP://A/\n');
  assert.equal(dustpan('dedup', '--quiet', '--memory', '1M', '--keep', 'last', 'links.txt'), 'HTTP://A/\n');
  upgradeCrawls(folder, { run, dustpan });

  if (isNewest) dustpan('demo');
  dustpan('playground', '-o', 'playground.html');
  assert.match(readFileSync(join(folder, 'playground.html'), 'utf8'), /^<!DOCTYPE html>.*<\/html>\n$/s);

  // The library, as ES modules and for CommonJS programs, with a crawl from the documentation.
  write('library.js', LIBRARY);
  assert.equal(run('library.js'), '0 findings\nhttp://a/\nhttp://a/ function function\n');
  write('crawl.js', CRAWL);
  assert.equal(run('crawl.js'), '200 / / One\n200 /two?utm_source=x /two Two\n');
  write('program.cjs', `console.log(require('dustpan').compile().key('HTTP://A/#x'));`);
  assert.equal(run('program.cjs'), 'http://a/\n');

  // The types, with those of all dependencies.
  write('types.ts', TYPES);
  for (const compiler of compilers) assert.equal(run(compiler, ...STRICT, '--types', 'node', 'types.ts'), '', compiler);
}

/** Opens crawl files of earlier releases as an update of dustpan does: they are upgraded, read, and gone on with. */
function upgradeCrawls(folder: string, { run, dustpan }: { readonly run: Run; readonly dustpan: Run }): void {
  const files = globSync(join(CRAWL_FILES, '*.dustpan.gz')).toSorted(byNumber);
  assert(files.length > 1);
  for (const format of files.map((file) => basename(file, '.dustpan.gz'))) {
    const file = `${format}.dustpan`;
    unpackCrawlFile(format, join(folder, file));
    run('--input-type=module', '--eval', UPGRADE, file);
    const { entries }: { readonly entries: readonly { readonly key: string }[] } = JSON.parse(
      readFileSync(join(CRAWL_FILES, `${format}.json`), 'utf8'),
    );
    const lines = dustpan('urls', file).trim().split('\n');
    const keys = lines.map((line): unknown => Object(JSON.parse(line))['key']);
    assert.deepEqual(
      keys,
      entries.map(({ key }) => key),
      format,
    );
  }
  // The crawl of the last release, which had ended.
  const last = `${basename(files.at(-1) ?? '', '.dustpan.gz')}.dustpan`;
  unpackCrawlFile(basename(last, '.dustpan'), join(folder, last));
  assert.match(dustpan('crawl', '--db', last, '--depth', '0'), /nothing to fetch, the crawl finished/);
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** dustpan-url alone: without native code, and with types that need none of Node's. */
function useUrlPart(engine: Engine, compilers: readonly string[]): void {
  const { folder, run } = install('dustpan-url', engine);
  const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(packages, ['dustpan-url', 'punycode', 'tldts', 'tldts-core', 'tr46']);
  assert.deepEqual(globSync('**/*.node', { cwd: folder }), []);
  writeFileSync(join(folder, 'program.ts'), URL_PART);
  const options = { strict: true, target: 'es2022', module: 'nodenext', types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['program.ts'] }));
  for (const compiler of compilers) assert.equal(run(compiler, '-p', '.'), '', compiler);
  assert.equal(run('program.js'), 'http://a/ http://xn--bcher-kva.example/ a-b true\n');
}
