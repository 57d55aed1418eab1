/**
 * The minimal program of a crawl of one site: undici's bare dispatch, the crawler's own reader and keys, and four plain
 * tables in SQLite. It has no politeness, robots.txt, retries, evidence, limits or other sites. Its time is the limit of a
 * crawl in one thread.
 *
 * Arguments: the seed, and the database file to write. Needs `npm run build`.
 */
import { argv, stdout } from 'node:process';
import Database from 'better-sqlite3';
import { Agent } from 'undici';

const built = new URL('../../../dist/', import.meta.url).href;
const { readWhole } = await import(`${built}crawler/page/document.js`);
const { compile } = await import(`${built}src/index.js`);

const [, , seed = '', file = ''] = argv;
const { origin } = new URL(seed);
const { key: keyOf } = compile();
const AT_A_TIME = 16;
const PAGES_A_TRANSACTION = 64;

const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = normal');
db.exec(`
  CREATE TABLE entry (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, depth INTEGER, state TEXT, digest TEXT) STRICT;
  CREATE TABLE page (entry INTEGER PRIMARY KEY, text TEXT, sketch TEXT, record TEXT) STRICT;
  CREATE TABLE link (entry INTEGER PRIMARY KEY, targets BLOB) STRICT;
  CREATE TABLE spelling (entry INTEGER, url TEXT, PRIMARY KEY (entry, url)) WITHOUT ROWID;
`);
const addEntry = db.prepare('INSERT INTO entry (id, key, depth, state) VALUES (?, ?, ?, ?)');
const addSpelling = db.prepare('INSERT OR IGNORE INTO spelling VALUES (?, ?)');
const addPage = db.prepare('INSERT INTO page VALUES (?, ?, ?, ?)');
const addLinks = db.prepare('INSERT INTO link VALUES (?, ?)');
const finish = db.prepare("UPDATE entry SET state = 'done', digest = ? WHERE id = ?");

const ids = new Map();
const known = new Map();
const queue = [];
const entries = [];
const spellings = [];
const read = [];
const agent = new Agent({ pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
let pages = 0;

/** The number of a URL's entry. */
function idOf(url, depth) {
  const before = known.get(url);
  if (before !== undefined) return before;
  const key = String(keyOf(url));
  let id = ids.get(key);
  if (id === undefined) {
    id = ids.size + 1;
    ids.set(key, id);
    const isInside = key.startsWith(`${origin}/`);
    entries.push([id, key, depth, isInside ? 'queued' : 'skipped']);
    if (isInside) queue.push({ id, url, depth });
  } else spellings.push([id, url]);
  known.set(url, id);
  return id;
}

const write = db.transaction(() => {
  for (const entry of entries.splice(0)) addEntry.run(entry);
  for (const spelling of spellings.splice(0)) addSpelling.run(spelling);
  for (const { id, digest, record, links } of read.splice(0)) {
    finish.run(digest, id);
    const { text, ...rest } = record;
    addPage.run(id, text?.hash ?? null, text?.sketch ?? null, JSON.stringify(rest));
    addLinks.run(id, Buffer.from(Uint32Array.from(links).buffer));
  }
});

function fetchOnce({ url }) {
  return new Promise((resolve) => {
    const chunks = [];
    let type = '';
    const path = url.slice(origin.length).replace(/#.*/s, '');
    agent.dispatch(
      { origin, path, method: 'GET', headers: ['user-agent', 'bench'] },
      {
        onRequestStart: () => {},
        onResponseStart: (_, status, headers) => {
          type = status === 200 ? (headers['content-type'] ?? '') : '';
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => resolve(type.startsWith('text/html') ? Buffer.concat(chunks) : null),
        onResponseError: () => resolve(null),
      },
    );
  });
}

async function work() {
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    const body = await fetchOnce(job);
    if (body === null) continue;
    const page = await readWhole({ url: job.url, headers: { 'content-type': 'text/html' }, body });
    read.push({ ...page, id: job.id, links: Array.from(page.links, ({ url }) => idOf(url, job.depth + 1)) });
    pages++;
    if (read.length >= PAGES_A_TRANSACTION) write();
  }
}

idOf(seed, 0);
// The first page leads to the work of the others.
for (let round = 0; queue.length > 0; round++) await Promise.all(Array.from({ length: AT_A_TIME }, work));
write();
db.close();
await agent.close();
stdout.write(`${JSON.stringify({ pages })}\n`);
