/** The version of the tables that this program writes. */
export const VERSION: number = 6;

const FORMER_KEY = `CREATE TABLE former_key (
    bucket smallint NOT NULL DEFAULT 0,
    digest bytea NOT NULL,
    entry bigint NOT NULL,
    epoch bigint NOT NULL,
    PRIMARY KEY (bucket, digest)
  );`;

/**
 * The tables of one crawl. Reasons for this layout (`npm run bench -- frontier` measures it):
 * - A key is found by a digest, because an entry of an index cannot have more than 2,704 bytes, and a key can.
 * - Every unique index of the tables that grow with the crawl begins with `bucket`, which leaves room to distribute them
 *   by site. All statements write and read bucket 0 so far. `entry_ready` has no bucket, which would make it a fifth larger.
 * - Columns of one size lie together, because each begins at a multiple of its size.
 * - Sites are numbered: their names would take a fifth of the space.
 * - `mark` tells whether a spelling may be tried if the first one leads to no page: NULL if so, 1 if it was tried or need
 *   not be, 2 if it was only found by links that are not followed.
 * - Each program adds to rows of its own in `tally`, so that no program waits for another to count.
 * - Times are in milliseconds since the epoch, by the server's clock.
 * - Each table has a primary key: where a server publishes all tables, it refuses changes of one that has none.
 */
export const TABLES: string = `
  CREATE TABLE about (
    version int PRIMARY KEY,
    epoch bigint NOT NULL,
    generation bigint NOT NULL,
    rekeyer text COLLATE "C",
    unfinished text
  );
  INSERT INTO about VALUES (${VERSION}, 0, 0);
  CREATE TABLE meta (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);

  CREATE SEQUENCE entry_number;
  CREATE SEQUENCE turn_number;
  CREATE SEQUENCE write_number;

  CREATE TABLE site (
    bucket smallint NOT NULL DEFAULT 0,
    id int GENERATED ALWAYS AS IDENTITY,
    digest bytea NOT NULL,
    name text COLLATE "C" NOT NULL,
    turn bigint NOT NULL,
    depth int,
    delay float8 NOT NULL DEFAULT 0,
    next_at float8 NOT NULL DEFAULT 0,
    PRIMARY KEY (bucket, id)
  ) WITH (fillfactor = 50);
  CREATE UNIQUE INDEX site_digest ON site (bucket, digest);
  CREATE INDEX site_turn ON site (bucket, turn) WHERE depth IS NOT NULL AND next_at = 0;
  CREATE INDEX site_due ON site (bucket, next_at) WHERE depth IS NOT NULL AND next_at > 0;
  CREATE INDEX site_level ON site (bucket, depth, turn) WHERE depth IS NOT NULL;

  CREATE TABLE entry (
    id bigint NOT NULL,
    alias_of bigint,
    found_on bigint,
    not_before float8,
    fetched_at float8,
    site int NOT NULL,
    depth int NOT NULL,
    status int,
    hops smallint NOT NULL,
    attempts smallint NOT NULL DEFAULT 0,
    bucket smallint NOT NULL DEFAULT 0,
    digest bytea NOT NULL,
    key text COLLATE "C" NOT NULL,
    url text COLLATE "C",
    pass text COLLATE "C",
    state text COLLATE "C" NOT NULL,
    reason text COLLATE "C",
    fetch_url text COLLATE "C",
    first_failure text COLLATE "C",
    run text COLLATE "C",
    content_type text COLLATE "C",
    digest_of_body text COLLATE "C",
    alias_by text COLLATE "C",
    location text COLLATE "C",
    role text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket, id)
  );
  CREATE UNIQUE INDEX entry_digest ON entry (bucket, digest);
  CREATE INDEX entry_site ON entry (bucket, site);
  CREATE INDEX entry_ready ON entry (site, depth, id) WHERE state = 'queued' AND not_before IS NULL;
  CREATE INDEX entry_waiting ON entry (bucket, not_before) WHERE not_before IS NOT NULL;
  CREATE INDEX entry_leased ON entry (bucket, site) WHERE run IS NOT NULL;

  ${FORMER_KEY}

  CREATE TABLE spelling (
    bucket smallint NOT NULL DEFAULT 0,
    entry bigint NOT NULL,
    digest bytea NOT NULL,
    url text COLLATE "C" NOT NULL,
    pass text COLLATE "C",
    number bigint NOT NULL,
    mark smallint,
    PRIMARY KEY (bucket, entry, digest)
  );

  CREATE TABLE link (
    bucket smallint NOT NULL DEFAULT 0,
    entry bigint NOT NULL,
    number bigint NOT NULL,
    named boolean NOT NULL,
    pending text COLLATE "C",
    targets bytea NOT NULL,
    spellings text COLLATE "C",
    PRIMARY KEY (bucket, entry, number)
  );

  CREATE TABLE page (
    bucket smallint NOT NULL DEFAULT 0,
    entry bigint NOT NULL,
    etag text COLLATE "C",
    last_modified text COLLATE "C",
    text text COLLATE "C",
    sketch text COLLATE "C",
    record text COLLATE "C",
    fields text COLLATE "C",
    PRIMARY KEY (bucket, entry)
  );

  CREATE TABLE listing (
    bucket smallint NOT NULL DEFAULT 0,
    entry bigint NOT NULL,
    sitemap bigint NOT NULL,
    digest bytea NOT NULL,
    url text COLLATE "C" NOT NULL,
    lastmod text COLLATE "C",
    PRIMARY KEY (bucket, entry, sitemap, digest)
  );
  CREATE INDEX listing_sitemap ON listing (bucket, sitemap);

  CREATE TABLE tally (
    program text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (program, kind, name)
  ) WITH (fillfactor = 50);

  CREATE TABLE program (
    token text COLLATE "C" PRIMARY KEY,
    host text NOT NULL,
    process int,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen timestamptz NOT NULL DEFAULT clock_timestamp(),
    gone boolean NOT NULL DEFAULT false,
    pages bigint NOT NULL DEFAULT 0,
    call bigint NOT NULL DEFAULT 0,
    result text NOT NULL DEFAULT 'null'
  ) WITH (fillfactor = 50);
  CREATE TABLE run (name text COLLATE "C" PRIMARY KEY, program text COLLATE "C" NOT NULL);

  CREATE TABLE evidence (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject bytea NOT NULL UNIQUE,
    at float8 NOT NULL,
    source text COLLATE "C" NOT NULL,
    evidence text NOT NULL
  );
  CREATE TABLE claim (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, claim text NOT NULL);
`;

/** SQL that takes tables of version n to version n + 1, at index n - 1. */
export const UPGRADES: readonly string[] = [
  `ALTER TABLE about ADD COLUMN rekeyer text COLLATE "C", ADD COLUMN unfinished text; ${FORMER_KEY}`,
  'ALTER TABLE entry ADD COLUMN first_failure text COLLATE "C", ADD COLUMN location text COLLATE "C", ADD COLUMN spellings_tried smallint NOT NULL DEFAULT 0',
  `ALTER TABLE spelling ADD COLUMN mark smallint;
  UPDATE spelling SET mark = 1
  FROM entry, LATERAL (
    SELECT digest FROM spelling AS one WHERE one.bucket = 0 AND one.entry = entry.id ORDER BY number LIMIT spellings_tried
  ) AS tried
  WHERE entry.bucket = 0 AND spellings_tried > 0
    AND spelling.bucket = 0 AND spelling.entry = entry.id AND spelling.digest = tried.digest;
  ALTER TABLE entry DROP COLUMN spellings_tried`,
  'ALTER TABLE program ADD COLUMN process int',
  'ALTER TABLE about ADD PRIMARY KEY (version)',
];

/** The tables that grow with a crawl, for SQL. */
export const GROWING = 'site, entry, spelling, link, page, listing';

/**
 * SQL that shows the server some rows of each new table, so that it knows that `bucket` is the same in all. Without
 * statistics it takes that for one row in two hundred, and joins by loops over all rows until autovacuum comes by, a minute
 * later. The savepoint makes it forget how few rows there were: of a table that was never looked at, it expects ten pages.
 */
export const STATISTICS: string = `
  ${knowBucket('site', { id: 'n', digest: 'bytes', name: "''", turn: '0' })}
  ${knowBucket('entry', { id: 'n', site: '0', depth: '0', hops: '0', digest: 'bytes', key: "''", state: "''", role: "''", source: "''" })}
  ${knowBucket('spelling', { entry: 'n', digest: 'bytes', url: "''", number: '0' })}
  ${knowBucket('link', { entry: 'n', number: '0', named: 'false', targets: 'bytes' })}
  ${knowBucket('page', { entry: 'n' })}
  ${knowBucket('listing', { entry: 'n', sitemap: '0', digest: 'bytes', url: "''" })}
  SAVEPOINT known;
  TRUNCATE ${GROWING};
  RELEASE known;
`;

/** @param values the columns that need a value, as expressions of the row's number `n` and of its `bytes` */
function knowBucket(table: string, values: Readonly<Record<string, string>>): string {
  return `
  INSERT INTO ${table} (${Object.keys(values).join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${Object.values(values).join(', ')} FROM (SELECT n, int4send(n) AS bytes FROM generate_series(1, 20) AS n) AS row;
  ANALYZE ${table} (bucket);`;
}
