/**
 * Packs both packages, installs each into an empty folder as a user would, and uses it there: `npm run test:package`.
 * Needs the npm registry.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installEngines } from '../engines/engines.ts';

const TYPESCRIPTS = ['5.4', '5.9', '6.0', '7.0'];
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dustpan-package-'));
const run = (command: string, args: readonly string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8' });

try {
  run('npm', ['pack', '--silent', '--pack-destination', folder], root);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  assert(tarball !== undefined, 'npm pack made no file');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', join(folder, tarball)]);

  const launcher = join(folder, 'node_modules/.bin/dustpan');
  assert.equal(
    run(process.execPath, [launcher, 'canon', 'HTTP://Example.com:80/%7Eann/#top']),
    'http://example.com/~ann/\n',
  );
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.equal(run(process.execPath, [launcher, '--version']), `${version}\n`);
  run(process.execPath, [launcher, 'demo']);
  run(process.execPath, [launcher, 'playground', '-o', 'playground.html']);
  assert.match(readFileSync(join(folder, 'playground.html'), 'utf8'), /^<!DOCTYPE html>.*<\/html>\n$/s);
  writeFileSync(join(folder, 'links.txt'), 'http://a/\nHTTP://A/\n');
  assert.equal(
    run(process.execPath, [launcher, 'dedup', '--memory', '1M', '--keep', 'last', 'links.txt']),
    'HTTP://A/\n',
  );

  writeFileSync(
    join(folder, 'library.js'),
    `import { compile } from 'dustpan';
     import { MemoryFrontier } from 'dustpan/frontier';
     import { Fetcher } from 'dustpan/crawler';
     import { distinct } from 'dustpan/dedup';
     import { AuditSite, audit, RULES } from 'dustpan/audit';
     const frontier = new MemoryFrontier();
     const site = await AuditSite.read({ entries: frontier.entries(), links: frontier.links(), canon: {} });
     const findings = await audit(site, { rules: RULES, canonicalizer: compile() });
     console.log(findings.length, 'findings');
     for await (const link of distinct(['http://a/', 'HTTP://A/'])) console.log(link);
     console.log(compile().canonicalize('HTTP://A/'), typeof MemoryFrontier, typeof Fetcher);`,
  );
  assert.equal(run(process.execPath, ['library.js']), '0 findings\nhttp://a/\nhttp://a/ function function\n');

  // A crawl, from the documentation's example, on every Node.
  writeFileSync(
    join(folder, 'crawl.js'),
    `import { createServer } from 'node:http';
     import { crawl } from 'dustpan/crawler';
     const pages = { '/': '<h1>One</h1><a href="/two?utm_source=x">', '/two?utm_source=x': '<h1>Two</h1><a href="/two">' };
     const server = createServer(({ url }, response) => {
       response.writeHead(pages[url] ? 200 : 404, { 'content-type': 'text/html' }).end(pages[url]);
     }).listen(0, '127.0.0.1', async () => {
       const origin = 'http://127.0.0.1:' + server.address().port;
       for await (const page of crawl(origin + '/', { db: process.argv[2] })) {
         console.log(page.status, page.url.slice(origin.length), page.key.slice(origin.length), (await page.dom())('h1').text());
       }
       server.close();
     });`,
  );
  const engines = installEngines();
  for (const { version: engine, node } of engines) {
    const printed = run(node, ['crawl.js', `${engine}.dustpan`]);
    assert.equal(printed, '200 / / One\n200 /two?utm_source=x /two Two\n', `on Node ${engine}`);
  }

  // CommonJS programs can require it.
  writeFileSync(join(folder, 'program.cjs'), `console.log(require('dustpan').compile().key('HTTP://A/#x'));`);
  for (const { node } of engines) assert.equal(run(node, ['program.cjs']), 'http://a/\n');

  // The types, with those of all dependencies, on the oldest and newest TypeScript.
  const compilers = TYPESCRIPTS.map((typescript) => `typescript-${typescript}@npm:typescript@${typescript}`);
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '@types/node@22', ...compilers]);
  writeFileSync(
    join(folder, 'types.ts'),
    `import { compile, uniqueKey, UrlError } from 'dustpan';
     import { AuditSite, audit, RULES } from 'dustpan/audit';
     import { crawl } from 'dustpan/crawler';
     import { dedup } from 'dustpan/dedup';
     import { openFrontier } from 'dustpan/frontier';
     import { wikidot } from 'dustpan/slug';
     export { audit, AuditSite, compile, dedup, openFrontier, RULES, uniqueKey, UrlError, wikidot };
     for await (const page of crawl('https://example.com/', { db: 'example.dustpan' })) {
       console.log(page.status, page.url, page.key, (await page.dom())('h1').text());
     }`,
  );
  const strict = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--target', 'es2022', '--module', 'nodenext'];
  for (const typescript of TYPESCRIPTS) {
    const compiler = join(folder, `node_modules/typescript-${typescript}/bin/tsc`);
    assert.equal(
      run(process.execPath, [compiler, ...strict, '--types', 'node', 'types.ts']),
      '',
      `TypeScript ${typescript}`,
    );
  }

  // dustpan-url alone: without native code, on every Node, and with types that need none of Node's.
  const light = join(folder, 'light');
  mkdirSync(light);
  run('npm', ['pack', '--silent', '--pack-destination', light, join(root, 'dist/url')]);
  writeFileSync(join(light, 'package.json'), '{ "private": true, "type": "module" }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `./dustpan-url-${version}.tgz`], light);
  const packages = readdirSync(join(light, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(packages, ['dustpan-url', 'punycode', 'tldts', 'tldts-core', 'tr46']);
  assert.deepEqual(globSync('**/*.node', { cwd: light }), []);
  writeFileSync(
    join(light, 'program.ts'),
    `import { compile, UrlError } from 'dustpan-url';
     import * as lazy from 'dustpan-url/lazy';
     import { wikidot } from 'dustpan-url/slug';
     const key = await (await lazy.compile()).key('http://Bücher.example/#x');
     console.log(compile().canonicalize('HTTP://A/'), key, wikidot('A B'), compile().key('x') instanceof UrlError);`,
  );
  writeFileSync(
    join(light, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "target": "es2022", "module": "nodenext", "types": [] }, "files": ["program.ts"] }',
  );
  for (const typescript of TYPESCRIPTS) {
    const compiler = join(folder, `node_modules/typescript-${typescript}/bin/tsc`);
    assert.equal(run(process.execPath, [compiler, '-p', light]), '', `TypeScript ${typescript}`);
  }
  for (const { version: engine, node } of engines) {
    const printed = run(node, ['program.js'], light);
    assert.equal(printed, 'http://a/ http://xn--bcher-kva.example/ a-b true\n', `on Node ${engine}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
