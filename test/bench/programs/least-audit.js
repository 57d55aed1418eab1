/**
 * The least that an audit of a crawl must do before its first rule: read the rows that rules need, parse the record of
 * each page, count the links, and keep all of it. It has no rules, decisions, findings or report. The time and memory
 * that it takes are a limit of an audit that keeps a crawl as objects.
 *
 * Argument: the crawl file, and the file to write the counts to. Needs `npm run build`.
 */
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import Database from 'better-sqlite3';

const { decodeNumbers } = await import(new URL('../../../dist/db/plan/numbers.js', import.meta.url).href);

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

const links = inlinks.reduce((sum, count) => sum + count, 0);
writeFileSync(output, `${JSON.stringify({ pages: pages.length, keys: indexes.size, texts: byText.size, links })}\n`);
