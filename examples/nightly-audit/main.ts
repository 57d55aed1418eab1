/** Audits a site each night, says what is new since the last night, and writes the trend to a page. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { AuditReport } from 'dustpan/audit';
import { newIn, trendPage } from './trend.ts';

const [site, ...options] = process.argv.slice(2);
if (site === undefined) {
  console.error('name the site: npm start -- https://example.com/');
  process.exit(2);
}

// From the second night on, this fetches the known pages again; unchanged ones cost little.
const report = ['--format', 'json', '-o', 'tonight.json', '--fail-on', 'none'];
const audit = spawnSync('dustpan', ['audit', site, '--db', 'site.dustpan', ...report, ...options], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (audit.error) throw audit.error;
// 3: no page could be fetched, 130: Ctrl-C. The report of the last night stays.
if (audit.status !== 0) process.exit(audit.status ?? 1);

const read = (file: string): AuditReport => JSON.parse(readFileSync(file, 'utf8'));
const tonight = read('tonight.json');
// The first night has nothing to compare with: what it finds counts as known.
const last = existsSync('last.json') ? read('last.json') : tonight;
const found = newIn(tonight, last);
const fixed = newIn(last, tonight);
writeFileSync('trend.md', trendPage(tonight, found, fixed));
renameSync('tonight.json', 'last.json');

for (const { severity, rule, url, message } of found) console.log(`new ${severity}  ${rule}  ${url} ${message}`);
console.log(`${tonight.findings.length} findings, ${found.length} new, ${fixed.length} fixed; see trend.md`);
if (found.some(({ severity }) => severity === 'error' || severity === 'warning')) process.exitCode = 1;
