import { describe, expect, test } from 'vitest';
import { clustersOf } from '../../../src/audit/clusters.ts';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { claim } from '../../evidence/claims.ts';
import { canonical, findings, madeSite, page, redirect } from '../made-site.ts';

const HOME = 'https://example.com/';
const OLD = 'https://example.com/a';
const NEW = 'https://example.com/a/';
const canon = { facts: [{ kind: 'slash', host: 'example.com', value: 'add' }] } as const;

/** A page that links to a URL that redirected before a fact merged it with its target. */
function entries(known: Partial<AuditEntry> = {}): AuditEntry[] {
  return [page(HOME, 'home'), redirect(OLD, NEW), page(NEW, 'a', known)];
}

/** What the crawl stores about a link that it found before or after the fact: the alias, or its target's spelling. */
const before = { from: 1, to: [{ id: 2, url: null }] };
const after = (url: string) => ({ from: 1, to: [{ id: 3, url }] });
const spelled = (...urls: string[]) => ({ spellings: urls.map((url) => ({ url, pass: 'add-trailing-slash' })) });

describe('a URL that was fetched before a fact merged it with others', () => {
  test.each([
    ['found before the fact', before],
    ['found after it', after(OLD)],
    ['that differ in what the key drops', after(`${OLD}?utm_source=x#top`)],
  ])('has the links that are written so: %s', async (_, links) => {
    const all = await findings(entries(spelled(OLD)), { canon, links: [links] });
    expect(
      all.filter(({ rule }) => rule === 'links/redirect').map(({ url, evidence }) => [url, evidence['end']]),
    ).toEqual([[OLD, NEW]]);
  });

  test('has no links that are written in the form of the site', async () => {
    const all = await findings(entries(), { canon, links: [after(`${NEW}#top`)] });
    expect(all.filter(({ rule }) => rule.startsWith('links/'))).toEqual([]);
  });

  test('is listed in the sitemaps that name it', async () => {
    const sitemap = 'https://example.com/sitemap.xml';
    const key = page(sitemap, '').key;
    const listed = { listings: [{ sitemap: key, url: OLD, lastmod: null }] };
    const site = await madeSite(entries(listed), { canon });
    expect(site.pages.map(({ url, entry }) => [url, entry.listings.length])).toEqual([
      [HOME, 0],
      [OLD, 1],
      [NEW, 0],
    ]);
  });

  test('is one member of its cluster', async () => {
    const site = await madeSite(entries(spelled(OLD, `${OLD}?utm_source=x`)), { canon });
    const [cluster] = clustersOf(site);
    expect(cluster?.members.map(({ url, by }) => [url, by])).toEqual([
      [OLD, 'redirect'],
      [`${OLD}?utm_source=x`, 'spelling'],
    ]);
  });

  test('names itself, also if its twin names it', async () => {
    const twin = page(NEW, canonical(OLD), { aliasOf: page(OLD, '').key, aliasBy: 'canonical' });
    const own = (await madeSite([page(HOME, 'home'), page(OLD, canonical(OLD)), twin], { canon })).pageAt(OLD);
    expect([own?.url, own?.canonical?.key, own?.isIndexable]).toEqual([OLD, OLD, true]);
  });

  test('leaves the target of a redirect within a page where it is', async () => {
    const moved = { finalUrl: OLD, spellings: [{ url: OLD, pass: null }] };
    const site = await madeSite(entries(moved), { canon });
    expect(site.page(page(NEW, '').key)?.entry.spellings).toEqual(moved.spellings);
  });
});

test('a link leads to the entry that its URL has now, if a claim that was refuted merged them when the page was read', async () => {
  const gone: AuditEntry = { ...page(OLD, 'a'), state: 'failed', status: 404, reason: 'http-404', details: null };
  const links = [after(`${OLD}#top`)];
  const claims = [claim('slash', '/', { verdict: 'refuted' })];
  const all = await findings([page(HOME, 'home'), gone, page(NEW, 'a')], { links, claims });
  expect(all.filter(({ rule }) => rule === 'links/broken').map(({ url }) => url)).toEqual([OLD]);
});
