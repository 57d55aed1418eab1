/**
 * The minimal program of an audit. It reads the rows that rules need, parses the record of each page, counts the links,
 * keeps all of it, and writes a finding for each page whose text another page has too. It has no other rules, no decisions
 * and no report. Its time and memory are a limit of an audit that keeps a crawl as objects.
 *
 * Argument: the crawl file, and the file to write the findings to. Needs `npm run build`.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { argv } from 'node:process';
import Database from 'better-sqlite3';

const { decodeNumbers } = await import(new URL('../../../dist/db/plan/numbers.js', import.meta.url).href);

const FINDINGS_AT_ONCE = 1000;
const [, , crawl = '', output = ''] = argv;
const db = new Database(crawl, { readonly: true });
const entries = db.prepare(`
  SELECT entry.id, key, url, fetch, site, state, status, depth, content_type, digest, role, source, found_on, alias_of,
    alias_by, reason, text, sketch, last_modified, record
  FROM entry LEFT JOIN page ON page.entry = entry.id ORDER BY entry.id`);

const pages = [];
const indexes = new Map();
const byId = new Map();
const byText = new Map();
const known = new Map();

/** Equal texts once. */
function once(text) {
  if (text === null || known.has(text)) return text && known.get(text);
  known.set(text, text);
  return text;
}

for (const { record, ...row } of entries.iterate()) {
  for (const name of ['site', 'state', 'content_type', 'role', 'source', 'alias_by', 'reason', 'text', 'sketch'])
    row[name] = once(row[name]);
  const page = { entry: row, record: record === null ? null : JSON.parse(record) };
  indexes.set(row.key, pages.length);
  byId.set(row.id, pages.length);
  pages.push(page);
  const same = byText.get(row.text);
  if (same === undefined) byText.set(row.text, [page]);
  else same.push(page);
}

const inlinks = new Int32Array(pages.length);
for (const { entry, targets } of db.prepare('SELECT entry, targets FROM link').iterate())
  for (const id of decodeNumbers(targets)) if (id !== entry) inlinks[byId.get(id) ?? 0]++;

/** For each page, the first with the same text. */
const findings = [];
for (const [first, ...others] of byText.values())
  for (const { entry } of others)
    findings.push({
      rule: 'dup/exact',
      severity: 'warning',
      key: entry.key,
      url: entry.url,
      message: 'shows the same text',
      evidence: { leader: first.entry.url, leaderReason: 'found first', pages: others.length + 1 },
      related: [first.entry.url],
      line: null,
      column: null,
      cause: entry.site,
    });

const file = openSync(output, 'w');
for (let at = 0; at < findings.length; at += FINDINGS_AT_ONCE)
  writeSync(
    file,
    findings
      .slice(at, at + FINDINGS_AT_ONCE)
      .map((one) => `${JSON.stringify(one)}\n`)
      .join(''),
  );
const links = inlinks.reduce((sum, count) => sum + count, 0);
writeSync(file, `${JSON.stringify({ pages: pages.length, keys: indexes.size, findings: findings.length, links })}\n`);
closeSync(file);
