import { describe, expect, it, test } from 'vitest';
import { decisionsOf, isListable } from '../../../src/audit/decision/decision.ts';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import type { Key } from '../../../src/canon/key.ts';
import { claim } from '../../evidence/claims.ts';
import { canonical, entry, finding, findings, madeSite, page, prose, redirect } from '../made-site.ts';

const GROUPS = /^(?:sitemap|links|hreflang|og|amp|redirect|page)\//;

async function signals(...made: Parameters<typeof findings>): Promise<readonly string[]> {
  return (await findings(...made))
    .filter(({ rule }) => GROUPS.test(rule))
    .map(({ rule, url }) => `${rule} ${url}`)
    .sort();
}

const HOME = 'https://example.com/';
const A = 'https://example.com/a';
const B = 'https://example.com/b';
const C = 'https://example.com/c';

const sitemap = (known: Partial<AuditEntry> = {}): AuditEntry =>
  entry('https://example.com/sitemap.xml', {
    role: 'sitemap',
    source: 'seed',
    contentType: 'application/xml',
    ...known,
  });
const listed = ({ key }: AuditEntry, url: string): Pick<AuditEntry, 'listings'> => ({
  listings: [{ sitemap: key, url, lastmod: '2026-01-02' }],
});
/** Links to the entries of these numbers, from the first one. */
const linksTo = (...ids: number[]) => ({ links: [{ from: 1, to: ids.map((id) => ({ id, url: null })) }] });

/** Outcomes that depend on the crawl, not on the page. */
const PASSING: readonly (readonly [string, Partial<AuditEntry>])[] = [
  ['was rate-limited', { status: 429, reason: 'http-429' }],
  ['was overloaded', { status: 503, reason: 'http-503' }],
  ['took too long', { status: null, reason: 'timeout' }],
];

test('a response without content is not a page', async () => {
  expect(await findings([page(A, '', { status: 204, contentType: null })])).toEqual([]);
});

test.each([
  ['noindex', '<meta name=robots content=noindex>'],
  ['an error page', '<title>Page not found</title>'],
])('no link, redirect or sitemap should name a canonical URL that is %s', async (_, html) => {
  const entries = [
    page(HOME, ''),
    page(A, canonical(B), listed(sitemap(), A)),
    page(B, html + canonical(B)),
    sitemap(),
  ];
  const old = redirect('https://example.com/old', A);
  const all = await findings([...entries, old], linksTo(2));
  expect(all.filter(({ evidence }) => evidence['leader'] === B)).toEqual([]);
});

describe('sitemaps', () => {
  it('list a page that names another canonical URL', async () => {
    const entries = [sitemap(), page(A, canonical(B), listed(sitemap(), A)), page(B, '', listed(sitemap(), B))];
    const { evidence, related, url } = await finding('sitemap/non-canonical', entries);
    expect(url).toBe(A);
    expect(evidence).toEqual({
      sitemap: sitemap().url,
      lastmod: '2026-01-02',
      listed: A,
      canonical: B,
      leader: B,
      leaderReason: 'declared by the owner',
    });
    expect(related).toEqual([B]);
  });

  it('list a file that names another canonical URL, or a URL that redirects to a file', async () => {
    const pdf = { contentType: 'application/pdf', link: `<${B}>; rel=canonical` };
    const named = page('https://example.com/a.pdf', '', { ...pdf, ...listed(sitemap(), 'https://example.com/a.pdf') });
    const [own, old] = ['https://example.com/own.pdf', 'https://example.com/old.pdf'];
    const moved = redirect(old, own, listed(sitemap(), old));
    const file = entry(own, { contentType: 'application/pdf' });
    expect(await signals([sitemap(), named, page(B, '', listed(sitemap(), B)), moved, file])).toEqual([
      'sitemap/non-canonical https://example.com/a.pdf',
      `sitemap/non-canonical ${old}`,
    ]);
  });

  it.each([
    ['redirects to another text', [redirect(B, HOME), page(HOME, canonical(HOME) + prose(90, 'h'))]],
    ['redirects to an error', [redirect(B, HOME), entry(HOME, { state: 'failed', status: 404, reason: 'http-404' })]],
    ['is an error', [entry(B, { state: 'failed', status: 404, reason: 'http-404' })]],
    ['is marked noindex', [page(B, '<meta name=robots content=noindex>')]],
  ])('list a page whose canonical URL %s, and what to list is open', async (_, others) => {
    const own = page(A, canonical(B) + prose(90, 'a'), listed(sitemap(), A));
    const { url, evidence, related } = await finding('sitemap/non-canonical', [sitemap(), own, ...others]);
    expect(url).toBe(A);
    expect(evidence).toMatchObject({ listed: A, canonical: B });
    expect(evidence).not.toHaveProperty('leader');
    expect(related).toEqual([]);
  });

  const http = 'http://example.com/a';
  it.each([
    ['redirects back', B, redirect(B, A)],
    ['is the page over http', http, page(http, canonical(http))],
    ['is the page over http and redirects back', http, redirect(http, A)],
  ])('rightly list a page whose canonical URL %s', async (_, named, other) => {
    const entries = [sitemap(), page(A, canonical(named), listed(sitemap(), A)), other];
    expect((await signals(entries)).join()).not.toContain('sitemap/');
    const site = await madeSite(entries);
    expect(site.pages.filter((one) => isListable(one, site)).map(({ url }) => url)).toEqual([A]);
  });

  it('list a URL that redirects within an entry', async () => {
    const moved = page('http://example.com/a', '', { finalUrl: A, ...listed(sitemap(), 'http://example.com/a') });
    expect(await signals([sitemap(), moved])).toContain('sitemap/non-canonical http://example.com/a');
    const listedWell = page('http://example.com/a', '', { finalUrl: A, ...listed(sitemap(), A) });
    expect(await signals([sitemap(), listedWell])).toEqual([]);
  });

  it('list a URL that fails, although another URL of its page does not', async () => {
    const first = 'https://example.com/a?utm_source=x';
    const read = page(first, '', { finalUrl: A, firstFailure: 'http-404', ...listed(sitemap(), first) });
    const { url, evidence } = await finding('sitemap/bad', [sitemap(), read]);
    expect([url, evidence['reason']]).toEqual([first, 'http-404']);
    const disallowed = { ...read, firstFailure: 'robots' };
    expect((await finding('sitemap/bad', [sitemap(), disallowed])).evidence['reason']).toBe('robots');
    expect((await signals([sitemap(), read])).join()).not.toContain('non-canonical');
  });

  it.each([
    ['an error', entry(A, { state: 'failed', status: 404, reason: 'http-404', ...listed(sitemap(), A) }), 'http-404'],
    ['noindex', page(A, '<meta name="robots" content="noindex">', listed(sitemap(), A)), 'noindex'],
    [
      'what robots.txt forbids',
      entry(A, { state: 'skipped', status: null, reason: 'robots', ...listed(sitemap(), A) }),
      'robots',
    ],
    [
      'a loop',
      entry(A, { state: 'failed', status: 302, reason: 'redirect-loop', ...listed(sitemap(), A) }),
      'redirect-loop',
    ],
    ['another host', page('https://example.org/a', '', listed(sitemap(), 'https://example.org/a')), 'off-host'],
  ])('list %s', async (_, bad, reason) => {
    const { evidence, severity } = await finding('sitemap/bad', [sitemap(), bad]);
    expect([severity, evidence['reason']]).toEqual(['error', reason]);
    expect((await signals([sitemap(), bad])).join()).not.toContain('non-canonical');
  });

  it.each(PASSING)('may list a page that %s', async (_, outcome) => {
    expect(await signals([sitemap(), entry(A, { state: 'failed', ...outcome, ...listed(sitemap(), A) })])).toEqual([]);
  });

  it('may list another host if its robots.txt names them, unless they list their own', async () => {
    const named = sitemap({ source: 'robots' });
    const other = page('https://example.org/a', '', listed(named, 'https://example.org/a'));
    expect(await signals([named, other])).toEqual([]);
    expect(await signals([named, other, page(A, '', listed(named, A))])).toEqual(['sitemap/bad https://example.org/a']);
  });

  it('may list another host whose robots.txt names them or their index', async () => {
    const index = sitemap();
    const place = { source: 'sitemap', foundOn: index.key, contentType: 'application/xml' };
    const part = entry('https://example.com/part.xml', { role: 'sitemap', ...place });
    const own = page(A, '', listed(part, A));
    const other = page('https://example.org/a', '', listed(part, 'https://example.org/a'));
    const bad = async (robots: string, url: string): Promise<readonly string[]> =>
      signals([index, part, own, other], { sitemapLines: () => [{ robots, line: 1, url, isFull: true }] });
    for (const { url } of [index, part]) expect(await bad('https://example.org/robots.txt', url)).toEqual([]);
    expect(await bad('https://example.com/robots.txt', part.url)).toEqual(['sitemap/bad https://example.org/a']);
    expect(await bad('https://example.org/robots.txt', HOME)).toEqual(['sitemap/bad https://example.org/a']);
  });

  it('may not list a disallowed URL, also if the crawl merged it with a page', async () => {
    const merged = { state: 'skipped', status: null, reason: 'equivalent' } as const;
    const twin = entry(A, { ...merged, aliasOf: entry(B).key, aliasBy: 'equivalence', ...listed(sitemap(), A) });
    const other = page(B, '', listed(sitemap(), `${B}?utm_source=x`));
    const robotsRule = (url: string) =>
      url === A || url.includes('?') ? { url: 'https://example.com/robots.txt', rule: 'Disallow: /a', line: 2 } : null;
    const all = (await findings([sitemap(), twin, other], { robotsRule })).filter(({ rule }) => rule === 'sitemap/bad');
    expect(all.map(({ url, evidence }) => [url, evidence['reason']])).toEqual([
      [A, 'robots'],
      [`${B}?utm_source=x`, 'robots'],
    ]);
  });

  it('cite the robots.txt line that disallows a URL, if known', async () => {
    const blocked = entry(A, { state: 'skipped', status: null, reason: 'robots', ...listed(sitemap(), A) });
    const robotsRule = () => ({ url: 'https://example.com/robots.txt', rule: 'Disallow: /', line: 2 });
    const { evidence } = await finding('sitemap/bad', [sitemap(), blocked], { robotsRule });
    expect(evidence).toMatchObject({ robots: 'https://example.com/robots.txt', rule: 'Disallow: /', ruleLine: 2 });
  });

  it('are not reported for pages that were not fetched', async () => {
    const left = [
      entry(A, { state: 'queued', status: null, ...listed(sitemap(), A) }),
      entry(B, { state: 'skipped', status: null, reason: 'depth', ...listed(sitemap(), B) }),
    ];
    expect(await signals([sitemap(), ...left])).toEqual([]);
  });

  it('miss indexable pages that are their own canonical URL', async () => {
    const entries = [
      sitemap(),
      page(HOME, '', listed(sitemap(), HOME)),
      page(A, ''),
      page(B, canonical(A)),
      page('https://example.com/c', '<meta name="robots" content="noindex">'),
      page('https://example.com/d', '<title>404 Not Found</title>'),
      page('https://example.org/', ''),
    ];
    expect((await signals(entries)).filter((one) => one.startsWith('sitemap/'))).toEqual([`sitemap/missing ${A}`]);
  });

  it('say how to list a page that was found with a tracking parameter', async () => {
    const tracked = page(`${A}?utm_source=x`, '');
    const { url, evidence } = await finding('sitemap/missing', [
      sitemap(),
      page(HOME, '', listed(sitemap(), HOME)),
      tracked,
    ]);
    expect([url, evidence]).toEqual([tracked.url, { leader: A }]);
  });

  it('miss a page although a former sitemap is not read any more', async () => {
    const home = page(HOME, '', listed(sitemap(), HOME));
    const unread = { role: 'sitemap', state: 'skipped', status: null, reason: 'unlinked' } as const;
    const former = entry('https://example.com/old.xml', unread);
    expect(await signals([sitemap(), former, home, page(A, '')])).toEqual([`sitemap/missing ${A}`]);
  });

  it('do not miss duplicates, or anything if a sitemap was not read completely', async () => {
    const home = page(HOME, '', listed(sitemap(), HOME));
    const twins = [page(A, prose(12), listed(sitemap(), A)), page(`${A}/`, prose(12))];
    expect(await signals([sitemap(), home, ...twins])).toEqual([]);
    expect(await signals([sitemap({ reason: 'truncated' }), home, page(A, '')])).toEqual([]);
    const broken = sitemap({ state: 'failed', status: 500 });
    expect(await signals([broken, home, page(A, '')])).toEqual([`sitemap/broken ${broken.url}`]);
    const other = page('https://example.com/more.xml', 'Sorry', { source: 'robots', reason: 'not-a-sitemap' });
    expect(await signals([sitemap(), other, home, page(A, '')])).toEqual([`sitemap/broken ${other.url}`]);
  });
});

describe('links', () => {
  it('lead to a page that names another canonical URL', async () => {
    const entries = [page(HOME, ''), page(A, canonical(B)), page(B, canonical(B))];
    const { evidence } = await finding('links/non-canonical', entries, linksTo(2));
    expect(evidence).toEqual({ leader: B, leaderReason: 'declared by the owner', links: 1, referrers: [HOME] });
    expect(await signals(entries)).toEqual([]);
  });

  it('may lead from a page to another form of it, and to a page that names an unknown page', async () => {
    const entries = [page(HOME, ''), page(A, canonical(HOME))];
    expect(await signals(entries, linksTo(2))).toEqual([]);
    expect(await signals([page(HOME, ''), page(A, canonical(B))], linksTo(2))).toEqual([]);
  });

  it('lead to redirects', async () => {
    const entries = [page(HOME, ''), redirect(A, B), page(B, '')];
    const { evidence, related } = await finding('links/redirect', entries, linksTo(2));
    expect(evidence).toEqual({ status: 301, end: B, links: 1, referrers: [HOME] });
    expect(related).toEqual([B]);
  });

  it('lead to redirects, whose target is told as the server named it', async () => {
    const found = `${B}?utm_source=x`;
    const entries = [page(HOME, ''), redirect(A, found, { location: `${B}#top` }), page(found, '')];
    expect((await finding('links/redirect', entries, linksTo(2))).evidence).toMatchObject({ end: B });
    const moved = [
      entries[0] ?? page(HOME, ''),
      redirect(A, found, { location: B }),
      page(found, '', { finalUrl: `${B}/` }),
    ];
    expect((await finding('links/redirect', moved, linksTo(2))).evidence).toMatchObject({ end: `${B}/` });
  });

  it('lead to a redirect by a URL that was fetched because the first one failed', async () => {
    const first = `${A}?utm_source=x`;
    const moved = { ...redirect(first, B), finalUrl: A, firstFailure: 'http-404' };
    const entries = [page(HOME, ''), moved, page(B, '')];
    const by = (...urls: readonly (string | null)[]) => ({
      links: [{ from: 1, to: urls.map((url) => ({ id: 2, url })) }],
    });
    expect((await finding('links/redirect', entries, by(A, null))).evidence).toMatchObject({ end: B, links: 1 });
    expect((await signals(entries, by(null))).join()).not.toContain('links/redirect');
  });

  it('lead to redirects within an entry', async () => {
    const moved = page('http://example.com/a', '', { finalUrl: A });
    expect(await signals([page(HOME, ''), moved], linksTo(2))).toEqual(['links/redirect http://example.com/a']);
    const { evidence } = await finding('links/redirect', [page(HOME, ''), moved], linksTo(2));
    expect(evidence).toEqual({ end: A, links: 1, referrers: [HOME] });
    const straight = { links: [{ from: 1, to: [{ id: 2, url: A }] }] };
    expect(await signals([page(HOME, ''), moved], straight)).toEqual([]);
  });

  it('may lead to temporary redirects; redirects that nothing links to are ignored', async () => {
    const temporary = [page(HOME, ''), redirect(A, B, { status: 307 }), page(B, '')];
    expect(await signals(temporary, linksTo(2))).toEqual([]);
    expect(await signals([page(HOME, ''), redirect(A, B), page(B, '')])).toEqual([]);
  });

  it('are mixed if facts merge several forms', async () => {
    const canon = { facts: [{ kind: 'slash', host: 'example.com', value: 'remove' }] } as const;
    const entries = [
      page(HOME, ''),
      page(A, '', { spellings: [{ url: `${A}/`, pass: 'add-trailing-slash' }] }),
      page(B, ''),
    ];
    const to = [{ id: 2, url: `${A}/` }];
    const links = [
      { from: 1, to: [...to, { id: 2, url: `${A}/#x` }] },
      { from: 3, to: [...to, { id: 2, url: null }] },
    ];
    const { evidence, related } = await finding('links/mixed', entries, { canon, links });
    expect(evidence).toEqual({ leader: A, counts: [`3 × ${A}/`, `1 × ${A}`] });
    expect(related).toEqual([`${A}/`, A]);
    expect((await signals(entries, { canon, ...linksTo(2) })).join()).not.toContain('mixed');
  });

  it('are mixed if their parameters have several orders, also if the page declares a canonical URL', async () => {
    const [own, other] = [`${A}?x=1&y=2`, `${A}?y=2&x=1`];
    const made = {
      links: [{ from: 1, to: [own, other].map((url) => ({ id: 2, url })) }],
      canon: { profile: 'changing' },
    } as const;
    const mixed = async (html: string): Promise<readonly string[]> => {
      const target = page(own, html, { spellings: [{ url: other, pass: 'sort-query' }] });
      return (await signals([page(HOME, ''), target], made)).filter((one) => one.startsWith('links/mixed'));
    };
    expect(await mixed(canonical(own))).toEqual([`links/mixed ${own}`]);
    // dup/param-order reports it.
    expect(await mixed('')).toEqual([]);
  });

  it('are not mixed if another rule reports the difference, or if the request is the same', async () => {
    const spellings = [
      { url: `${A}?utm_source=x`, pass: 'drop-tracking-params' },
      { url: `${A}#b`, pass: 'drop-fragment' },
      { url: 'https://EXAMPLE.com/a', pass: 'lowercase-host' },
    ];
    const links = [{ from: 1, to: [null, ...spellings.map(({ url }) => url)].map((url) => ({ id: 2, url })) }];
    expect(await signals([page(HOME, ''), page(A, '', { spellings })], { links })).toEqual([`links/tracking ${A}`]);
  });
});

describe('versions in other languages', () => {
  const version = (language: string, url: string): string =>
    `<link rel="alternate" hreflang="${language}" href="${url}">`;

  it.each([
    ['a redirect', [redirect(B, HOME), page(HOME, '')], 'de: redirects with 301'],
    ['an error', [entry(B, { state: 'failed', status: 410, reason: 'http-410' })], 'de: http-410'],
    ['noindex', [page(B, '<meta name="robots" content="noindex">')], 'de: noindex'],
    ['another canonical URL', [page(B, canonical(HOME))], `de: canonical ${HOME}`],
  ])('are not canonical: %s', async (_, others, reason) => {
    const { url, evidence, related } = await finding('hreflang/non-canonical', [page(A, version('de', B)), ...others]);
    expect([url, evidence['alternates'], related]).toEqual([A, [reason], [B]]);
  });

  it.each(PASSING)('may be a page that %s', async (_, outcome) => {
    const other = entry(B, { state: 'failed', ...outcome });
    expect(await signals([page(A, version('de', B)), other])).toEqual([]);
  });

  it('are ignored if they are unknown, or if the page is not canonical itself', async () => {
    expect(await signals([page(A, version('de', B))])).toEqual([]);
    expect(await signals([page(A, version('de', B)), entry(B, { state: 'queued', status: null })])).toEqual([]);
    const again = entry(B, { state: 'queued', status: null, finalUrl: HOME });
    expect(await signals([page(A, version('de', B)), again])).toEqual([]);
    const failed = entry(B, { state: 'failed', status: 404, reason: 'http-404' });
    expect(await signals([page(A, canonical(HOME) + version('de', B)), failed])).toEqual([]);
  });

  it('may be the URL that another one redirects to, with a place in the page', async () => {
    const moved = page(`${B}?utm_source=x`, '', { finalUrl: `${B}#top` });
    const reported = `hreflang/non-canonical ${A}`;
    for (const url of [B, `${B}#de`])
      expect(await signals([page(A, version('de', url)), moved])).not.toContain(reported);
    expect(await signals([page(A, version('de', moved.url)), moved])).toContain(reported);
  });

  it('are reported without a return link', async () => {
    const { url, related } = await finding('hreflang/no-return', [
      page(A, version('de', B)),
      page(B, version('fr', HOME)),
    ]);
    expect([url, related]).toEqual([B, [A]]);
  });

  it('have a return link that redirects', async () => {
    const moved = redirect('https://example.com/old', B);
    const back = page(B, version('en', A));
    const all = await signals([page(A, version('de', moved.url)), moved, back]);
    expect(all).toContain(`hreflang/non-canonical ${A}`);
    expect(all.join()).not.toContain('no-return');
  });

  it('may have their return links in a sitemap', async () => {
    const named = page(B, '', { source: 'alternate', foundOn: sitemap().key });
    expect(await signals([sitemap(), page(A, version('de', B)), named])).toEqual([]);
  });
});

describe('og:url and AMP', () => {
  const og = (url: string): string => `<meta property="og:url" content="${url}">`;

  it('og:url is compared with the canonical URL, by key', async () => {
    const { evidence } = await finding('og/url', [page(A, og(B) + canonical(A))]);
    expect(evidence).toEqual({ openGraphUrl: B, canonical: A });
    expect(await signals([page(A, og(B))])).toEqual([]);
    expect(await signals([page(A, og(B) + canonical(B)), page(B, og(`${B}?fbclid=1`) + canonical(B))])).toEqual([]);
  });

  it.each([
    ['an http URL', A.replace('https', 'http'), A, []],
    ['an error page', B, A, [entry(B, { state: 'failed', status: 404, reason: 'http-404' })]],
    ['a redirect to it', B, C, [redirect(B, C), page(C, canonical(C))]],
    ['a page that names it', B, C, [page(B, canonical(C)), page(C, canonical(C))]],
  ])('og:url may be right where the canonical URL is %s', async (_, named, shared, others) => {
    expect(await signals([page(A, og(shared) + canonical(named)), ...others])).not.toContain(`og/url ${A}`);
  });

  it('an AMP page must name its page, or the same canonical URL', async () => {
    const amp = '<link rel="amphtml" href="https://example.com/amp">';
    const at = (html: string): AuditEntry => page('https://example.com/amp', html);
    const { url, evidence } = await finding('amp/canonical', [page(A, amp), at(canonical(B))]);
    expect([url, evidence]).toEqual(['https://example.com/amp', { page: A, canonical: B }]);
    expect(await signals([page(A, amp)])).toEqual([]);
    expect(await signals([page(A, amp + canonical(B)), page(B, amp), at(canonical(B))])).toEqual([]);
    expect(await signals([page('https://example.com/amp', amp)])).toEqual([]);
  });

  it.each([
    ['is gone', [entry(B, { state: 'failed', status: 404, reason: 'http-404' })], 'http-404'],
    ['redirects', [redirect(B, C), page(C, canonical(A))], 'redirects with 301'],
    ['is marked noindex', [page(B, `<meta name="robots" content="noindex">${canonical(A)}`)], 'noindex'],
  ])('an AMP page that %s is reported', async (_, others, problem) => {
    const amp = `<link rel="amphtml" href="${B}">`;
    const { url, evidence, related } = await finding('amp/broken', [page(A, amp), ...others]);
    expect([url, evidence, related]).toEqual([A, { amp: problem }, [B]]);
    expect(await signals([page(A, amp + canonical('https://example.com/d')), ...others])).not.toContain(
      `amp/broken ${A}`,
    );
  });

  it('an AMP page that fails only for now, or was not fetched, is not reported', async () => {
    const amp = `<link rel="amphtml" href="${B}">`;
    for (const state of ['queued', 'skipped'] as const)
      expect(await signals([page(A, amp), entry(B, { state })])).toEqual([]);
    expect(await signals([page(A, amp), entry(B, { state: 'failed', reason: 'timeout' })])).toEqual([]);
  });
});

describe('redirects', () => {
  it('in a chain are reported where it starts', async () => {
    const entries = [redirect(A, B), redirect(B, C, { status: 308 }), page(C, '')];
    const { url, evidence, related } = await finding('redirect/chain', entries);
    expect(url).toBe(A);
    expect(evidence).toEqual({ hops: 2, statuses: ['301', '308'], end: C });
    expect(related).toEqual([A, B, C]);
    expect((await finding('redirect/chain', [redirect(HOME, A), ...entries])).evidence['hops']).toBe(3);
  });

  it('in a chain to a URL that nobody should redirect to are left to the rule about it', async () => {
    const gone = entry(C, { state: 'failed', status: 404, reason: 'http-404' });
    expect(await signals([redirect(A, B), redirect(B, C), gone])).toEqual([`redirect/error ${B}`]);
    const HTTP = 'http://example.com/c';
    expect(await signals([redirect(A, B), redirect(B, HTTP), page(HTTP, '')])).toEqual([`redirect/downgrade ${B}`]);
  });

  it('in a loop are reported once', async () => {
    const loop = entry(C, { state: 'failed', status: 302, reason: 'redirect-loop' });
    const entries = [redirect(A, B), redirect(B, C), loop];
    const { url, evidence, related } = await finding('redirect/loop', entries);
    expect([url, evidence, related]).toEqual([A, { status: 302, hops: 3 }, [A, B, C]]);
    expect(await signals(entries)).toEqual([`redirect/loop ${A}`]);
    const closedByA = [redirect(B, C), redirect(C, A), { ...loop, key: entry(A).key, url: A }];
    expect(await signals(closedByA)).toEqual([`redirect/loop ${A}`]);
    expect((await finding('redirect/loop', [loop])).message).toBe('redirects to itself, at least without cookies');
  });

  it('that do not end are a loop and no chain', async () => {
    const last = entry(C, { state: 'skipped', reason: 'too-many-redirects' });
    const entries = [redirect(A, B), redirect(B, C), last];
    expect((await finding('redirect/loop', entries)).message).toBe(
      'is where a crawl stops following redirects that do not end',
    );
    expect(await signals(entries)).toEqual([`redirect/loop ${C}`]);
  });

  it('to an error are reported at the last of them', async () => {
    const gone = entry(C, { state: 'failed', status: 410, reason: 'http-410' });
    const { url, evidence } = await finding('redirect/error', [redirect(A, B), redirect(B, C), gone]);
    expect([url, evidence]).toEqual([B, { status: 301, end: C, endStatus: 410 }]);
    for (const status of [429, null]) {
      expect(await signals([redirect(B, C), entry(C, { state: 'failed', status, reason: 'x' })])).toEqual([]);
    }
  });

  it('to a URL that fails are errors, although another URL of its page does not fail', async () => {
    const first = `${B}?utm_source=x`;
    const read = page(first, '', { finalUrl: B, firstFailure: 'http-404' });
    const moved = { ...redirect(A, first, { location: first }), ...listed(sitemap(), A) };
    const made = [[page(HOME, ''), moved, read, sitemap()], linksTo(2)] as const;
    expect((await finding('redirect/error', ...made)).evidence).toEqual({ status: 301, end: first, endStatus: 404 });
    expect((await finding('sitemap/bad', ...made)).evidence).toMatchObject({ reason: 'http-404', status: 404 });
    expect((await signals(...made)).join()).not.toContain('links/redirect');
    const straight = [page(HOME, ''), { ...moved, location: B }, read, sitemap()];
    expect(await signals(straight, linksTo(2))).toContain(`links/redirect ${A}`);
    expect((await signals(straight, linksTo(2))).join()).not.toContain('redirect/error');
  });

  it.each(['javascript:alert(1)', 'mailto:ann@example.com', 'ftp://example.com/a', 'https://', 'https://[bad/'])(
    'to %s lead to no page, also for links and declarations',
    async (url) => {
      const end: AuditEntry = {
        ...entry(C, { state: 'skipped', status: null, reason: 'scheme' }),
        url,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- invalid URLs have keys of their own
        key: url as Key,
      };
      const moved = { ...redirect(A, B), aliasOf: end.key };
      const entries = [page(HOME, ''), moved, end, page(B, canonical(A))];
      expect(await signals(entries, linksTo(2))).toEqual([`redirect/error ${A}`]);
      expect((await finding('redirect/error', entries)).message).toBe(
        'redirects to a URL that is not a valid http or https URL',
      );
      expect(decisionsOf(await madeSite(entries)).all.map(({ key }) => key)).not.toContain(end.key);
    },
  );

  it('to a host that does not exist are reported, and those to skipped pages only where they are linked', async () => {
    const unknown = entry(C, { state: 'failed', status: null, reason: 'dns-not-found' });
    const { message } = await finding('redirect/error', [redirect(A, C), unknown]);
    expect(message).toBe('redirects to a URL that cannot be fetched');
    const skipped = entry(C, { state: 'skipped', status: null, reason: 'robots' });
    expect(await signals([page(HOME, ''), redirect(A, C), skipped], linksTo(2))).toEqual([`links/redirect ${A}`]);
  });

  it('without a target are reported', async () => {
    for (const status of [301, 302, 307, 308]) {
      const { url, evidence } = await finding('redirect/error', [entry(A, { status })]);
      expect([url, evidence]).toEqual([A, { status }]);
    }
    expect(await signals([entry(A, { status: 304 }), entry(B, { state: 'skipped', status: 301 })])).toEqual([]);
  });

  it.each([
    [302, A, `${A}/`, 'add-trailing-slash'],
    [307, 'http://example.com/a', A, 'limit-protocols'],
    [303, 'https://www.example.com/a', A, 'fold-www'],
  ])('with %i from %s to %s are temporary', async (status, from, to, pass) => {
    const { evidence } = await finding('redirect/temporary', [redirect(from, to, { status }), page(to, '')]);
    expect(evidence).toEqual({ status, target: to, pass });
    expect((await signals([redirect(from, to, { status: 308 }), page(to, '')])).join()).not.toContain('temporary');
  });

  it('are reported from https to http', async () => {
    const http = 'http://example.com/b';
    expect(await signals([redirect(A, http), page(http, '')])).toEqual([`redirect/downgrade ${A}`]);
    expect(await signals([redirect(http, A), page(A, '')])).toEqual([]);
  });

  it('to a page that names another canonical URL are reported', async () => {
    const { evidence, related } = await finding('redirect/to-noncanonical', [
      redirect(A, B),
      page(B, canonical(C)),
      page(C, ''),
    ]);
    expect(evidence).toEqual({ status: 301, end: B, leader: C, leaderReason: 'declared by the owner', hops: 1 });
    expect(related).toEqual([B, C]);
    expect(await signals([redirect(A, B), page(B, canonical(A))])).toEqual([]);
    expect(await signals([redirect(A, B), page(B, canonical(C))])).toEqual([]);
  });

  it('to a file that names its page as canonical are right: they lead to the file', async () => {
    const file = page('https://example.com/b.pdf', '', {
      contentType: 'application/pdf',
      link: `<${C}>; rel=canonical`,
    });
    expect(await signals([redirect(A, file.url), file, page(C, '')])).toEqual([]);
  });
});

describe('page/soft-404', () => {
  const missing = page('https://example.com/no-such-page', prose(60));
  const probe = (status: number) => ({
    missingPages: new Map([
      [
        'example.com',
        { url: missing.url, status, text: missing.details?.text ?? null, sketch: missing.details?.sketch ?? null },
      ],
    ]),
  });

  it('is a page like the response to a path that cannot exist', async () => {
    const { evidence } = await finding('page/soft-404', [page(A, prose(60))], probe(200));
    expect(evidence).toEqual({ sign: 'missing-page', probe: missing.url, similarity: 1 });
    expect(
      (await finding('page/soft-404', [page(A, `${prose(60)} a`)], probe(200))).evidence['similarity'],
    ).toBeLessThan(1);
  });

  it('is never the home page, nor any page if the site answers with 404', async () => {
    expect(await signals([page(HOME, prose(60)), page(`${HOME}?a`, prose(60))], probe(200))).toEqual([]);
    expect(await signals([page(A, prose(60))], probe(404))).toEqual([]);
    expect(await signals([page(A, prose(60, 'v'))], probe(200))).toEqual([]);
  });

  it.each(['404', 'Error 404 - Brooms', 'Page not found', 'Seite nicht gefunden | Besen'])(
    'has the title %j',
    async (title) => {
      const { evidence } = await finding('page/soft-404', [page(A, `<title>${title}</title>`)]);
      expect(evidence).toEqual({ sign: 'title', title });
    },
  );

  it.each(['404 Not Found', 'Page not found'])('ignores an article titled %j', async (title) => {
    expect(await signals([page(A, `<title>${title}</title>${prose(300)}`)])).toEqual([]);
  });

  it.each(['Brooms, 404 kinds', 'The Lost and Not Found Office'])('ignores the title %j', async (title) => {
    expect(await signals([page(A, `<title>${title}</title>`)])).toEqual([]);
  });
});

describe('a URL that the crawl did not fetch because others like it redirect', () => {
  const facts = [{ kind: 'scheme', host: 'example.com', value: 'https' }] as const;
  const known = {
    canon: { facts },
    claims: [claim('scheme', '/', { target: 'https', source: 'permanent-redirect' })],
  } as const;
  const HTTP_A = 'http://example.com/a';
  const own = page(A, canonical(A));
  const unfetched = entry(HTTP_A, {
    state: 'skipped',
    status: null,
    reason: 'equivalent',
    aliasOf: own.key,
    aliasBy: 'equivalence',
  });

  it.each([
    ['a spelling of the page', [redirect(B, A, { location: HTTP_A }), own]],
    ['an entry that was skipped', [redirect(B, A, { location: HTTP_A, aliasOf: unfetched.key }), own, unfetched]],
  ])('is one more redirect of a chain: as %s', async (_, entries) => {
    const links = [{ from: 2, to: [{ id: 1, url: null }] }];
    const { evidence, message, related } = await finding('redirect/chain', entries, { ...known, links });
    expect(message).toBe('redirects at least 2 times in a row');
    expect(evidence['end']).toBe(A);
    expect(related).toEqual([B, HTTP_A, A]);
    expect((await finding('links/redirect', entries, { ...known, links })).evidence['end']).toBe(A);
    expect((await finding('redirect/downgrade', entries, { ...known, links })).evidence['target']).toBe(HTTP_A);
  });

  it('does not count as a redirect if the claim rests on equal pages', async () => {
    const claims = [claim('scheme', '/', { target: 'https', source: 'content' })];
    const entries = [redirect(B, A, { location: HTTP_A, aliasOf: unfetched.key }), own, unfetched];
    const made = { canon: { facts }, claims, links: [{ from: 2, to: [{ id: 1, url: null }] }] };
    expect((await findings(entries, made)).filter(({ rule }) => rule === 'redirect/chain')).toEqual([]);
  });

  it('redirects in a sitemap, also beside the URL of the page', async () => {
    const listings = [A, HTTP_A].map((url) => ({ sitemap: sitemap().key, url, lastmod: null }));
    const both = await finding('sitemap/non-canonical', [sitemap(), { ...own, listings }], known);
    expect([both.message, both.evidence['listed']]).toEqual(['is listed in a sitemap, but redirects', HTTP_A]);
    const skipped = { ...unfetched, ...listed(sitemap(), HTTP_A) };
    const one = await finding('sitemap/non-canonical', [sitemap(), own, skipped], known);
    expect([one.evidence['listed'], one.evidence['leader']]).toEqual([HTTP_A, A]);
  });

  it('redirects as a version in another language or as an AMP version', async () => {
    const versions = `<link rel="alternate" hreflang="de" href="${HTTP_A}"><link rel="alternate" hreflang="en" href="http://example.com/b">`;
    const html = `${canonical(B)}${versions}<link rel="amphtml" href="${HTTP_A}">`;
    const entries = [own, page(B, html)];
    const { evidence } = await finding('hreflang/non-canonical', entries, known);
    expect(evidence['alternates']).toEqual(['de: redirects', 'en: redirects']);
    expect((await finding('amp/broken', entries, known)).evidence['amp']).toBe('redirects');
  });
});

describe('a URL with tracking parameters or a session id', () => {
  it.each([`${A}?utm_source=map`, `${A};jsessionid=0123456789ABCDEF0123456789ABCDEF`])(
    'is not the one to list in a sitemap, or to name as a version: %s',
    async (url) => {
      const own = page(A, canonical(A), listed(sitemap(), url));
      const { evidence, message } = await finding('sitemap/non-canonical', [sitemap(), own]);
      expect(message).toBe('is listed in a sitemap with a session id or tracking parameters');
      expect([evidence['listed'], evidence['leader']]).toEqual([url, A]);
      const named = [own, page(B, `${canonical(B)}<link rel="alternate" hreflang="de" href="${url}">`)];
      const versions = await finding('hreflang/non-canonical', named);
      expect(versions.evidence['alternates']).toEqual([`de: canonical ${A}`]);
    },
  );

  it('may be named as a version if its page declares it as canonical', async () => {
    const url = `${A}?utm_source=map`;
    const version = `<link rel="alternate" hreflang="de" href="${url}">`;
    expect(await signals([page(A, canonical(url)), page(B, canonical(B) + version)])).not.toContain(
      `hreflang/non-canonical ${B}`,
    );
  });

  it('is not known to redirect because another URL of the page does', async () => {
    const url = `${A}?utm_source=map`;
    const moved = 'https://example.com//a';
    const own = page(moved, canonical(A), { key: entry(A).key, finalUrl: A, ...listed(sitemap(), url) });
    expect((await finding('sitemap/non-canonical', [sitemap(), own])).message).toContain('tracking parameters');
  });
});
