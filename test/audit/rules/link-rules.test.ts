import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { preferredUrl } from '../../../src/audit/site/spellings.ts';
import { canonical, entry, finding, findings, madeSite, page, prose, redirect } from '../made-site.ts';

const HOME = 'https://example.com/';
const A = 'https://example.com/a';
const ELSEWHERE = 'https://example.org/b';

/** Links to the entries of these numbers, from the first one. */
const linksTo = (...ids: number[]) => ({ links: [{ from: 1, to: ids.map((id) => ({ id, url: null })) }] });
const failed = (status: number | null, reason = `http-${status}`): Partial<AuditEntry> => ({
  state: 'failed',
  status,
  reason,
});

async function severities(rule: string, ...made: Parameters<typeof findings>): Promise<readonly string[]> {
  return (await findings(...made)).filter((one) => one.rule === rule).map(({ severity, url }) => `${severity} ${url}`);
}

describe('links/broken', () => {
  it.each([
    ['answers with 404', failed(404)],
    ['answers with 410', failed(410)],
    ['answers with 500', failed(500)],
    ['has a host that does not exist', failed(null, 'dns-not-found')],
    ['has a server that takes no connections', failed(null, 'connection-refused')],
  ])('is a linked URL that %s', async (_, outcome) => {
    const { severity, evidence } = await finding('links/broken', [page(HOME, ''), entry(A, outcome)], linksTo(2));
    expect(severity).toBe('error');
    expect(evidence).toMatchObject({ links: 1, referrers: [HOME], canonicalOf: 0 });
  });

  it('counts the pages that name the URL as canonical too', async () => {
    const entries = [page(HOME, canonical(A)), entry(A, failed(404))];
    expect((await finding('links/broken', entries, linksTo(2))).evidence).toMatchObject({ canonicalOf: 1 });
    expect(await severities('links/broken', entries)).toEqual([]);
  });

  it.each([
    ['is overloaded', failed(503)],
    ['limits the rate', failed(429)],
    ['takes too long', failed(null, 'timeout')],
    ['is private', failed(null, 'private-address')],
    ['was not fetched', { state: 'skipped', status: null, reason: 'scope' }],
  ])('is not a URL that %s', async (_, outcome) => {
    expect(await severities('links/broken', [page(HOME, ''), entry(A, outcome)], linksTo(2))).toEqual([]);
  });

  it('is a URL of a page that fails, although another URL of the page does not', async () => {
    const first = `${A}?utm_source=x`;
    const read = page(first, '', { finalUrl: A, firstFailure: 'http-404' });
    const { severity, url, message, evidence, related } = await finding(
      'links/broken',
      [page(HOME, ''), read],
      linksTo(2),
    );
    expect([severity, url]).toEqual(['error', first]);
    expect(message).toBe('is linked, but answers with status 404; another URL of the same page works');
    expect(evidence).toEqual({ reason: 'http-404', leader: A, links: 1 });
    expect(related).toEqual([A]);
    expect(await severities('links/redirect', [page(HOME, ''), read], linksTo(2))).toEqual([]);
    const refused = [page(HOME, ''), { ...read, firstFailure: 'http-403' }];
    expect(await severities('links/broken', refused, linksTo(2))).toEqual([`info ${first}`]);
    const other = { links: [{ from: 1, to: [{ id: 2, url: A }] }] };
    expect(await severities('links/broken', [page(HOME, ''), read], other)).toEqual([]);
    const unread = { ...read, state: 'skipped', status: null, reason: 'handler' };
    expect(await severities('links/broken', [page(HOME, ''), unread], linksTo(2))).toEqual([]);
  });

  it('is never recommended, although it is the URL without tracking parameters', async () => {
    const tracked = `${A}?utm_source=x`;
    const read = page(A, '', { finalUrl: tracked, firstFailure: 'http-404' });
    const site = await madeSite([read]);
    expect(site.pages.map((one) => preferredUrl(one, site))).toEqual([tracked]);
    const links = { links: [{ from: 1, to: [{ id: 2, url: tracked }] }] };
    expect(await severities('links/tracking', [page(HOME, ''), read], links)).toEqual([]);
  });

  it('is a notice if the server refuses access', async () => {
    expect(await severities('links/broken', [page(HOME, ''), entry(A, failed(403))], linksTo(2))).toEqual([
      `info ${A}`,
    ]);
  });

  it('is a warning on another site, where servers often turn away programs', async () => {
    const known = entry(ELSEWHERE, { state: 'skipped', status: null, reason: 'scope' });
    const check = (outcome: Partial<AuditEntry>) =>
      severities('links/broken', [page(HOME, ''), known], {
        ...linksTo(2),
        targets: async function* () {
          yield entry(ELSEWHERE, outcome);
        },
      });
    expect(await check(failed(404))).toEqual([`warning ${ELSEWHERE}`]);
    expect(await check(failed(403))).toEqual([]);
    expect(await check({})).toEqual([]);
  });
});

describe('links/redirect', () => {
  const [B, C] = ['https://example.com/b', 'https://example.com/c'] as const;

  it('names the canonical URL of the page that the redirect leads to', async () => {
    const entries = [page(HOME, ''), redirect(A, B), page(B, canonical(C)), page(C, canonical(C))];
    const { evidence, related } = await finding('links/redirect', entries, linksTo(2));
    expect(evidence).toMatchObject({ end: B, leader: C, leaderReason: 'declared by the owner' });
    expect(related).toEqual([B, C]);
    const own = [page(HOME, ''), redirect(A, B), page(B, canonical(B))];
    expect(await finding('links/redirect', own, linksTo(2))).toMatchObject({ related: [B] });
  });

  it('does not advise to link to http', async () => {
    const http = 'http://example.com/b';
    const entries = [page(HOME, ''), redirect(A, http), page(http, '')];
    expect(await severities('links/redirect', entries, linksTo(2))).toEqual([]);
    expect(await severities('redirect/downgrade', entries, linksTo(2))).toEqual([`error ${A}`]);
  });
});

describe('links/tracking', () => {
  const spelled = (url: string) => ({ links: [{ from: 1, to: [{ id: 2, url }] }] });
  const TRACKED = 'https://example.com/a?utm_source=menu&gclid=1';

  it('names the URL to link, also if the page declares it', async () => {
    for (const html of ['', canonical(A)]) {
      const { url, evidence } = await finding('links/tracking', [page(HOME, ''), page(A, html)], spelled(TRACKED));
      expect(url).toBe(A);
      expect(evidence).toEqual({ bare: A, links: 1, urls: [TRACKED], referrers: [HOME] });
    }
  });

  it('names it without the fragment of a link', async () => {
    const { evidence } = await finding('links/tracking', [page(HOME, ''), page(A, '')], spelled(`${TRACKED}#top`));
    expect(evidence).toMatchObject({ bare: A, urls: [`${TRACKED}#top`] });
  });

  it('finds pages that the crawl fetched under such a URL', async () => {
    const entries = [page(HOME, ''), page(TRACKED, '')];
    expect(
      (await finding('links/tracking', entries, { ...linksTo(2), canon: { profile: 'usual' } })).evidence,
    ).toMatchObject({
      bare: A,
    });
  });

  it('ignores other parameters, and links between sites', async () => {
    expect(await severities('links/tracking', [page(HOME, ''), page(A, '')], spelled(`${A}?source=menu`))).toEqual([]);
    expect(await severities('links/tracking', [page(ELSEWHERE, ''), page(A, '')], spelled(TRACKED))).toEqual([]);
  });
});

describe('redirect/meta-refresh', () => {
  const refresh = (content: string, text = '<p>We have moved.') =>
    severities('redirect/meta-refresh', [page(A, `<meta http-equiv="refresh" content="${content}">${text}`)]);

  it('sends visitors to another URL', async () => {
    expect(await refresh('0; url=/b')).toEqual([`warning ${A}`]);
    expect(await refresh('5; url=https://example.org/')).toEqual([`warning ${A}`]);
  });

  it.each([
    ['reloads the page', '0; url=/a#top'],
    ['comes late', '60; url=/b'],
    ['is for browsers without scripts', '0; url=/a?noscript=1'],
    ['is for browsers without scripts', '0; url=/enable-js-false'],
  ])('is not one that %s: %s', async (_, content) => {
    expect(await refresh(content)).toEqual([]);
  });

  it('is not on a page with a text of its own', async () => {
    expect(await refresh('0; url=/b', prose(101))).toEqual([]);
  });
});

describe('pagination/broken', () => {
  const paged = page(A, '<link rel="next" href="/b"><link rel="prev" href="/">');
  const B = 'https://example.com/b';

  it('names what is wrong with each of the two', async () => {
    const moved = entry(HOME, { status: 301, aliasBy: 'redirect', aliasOf: entry(B).key });
    const { evidence, related } = await finding('pagination/broken', [paged, moved, entry(B, failed(404))]);
    expect(evidence).toEqual({ problems: ['next: http-404', 'prev: redirects with 301'] });
    expect(related).toEqual([B, HOME]);
  });

  it('ignores pages that were not fetched, and a first page with another canonical URL', async () => {
    const unknown = entry(B, { state: 'skipped', status: null, reason: 'depth' });
    expect(await severities('pagination/broken', [paged, page(HOME, canonical(A)), unknown])).toEqual([]);
  });
});
