/** Packs the package, installs it into an empty folder as a user would, and runs it there. Needs the npm registry. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
} finally {
  rmSync(folder, { recursive: true, force: true });
}
