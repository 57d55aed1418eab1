import type { Key } from '../../src/canon/key.ts';
import { statsFrom, type Tally } from '../plan/changes.ts';
import type { StoredSpelling } from '../plan/other-spelling.ts';
import { type EntryRow, entriesFrom, type ListingRow } from '../plan/stored-entry.ts';
import { EQUIVALENT } from '../reasons.ts';
import type { Entry, EntryExtent, EntryId, FrontierStats, SiteQueue } from '../store.ts';
import { type Digest, keyDigest } from './digest.ts';
import { digestNow } from './former-keys.ts';
import { LEVEL } from './lease.ts';
import type { Send } from './session.ts';
import { type Statement, statement } from './statement.ts';

const SELECT = `
  SELECT entry.id, entry.key, coalesce(entry.url, entry.key) AS url, entry.fetch_url AS "finalUrl",
    entry.first_failure AS "firstFailure", site.name AS site, entry.state, entry.depth, entry.hops, entry.status, entry.content_type AS "contentType",
    entry.digest_of_body AS digest, target.key AS "aliasOf", entry.alias_by AS "aliasBy", entry.location, entry.reason,
    entry.fetched_at AS "fetchedAt", entry.role, entry.source, origin.key AS "foundOn",
    page.entry AS page, page.etag, page.last_modified AS "lastModified", page.text, page.sketch, page.record, page.fields
  FROM entry
  JOIN site ON site.bucket = 0 AND site.id = entry.site
  LEFT JOIN entry AS target ON target.bucket = 0 AND target.id = entry.alias_of
  LEFT JOIN entry AS origin ON origin.bucket = 0 AND origin.id = entry.found_on
  LEFT JOIN page ON page.bucket = 0 AND page.entry = entry.id`;
const AFTER = statement<[after: EntryId], EntryRow>(
  `${SELECT} WHERE entry.bucket = 0 AND entry.id > $1 ORDER BY entry.id LIMIT 200`,
);
const SKIPPED_AFTER = statement<[after: EntryId], EntryRow>(`
  ${SELECT} WHERE entry.bucket = 0 AND entry.id > $1 AND entry.state = 'skipped'
    AND entry.reason IS DISTINCT FROM '${EQUIVALENT}' ORDER BY entry.id LIMIT 500`);
const BY_KEYS = statement<[digests: readonly Digest[]], EntryRow | { readonly id: null }>(`
  SELECT one.* FROM unnest($1::bytea[]) WITH ORDINALITY AS wanted (digest, place)
  LEFT JOIN LATERAL (${SELECT} WHERE entry.bucket = 0 AND entry.digest = ${digestNow('wanted.digest')}) AS one ON true
  ORDER BY place`);
const SPELLINGS = statement<[entries: readonly EntryId[]], StoredSpelling>(`
  SELECT entry, url, pass, mark FROM spelling WHERE bucket = 0 AND entry = ANY ($1) ORDER BY entry, number`);
const SPELLINGS_OF_KEY = statement<[digest: Digest, limit: number], { readonly url: string }>(`
  SELECT spelling.url FROM spelling
  WHERE bucket = 0 AND entry = (SELECT id FROM entry WHERE bucket = 0 AND digest = ${digestNow('$1')}) ORDER BY number LIMIT $2`);
const LISTINGS = statement<[entries: readonly EntryId[]], ListingRow>(`
  SELECT listing.entry, sitemap.key AS sitemap, listing.url, listing.lastmod
  FROM listing JOIN entry AS sitemap ON sitemap.bucket = 0 AND sitemap.id = listing.sitemap
  WHERE listing.bucket = 0 AND listing.entry = ANY ($1) ORDER BY listing.entry, sitemap.key, listing.url`);
const TALLIES = statement<[], Tally>(
  'SELECT kind, name, sum(count) AS count FROM tally GROUP BY kind, name HAVING sum(count) > 0 ORDER BY kind, name',
);
/** @param ofDepth a condition for `depth` */
const nextAt = (ofDepth: string): Statement<[], { readonly at: number | null }> =>
  statement(`
    SELECT CASE
      WHEN EXISTS (SELECT 1 FROM site WHERE bucket = 0 AND depth IS NOT NULL AND next_at = 0 ${ofDepth}) THEN 0
      ELSE least(
        (SELECT min(next_at) FROM site WHERE bucket = 0 AND depth IS NOT NULL AND next_at > 0 ${ofDepth}),
        (SELECT min(not_before) FROM entry WHERE bucket = 0 AND not_before IS NOT NULL ${ofDepth})
      )
    END AS at`);
const NEXT_AT = nextAt('');
const NEXT_AT_OF_LEVEL = nextAt(`AND depth <= (${LEVEL})`);

/** The join is by bucket as well: a plan for tables without statistics would compare each queue with each site. */
const SITES = statement<[limit: number], SiteQueue>(`
  SELECT name, queued, leased, delay, next_at AS "nextAt"
  FROM (
    SELECT bucket, site, count(*) FILTER (WHERE is_queued) AS queued, count(*) FILTER (WHERE NOT is_queued) AS leased
    FROM (
      SELECT bucket, site, true AS is_queued FROM entry WHERE bucket = 0 AND state = 'queued' AND not_before IS NULL
      UNION ALL SELECT bucket, site, true FROM entry WHERE bucket = 0 AND not_before IS NOT NULL
      UNION ALL SELECT bucket, site, false FROM entry WHERE bucket = 0 AND run IS NOT NULL
    ) AS one GROUP BY bucket, site
  ) AS open JOIN site ON site.bucket = open.bucket AND site.id = open.site
  ORDER BY queued DESC, name LIMIT $1`);

/** The first entries with numbers above `after`. */
export async function entriesAfter(send: Send, after: EntryId, extent: EntryExtent): Promise<readonly Entry[]> {
  return completed(send, (await send(AFTER, after)).rows, extent);
}

/** The first skipped entries with numbers above `after`, except those skipped as `equivalent`. */
export async function skippedAfter(send: Send, after: EntryId): Promise<readonly Entry[]> {
  return completed(send, (await send(SKIPPED_AFTER, after)).rows, 'whole');
}

/** Implements `Frontier.entriesOf`. */
export async function entriesOf(
  send: Send,
  keys: readonly Key[],
  extent: EntryExtent,
): Promise<readonly (Entry | null)[]> {
  const { rows } = await send(BY_KEYS, keys.map(keyDigest));
  const found = rows.filter((row) => row.id !== null);
  const entries = (await completed(send, found, extent)).values();
  return rows.map((row) => (row.id === null ? null : (entries.next().value ?? null)));
}

/** Up to `limit` spellings of a key's entry other than its first, in order of discovery. */
export async function spellingsOf(send: Send, key: Key, limit: number): Promise<readonly string[]> {
  return (await send(SPELLINGS_OF_KEY, keyDigest(key), limit)).rows.map(({ url }) => url);
}

/** Counts over the whole frontier. */
export async function statsOf(send: Send, level = false): Promise<FrontierStats> {
  const [tallied, next] = await Promise.all([send(TALLIES), send(level ? NEXT_AT_OF_LEVEL : NEXT_AT)]);
  return statsFrom(tallied.rows, next.rows[0]?.at ?? null);
}

/** Implements `Frontier.sites`. */
export async function sitesOf(send: Send, limit: number): Promise<readonly SiteQueue[]> {
  return (await send(SITES, limit)).rows;
}

async function completed(send: Send, rows: readonly EntryRow[], extent: EntryExtent): Promise<readonly Entry[]> {
  if (extent === 'bare' || rows.length === 0) return entriesFrom(rows);
  const ids = rows.map(({ id }) => id);
  const [spelled, listed] = await Promise.all([send(SPELLINGS, ids), send(LISTINGS, ids)]);
  return entriesFrom(rows, spelled.rows, listed.rows);
}
