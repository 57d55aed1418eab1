import SqliteDatabase, { type Database } from 'better-sqlite3';
import { quote } from '../../src/text/wording.ts';
import { damaged, StoreError } from '../errors.ts';
import { ledgerSchema } from './ledger.ts';
import { numberSpellings } from './number-spellings.ts';
import { hashOfSpelling, spelledUrl } from './spellings.ts';
import { sharedSchema, writersSchema } from './writer.ts';

/** "dust" in ASCII, in the file's header. It distinguishes a frontier from other SQLite files. */
export const applicationId = 0x64757374;

/**
 * Reasons for this layout (`npm run bench` measures it):
 * - Rows are ordered by number, with an index of keys. If rows were ordered by key, the index of numbers would repeat
 *   every key: the file would be a third larger and no faster to fill. The index also keeps one site's keys together.
 * - `url` and `pass` are NULL if the first spelling is the text of the key, as in most rows. Otherwise the file would be
 *   a third larger too.
 * - The CHECK refuses text that is not ASCII or contains NUL, where `length` ends. A GLOB that also refused control
 *   characters would take a fifth of the time of an insertion, so `refuseInvalidKey` does that.
 * - Times are REAL, because milliseconds since the epoch may have a fraction.
 */
const version1 = `
  CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE CHECK (length(key) = octet_length(key)),
    url TEXT,
    pass TEXT,
    site TEXT NOT NULL,
    depth INTEGER NOT NULL,
    hops INTEGER NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    fetch TEXT,
    not_before REAL,
    run TEXT,
    until REAL,
    status INTEGER,
    content_type TEXT,
    digest TEXT,
    alias_of INTEGER,
    alias_by TEXT
  ) STRICT;
  CREATE INDEX entry_ready ON entry (site, depth) WHERE state = 'queued' AND not_before IS NULL;
  CREATE INDEX entry_waiting ON entry (not_before) WHERE not_before IS NOT NULL;
  CREATE INDEX entry_leased ON entry (site, until) WHERE until IS NOT NULL;

  CREATE TABLE spelling (
    entry INTEGER NOT NULL,
    url TEXT NOT NULL,
    pass TEXT,
    sequence INTEGER NOT NULL,
    PRIMARY KEY (entry, url)
  ) STRICT, WITHOUT ROWID;

  -- A site's depth is that of its first ready entry, NULL if none is ready. The lowest turn is next.
  CREATE TABLE site (
    name TEXT NOT NULL PRIMARY KEY,
    turn INTEGER NOT NULL,
    depth INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX site_turn ON site (turn) WHERE depth IS NOT NULL;
  CREATE INDEX site_level ON site (depth, turn) WHERE depth IS NOT NULL;

  CREATE TABLE tally (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sequence (name TEXT NOT NULL PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE meta (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE writer (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    token TEXT NOT NULL,
    pid INTEGER NOT NULL,
    process_start TEXT,
    host TEXT NOT NULL,
    since TEXT NOT NULL
  ) STRICT;
`;

/**
 * `site.next_at` is the time when the site may be asked again, 0 if it need not wait. `delay` is the site's own delay.
 * `page` holds columns that few queries need, in a separate table so that scans of `entry` stay fast.
 */
const version2 = `
  ALTER TABLE entry ADD COLUMN fetched_at REAL;
  ALTER TABLE entry ADD COLUMN role TEXT NOT NULL DEFAULT 'page';
  ALTER TABLE entry ADD COLUMN source TEXT NOT NULL DEFAULT 'link';
  ALTER TABLE entry ADD COLUMN found_on INTEGER;

  ALTER TABLE site ADD COLUMN delay REAL NOT NULL DEFAULT 0;
  ALTER TABLE site ADD COLUMN next_at REAL NOT NULL DEFAULT 0;
  DROP INDEX site_turn;
  CREATE INDEX site_turn ON site (turn) WHERE depth IS NOT NULL AND next_at = 0;
  CREATE INDEX site_due ON site (next_at) WHERE depth IS NOT NULL AND next_at > 0;

  CREATE TABLE page (
    entry INTEGER PRIMARY KEY,
    etag TEXT,
    last_modified TEXT,
    text TEXT,
    sketch TEXT,
    record TEXT
  ) STRICT;

  CREATE TABLE listing (
    entry INTEGER NOT NULL,
    sitemap INTEGER NOT NULL,
    url TEXT NOT NULL,
    lastmod TEXT,
    PRIMARY KEY (entry, sitemap, url)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * A document's links may come in several parts. `pending` marks the links of a document whose outcome is not known yet,
 * or never arrived.
 */
const links = `
  CREATE TABLE link (
    entry INTEGER NOT NULL,
    pending INTEGER NOT NULL,
    targets BLOB NOT NULL,
    spellings TEXT
  ) STRICT;
  CREATE INDEX link_entry ON link (pending, entry);
`;

/**
 * Claims no longer have an error bound. Claims in earlier files may cover more of a site than their samples do. The
 * crawl that upgrades a file judges its evidence again.
 */
const claimsWithoutBound = `
  ALTER TABLE claim DROP COLUMN error_bound;
`;

/**
 * `named` holds the references that are not hyperlinks. Documents that were read before are fetched again in full, to
 * learn these references. `leads-since` is the time of the upgrade: links that were read earlier are incomplete.
 */
const named = `
  ALTER TABLE link ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
  UPDATE page SET etag = NULL, last_modified = NULL;
  INSERT OR REPLACE INTO meta (name, value) VALUES ('leads-since', unixepoch('subsec') * 1000);
`;

/**
 * The fingerprint of a page leaves out what the site repeats on its pages. Earlier fingerprints included it and cannot be
 * compared, so pages are fetched again in full.
 */
const contentAndFields = `
  ALTER TABLE page ADD COLUMN fields TEXT;
  UPDATE page SET etag = NULL, last_modified = NULL, text = NULL, sketch = NULL;
`;

/**
 * Links and spellings took two thirds of a file. So spellings are numbered, and links refer to these numbers. What a
 * spelling shares with its key is not stored again. A spelling has no entry if only links use it.
 */
const numberedSpellings: Step = (db) => {
  db.exec(`
    CREATE TABLE pass (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    ALTER TABLE spelling RENAME TO old_spelling;
    CREATE TABLE spelling (id INTEGER PRIMARY KEY, entry INTEGER, url TEXT NOT NULL, pass INTEGER) STRICT;
    CREATE UNIQUE INDEX spelling_url ON spelling (entry, url);
    ALTER TABLE link RENAME TO old_link;
    DROP INDEX link_entry;
    CREATE TABLE link (
      entry INTEGER NOT NULL,
      pending INTEGER NOT NULL,
      named INTEGER NOT NULL,
      targets BLOB NOT NULL,
      spellings BLOB
    ) STRICT;
    CREATE INDEX link_entry ON link (pending, entry);
  `);
  numberSpellings(db);
};

/**
 * The index of spellings repeated their texts, and took a sixth of a file. It holds hashes instead; the hash is NULL if a
 * spelling has no entry. Each file has a salt, so that no site can choose spellings with equal hashes.
 */
const hashedSpellings: Step = (db) => {
  db.exec(`
    ALTER TABLE shared ADD COLUMN salt INTEGER NOT NULL DEFAULT 0;
    UPDATE shared SET salt = random() >> 32;
    ALTER TABLE spelling ADD COLUMN hash INTEGER;
    DROP INDEX spelling_url;
  `);
  db.function('hash_of_spelling', hashOfSpelling);
  db.exec(`
    UPDATE spelling SET hash = hash_of_spelling(${spelledUrl}, shared.salt)
    FROM entry, shared WHERE entry.id = spelling.entry;
    CREATE INDEX spelling_hash ON spelling (entry, hash);
  `);
};

/**
 * `first_failure` says why the first spelling failed; then `fetch` is another spelling, and `spellings_tried` counts those
 * that were tried. `location` is the target of a redirect as the server named it; redirects that were read before the
 * upgrade have NULL.
 */
const otherSpellings = `
  ALTER TABLE entry ADD COLUMN first_failure TEXT;
  ALTER TABLE entry ADD COLUMN spellings_tried INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE entry ADD COLUMN location TEXT;
`;

/**
 * `mark` says whether a spelling may be tried if the first one leads to no page. NULL: it may. 1: it was tried, or need not
 * be. 2: only links that are not followed lead to it. The column replaces `spellings_tried`.
 */
const markedSpellings = `
  ALTER TABLE spelling ADD COLUMN mark INTEGER;
  UPDATE spelling SET mark = 1 WHERE id IN (
    SELECT numbered.id
    FROM entry JOIN (
      SELECT id, entry, row_number() OVER (PARTITION BY entry ORDER BY id) AS place
      FROM spelling WHERE entry IN (SELECT id FROM entry WHERE spellings_tried > 0)
    ) AS numbered ON numbered.entry = entry.id AND place <= spellings_tried
  );
  ALTER TABLE entry DROP COLUMN spellings_tried;
`;

type Step = string | ((db: Database) => void);

/** The step at index n takes a file from version n to version n + 1. */
const steps: readonly Step[] = [
  version1,
  version2,
  writersSchema,
  ledgerSchema,
  links,
  claimsWithoutBound,
  named,
  contentAndFields,
  numberedSpellings,
  sharedSchema,
  hashedSpellings,
  otherSpellings,
  markedSpellings,
];

/** Turns an empty file into one of the given version. */
export function layOut(db: Database, version: number): void {
  for (const step of steps.slice(0, version)) take(step, db);
}

function take(step: Step, db: Database): void {
  if (typeof step === 'string') db.exec(step);
  else step(db);
}

/** The `user_version` that this program writes. */
export const currentVersion: number = steps.length;

/** Turns an empty file into a frontier, or upgrades an older frontier. Call this inside a transaction. */
export function migrate(db: Database, path: string): void {
  const version = frontierVersion(db, path);
  if (version === currentVersion) return;
  for (const step of steps.slice(version)) take(step, db);
  db.pragma(`application_id = ${applicationId}`);
  db.pragma(`user_version = ${currentVersion}`);
}

/**
 * The version of the frontier in an open file; 0 if the file is empty.
 *
 * @throws {StoreError} if the file is not a frontier, is of a newer version, or has tables but no version
 */
export function frontierVersion(db: Database, path: string): number {
  // Read all at one moment, because another program may be creating the frontier.
  const read = db.transaction(() => ({
    ours: db.pragma('application_id', { simple: true }) === applicationId,
    tables: db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get(),
    version: Number(db.pragma('user_version', { simple: true })),
  }));
  const { ours, tables, version: written } = read.deferred();
  if (!ours && tables !== 0) throw notAFrontier(path);
  const version = ours ? written : 0;
  if (version === 0 && tables !== 0) throw wrongSchema(path, version);
  if (version > currentVersion) throw newerVersion(path, version);
  return version;
}

/**
 * Refuses a file whose schema is not that of its version. Migrating it or writing to it could fail halfway, and triggers
 * or checks of others could run without end.
 *
 * @param version above 0, and known to this program
 * @throws {StoreError} `corrupt`
 */
export function refuseWrongSchema(db: Database, path: string, version: number): void {
  const [own, due] = [schemaOf(db), schemaOfVersion(version)];
  for (const statement of due.keys()) if (!own.has(statement)) throw wrongSchema(path, version);
  for (const [statement, { type, name }] of own) {
    if (!due.has(statement))
      throw new StoreError('corrupt', `${path} has the ${type} ${quote(name)}, which is not dustpan's: drop it`);
  }
}

function wrongSchema(path: string, version: number): StoreError {
  return new StoreError(
    'corrupt',
    `${path} declares format ${version} but its tables do not match: restore a copy, or start over with another file`,
  );
}

/**
 * Refuses a file with numbers of entries that are not safe integers. JavaScript rounds them, so that reading on after
 * such a number would never end.
 *
 * @throws {StoreError} `corrupt`
 */
export function refuseUnsafeIds(db: Database, path: string): void {
  for (const highest of ['SELECT max(id) FROM entry', 'SELECT max(entry) FROM link WHERE pending = 0']) {
    if (!Number.isSafeInteger(db.prepare(highest).pluck().get() ?? 0)) throw damaged(path);
  }
}

interface Named {
  readonly type: string;
  readonly name: string;
}

/** All tables, indexes, views and triggers, by their statement without quotes and spaces, in which versions of SQLite differ. */
function schemaOf(db: Database): ReadonlyMap<string, Named> {
  const all = db.prepare<[], Named & { readonly sql: string }>(`
    SELECT type, name, coalesce(sql, '') AS sql FROM sqlite_schema WHERE NOT (type = 'table' AND name GLOB 'sqlite_*')`);
  return new Map(all.all().map((one) => [`${one.type} ${one.name} ${one.sql.replace(/["\s]/g, '')}`, one]));
}

function schemaOfVersion(version: number): ReadonlyMap<string, Named> {
  const empty = new SqliteDatabase(':memory:');
  try {
    layOut(empty, version);
    return schemaOf(empty);
  } finally {
    empty.close();
  }
}

/** The error for a database that is not a frontier. */
export function notAFrontier(path: string): StoreError {
  return new StoreError(
    'not-a-frontier',
    `${path} is an SQLite file of another program, not a crawl file: name another file`,
  );
}

/** The error for a frontier of a newer version. */
export function newerVersion(path: string, version: number): StoreError {
  return new StoreError(
    'newer-version',
    `${path} was written by a newer version of dustpan (format ${version}, but this version reads up to ${currentVersion}): update dustpan`,
  );
}
