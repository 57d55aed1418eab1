/** Makes the picture of the HTML report for the README: `npm run docs:picture`. Needs Chromium. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { startSite } from '../demo-site/server.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dustpan-picture-'));
const site = await startSite();
try {
  writeFileSync(join(folder, 'ca.pem'), site.ca);
  const network = ['--ca', 'ca.pem', ...site.connectTo.flatMap((rule) => ['--connect-to', rule])];
  const report = ['--format', 'html', '-o', 'report.html', '--fail-on', 'none'];
  const launcher = join(root, 'src/cli/launch.js');
  await promisify(execFile)(process.execPath, [launcher, 'audit', site.seed, ...network, ...report], { cwd: folder });
  const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  await page.screenshot({ path: join(root, 'docs/report.png') });
  await browser.close();
} finally {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}
