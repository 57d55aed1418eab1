/** What claims made one, as `why` tells it; the entries are as a store leaves them that has made keys anew. */
import { expect, test } from 'vitest';
import type { Entry, Frontier } from '../../../db/index.ts';
import { historyOf } from '../../../src/cli/jobs/url-history.ts';
import type { CrawlSettings } from '../../../src/cli/options/crawl-settings.ts';
import { historyLines } from '../../../src/cli/render/history-lines.ts';
import { evidenceOf } from '../../../src/evidence/claim-evidence.ts';
import { factsOf } from '../../../src/evidence/claimed-facts.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { adjudicate } from '../../../src/evidence/verdict.ts';
import { found } from '../../db/helpers.ts';
import { redirects } from '../ledgers.ts';

const evidence = redirects(5);
const claims = adjudicate(evidence, THRESHOLDS);
const settings: CrawlSettings = {
  canon: { facts: factsOf(claims, []).facts },
  ownCanon: {},
  citable: { claims, evidence: evidenceOf(claims, evidence) },
  scope: null,
  seeds: [],
  sitemaps: [],
};

const OWN = 'http://example.com/a';
const WWW = 'http://www.example.com/a';

function entry(url: string, given: Partial<Entry> = {}): Entry {
  const { key, site, depth, hops, role, source } = found(url);
  return {
    id: 1,
    key,
    url,
    finalUrl: null,
    firstFailure: null,
    site,
    state: 'done',
    depth,
    hops,
    status: 200,
    contentType: null,
    digest: null,
    aliasOf: null,
    aliasBy: null,
    location: null,
    reason: null,
    fetchedAt: 0,
    role,
    source,
    foundOn: null,
    details: null,
    spellings: [],
    listings: [],
    ...given,
  };
}

const skipped = { state: 'skipped', status: null, fetchedAt: null, reason: 'equivalent' } as const;

function alias(url: string, of: Entry, given: Partial<Entry> = {}): Entry {
  return entry(url, { aliasOf: of.key, aliasBy: 'equivalence', ...given });
}

function holding(...entries: readonly Entry[]): Pick<Frontier, 'entry' | 'entries' | 'entriesOf' | 'getMeta'> {
  const entryOf = (key: string): Entry | null => entries.find((one) => one.key === key) ?? null;
  return {
    entry: async (key) => entryOf(key),
    entriesOf: async (keys) => keys.map(entryOf),
    getMeta: async () => null,
    entries: async function* () {
      yield* entries;
    },
  };
}

async function why(url: string, ...entries: readonly Entry[]): Promise<string> {
  const history = await historyOf(url, holding(...entries), settings);
  return historyLines(history, settings).join('\n');
}

const CITED = 'fold-www: confirmed by 301 from http://www.example.com/a4, 5 of 5 samples, 2026-11-20';

test('an alias by a claim: the entry that stands for it and why, with claim and evidence', async () => {
  const representative = entry(OWN);
  const text = await why(WWW, representative, alias(WWW, representative, skipped));
  expect(text).toContain('state        skipped: recorded, not fetched');
  expect(text).toContain(
    'why          equivalent: it is a duplicate of another URL, by a confirmed claim about its site',
  );
  expect(text).toContain(`alias of     ${OWN}  by a confirmed claim`);
  expect(text).toContain(
    `merged with  ${OWN}  stands for this entry, because it was fetched first\n               ${CITED}`,
  );
});

test.each(['equivalence', 'canonical'] as const)('an alias (%s) has the key of its entry', async (aliasBy) => {
  const representative = entry(OWN);
  const other = alias(WWW, representative, { aliasBy });
  const { key, changes } = await historyOf(`${WWW}#part`, holding(representative, other), settings);
  expect(key).toBe(other.key);
  expect(changes.at(-1)?.after).toBe(other.key);
  expect((await historyOf(`${WWW}#part`, holding(representative), settings)).key).toBe(representative.key);
});

test('an alias that its page declares, where a claim says the same: the entry of the URL, and not the other', async () => {
  const representative = entry(OWN);
  const text = await why(WWW, representative, alias(WWW, representative, { aliasBy: 'canonical' }));
  expect(text).toContain(`alias of  ${OWN}  by rel=canonical`);
  expect(text).not.toContain('not found in this spelling');
});

test('a redirect to a URL that failed: that URL, not the one that was fetched instead', async () => {
  const first = `${OWN}?utm_source=x`;
  const read = entry(first, { finalUrl: OWN, firstFailure: 'http-404' });
  const moved = entry('http://example.com/r', { aliasOf: read.key, aliasBy: 'redirect', location: first });
  expect(await why(moved.url, moved, read)).toContain(`alias of  ${first}  by a redirect`);
});

test.each([
  ['http-404', 'failed'],
  ['http-302', 'redirects to another page'],
] as const)('a URL that led to no page (%s): why, and which one is fetched instead', async (firstFailure, what) => {
  const first = `${OWN}?utm_source=x`;
  const read = { ...entry(OWN), url: first, finalUrl: OWN, firstFailure };
  const line = `found first, but ${what} (${firstFailure}); ${OWN}, which has the same key, is fetched instead`;
  expect(await why(first, read)).toContain(line);
});

test('an entry with aliases by claims: the aliases, and why it stands for them', async () => {
  const representative = entry(OWN);
  const text = await why(OWN, representative, alias(WWW, representative));
  expect(text).toContain(
    `merged with  ${WWW}  is an alias of this entry, which is written in the form that the site uses\n               ${CITED}`,
  );
  expect(text).not.toContain('alias of  ');
});

test('aliases by the same claim: the claim once, after the last of them', async () => {
  const representative = entry(OWN);
  const other = alias(WWW, representative, { id: 2, key: found(`${WWW}#other`).key, url: `${WWW}/.` });
  const text = await why(OWN, representative, alias(WWW, representative), other);
  expect(text.split(CITED)).toHaveLength(2);
  expect(text).toMatch(new RegExp(`merged with  ${WWW}  is an alias.*\\n +${WWW}/\\.  is an alias.*\\n +fold-www: `));
});

test('an entry that was fetched first stands for the others under its own key', async () => {
  const representative = entry(WWW, { key: found(OWN).key });
  const other = alias(OWN, representative, { ...skipped, key: found('http://example.com/a#own').key });
  expect(await why(WWW, representative, other)).toContain('is an alias of this entry, which was fetched first');
  expect(await why(WWW, representative, { ...other, fetchedAt: 1 })).toContain(
    'is an alias of this entry, which was found first',
  );
});

test.each([
  ['refresh', 'by a meta refresh on'],
  ['alternate', 'by rel=alternate of'],
  ['feed', 'in the feed'],
] as const)('how a URL was found is a phrase: %s', async (source, phrase) => {
  const sitemap = entry('http://example.com/s.xml', { source: 'robots' });
  const child = entry(OWN, { id: 2, source, foundOn: sitemap.key });
  expect(await why(OWN, child, sitemap)).toContain(
    `found  ${phrase} ${sitemap.url}\n       which was found in robots.txt`,
  );
});

test('of many, ten are named', async () => {
  const representative = entry(OWN);
  const others = Array.from({ length: 13 }, (_, n) => alias(`${WWW}${n}`, representative));
  const text = await why(OWN, representative, ...others);
  expect(text.match(/is an alias of this entry/g)).toHaveLength(10);
  expect(text).toContain('and 3 more: --json');
});

test('without claims no crawl is looked through', async () => {
  const without = { ...settings, canon: {}, citable: { claims: [], evidence: new Map() } };
  const frontier = {
    ...holding(entry(OWN)),
    entries: () => {
      throw new Error('looked through');
    },
  };
  const { equivalents } = await historyOf(OWN, frontier, without);
  expect(equivalents).toEqual([]);
});
