import { describe, expect, it, test } from 'vitest';
import { isListable } from '../../../src/audit/decision/decision.ts';
import type { Finding } from '../../../src/audit/finding.ts';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import type { Claim } from '../../../src/evidence/claim.ts';
import { claim } from '../../evidence/claims.ts';
import { canonical, entry, finding, findings, found, madeSite, page, prose, redirect } from '../made-site.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';
const C = 'https://example.com/c';

/** A page that names another one, on its second line. */
const names = (url: string, target: string, text = 'a'): AuditEntry => page(url, `\n${canonical(target)}${text}`);
const self = (url: string, text = 'a'): AuditEntry => names(url, url, text);

const evidence = async (rule: string, ...made: AuditEntry[]): Promise<Finding['evidence']> =>
  (await finding(rule, made)).evidence;

describe('an unknown target', () => {
  it.each([
    ['was never found', []],
    ['waits', [entry(B, { state: 'queued', status: null })]],
    ['was skipped', [entry(B, { state: 'skipped', status: null, reason: 'scope' })]],
    ['is on a site whose robots.txt is unreachable', [entry(B, { state: 'skipped', reason: 'robots-unreachable' })]],
  ] as const)('says nothing where it %s', async (_, others) => {
    expect(await found([names(A, B), ...others])).toEqual([`canonical/elsewhere ${A}`]);
  });

  it('is known if it was fetched for the audit', async () => {
    const targets = async function* () {
      yield entry(B, { id: 9, state: 'failed', status: 404, reason: 'http-404' });
    };
    expect(
      await found([names(A, B), entry(B, { state: 'skipped', status: null, reason: 'scope' })], { targets }),
    ).toEqual([`target/error ${A}`]);
  });
});

describe('the cause', () => {
  it('is how the URLs of a template differ from those that they name', async () => {
    const missing = entry('https://example.com/3/os.html', { state: 'failed', status: 404, reason: 'http-404' });
    const { cause } = await finding('target/error', [names('https://example.com/3.11/os.html', missing.url), missing]);
    expect(cause).toBe('https://example.com/3.11/* → https://example.com/3/*');
  });

  it('is the host that does not answer', async () => {
    const unknown = entry('https://gone.example/a', { state: 'failed', status: null, reason: 'dns-not-found' });
    expect((await finding('target/error', [names(A, unknown.url), unknown])).cause).toBe('gone.example');
  });
});

describe('a page that was fetched for the audit only', () => {
  async function* targets(...entries: readonly AuditEntry[]): AsyncGenerator<AuditEntry> {
    for (const [index, one] of entries.entries()) yield { ...one, id: -1 - index };
  }

  it('is not audited itself', async () => {
    expect(await found([names(A, B)], { targets: () => targets(page(B, '<base href="/"><p>B')) })).not.toContain(
      `canonical/missing ${B}`,
    );
  });

  it('has findings only if its site was crawled', async () => {
    const amp = (url: string): AuditEntry => page(A, `${canonical(A)}<link rel="amphtml" href="${url}"><p>A`);
    const [own, foreign] = ['https://example.com/amp/a', 'https://example.org/amp/a'];
    expect(await found([amp(own)], { targets: () => targets(page(own, '<p>A')) })).toEqual([`amp/canonical ${own}`]);
    expect(await found([amp(foreign)], { targets: () => targets(page(foreign, '<p>A')) })).toEqual([]);
  });

  it('keeps the facts of its discovery by the crawl', async () => {
    const listings = [{ sitemap: entry('https://example.com/sitemap.xml').key, url: B, lastmod: null }];
    const site = await madeSite(
      [names(A, B), entry(B, { state: 'skipped', status: null, reason: 'scope', depth: 7, listings })],
      {
        targets: () => targets(page(B, '<p>B')),
      },
    );
    expect(site.pageAt(B)?.entry).toMatchObject({
      id: 2,
      depth: 7,
      listings,
      state: 'done',
      status: 200,
      reason: null,
    });
  });
});

describe('target/error', () => {
  const failing = (reason: string, status: number | null): AuditEntry[] => [
    names(A, B),
    entry(B, { state: 'failed', reason, status }),
  ];

  it('cites the status and where the target is declared', async () => {
    const { message, line, column, ...rest } = await finding('target/error', failing('http-410', 410));
    expect(message).toBe('names a canonical URL that answers with status 410');
    expect([line, column]).toEqual([2, 1]);
    expect(rest.evidence).toEqual({ target: B, declared: B, where: 'head', status: 410, reason: 'http-410' });
  });

  it('cites the failure if there was no response', async () => {
    const { message, evidence: shown } = await finding('target/error', failing('dns-not-found', null));
    expect(message).toBe('names a canonical URL that cannot be fetched');
    expect(shown).toMatchObject({ status: null, reason: 'dns-not-found' });
  });

  it.each([
    ['http://localhost:3000/a', A, true],
    ['http://dev.localhost/a', A, true],
    ['http://192.168.0.7/a', A, true],
    // Who reads the page may be in that network.
    ['http://intranet.example.com/a', A, false],
    ['http://localhost:3000/a', 'http://localhost:8080/a', false],
  ])('names %s from %s: %s', async (target, from, isFault) => {
    const refused = entry(target, { state: 'failed', status: null, reason: 'private-address' });
    expect((await found([names(from, target), refused])).includes(`target/error ${from}`)).toBe(isFault);
  });

  it('is a URL that fails, although another URL of its page, or the page itself, does not', async () => {
    const first = `${B}?utm_source=x`;
    const read = { ...names(first, first), finalUrl: B, firstFailure: 'http-404' };
    const made = [names(A, first), names(C, B), read];
    expect((await found(made)).filter((one) => one.startsWith('target/error'))).toEqual([
      `target/error ${A}`,
      `target/error ${B}`,
    ]);
    expect(
      await evidence('target/error', names(A, first), page(first, '', { finalUrl: B, firstFailure: 'http-404' })),
    ).toMatchObject({
      target: first,
      status: 404,
      reason: 'http-404',
    });
  });

  it.each([
    ['http-429', 429],
    ['http-503', 503],
    ['timeout', null],
    ['private-address', null],
  ])('does not count %s, which may be the fault of the crawl', async (reason, status) => {
    expect(await found(failing(reason, status))).not.toContain(`target/error ${A}`);
  });
});

describe('target/redirect', () => {
  it('cites the hops and the end', async () => {
    const { evidence: shown, related } = await finding('target/redirect', [
      names(A, B),
      redirect(B, C),
      redirect(C, `${C}2`, { status: 302 }),
      self(`${C}2`),
    ]);
    expect(shown).toMatchObject({ target: B, status: 301, hops: 2, end: `${C}2` });
    expect(related).toEqual([B, C, `${C}2`]);
  });

  it('cites the end as the redirect names it, not as the crawl found it', async () => {
    const end = page(`${C}?utm_source=x`, '', { spellings: [{ url: C, pass: 'drop-tracking-params' }] });
    const moved = redirect(B, C, { location: C });
    expect(await evidence('target/redirect', names(A, B), moved, end)).toMatchObject({ end: C });
  });

  it('has no end in a redirect loop', async () => {
    const loop = entry(B, { state: 'failed', status: 302, reason: 'redirect-loop' });
    const { evidence: shown, message } = await finding('target/redirect', [names(A, B), loop]);
    expect(shown).toMatchObject({ status: 302, end: null });
    expect(message).toBe('names a canonical URL that redirects without end');
  });
});

describe('a canonical URL that redirects to a URL which a page should not name', () => {
  const moved = redirect(B, C);

  it.each([
    [
      'an error',
      entry(C, { state: 'failed', status: 404, reason: 'http-404' }),
      'target/error',
      'answers with status 404',
    ],
    ['noindex', page(C, '<meta name=robots content=noindex>'), 'target/noindex', 'is marked noindex'],
    ['an error page', page(C, '<title>Page not found</title>'), 'target/soft-404', 'is an error page with status 200'],
    ['another text', self(C, prose(90, 'c')), 'target/content-differs', 'has little of its text'],
  ])('is reported by the rule about %s', async (_, end, rule, what) => {
    const entries = [names(A, B, prose(90, 'a')), moved, end];
    expect((await found(entries)).filter((one) => one.endsWith(A))).toEqual([`${rule} ${A}`]);
    const { message } = await finding(rule, entries);
    expect(message).toBe(`names a canonical URL that redirects to ${C}, which ${what}`);
  });

  it('is reported as the home page', async () => {
    const home = self('https://example.com/', prose(90, 'c'));
    const { message } = await finding('target/home', [names(A, B, prose(90, 'a')), redirect(B, home.url), home]);
    expect(message).toBe('names a canonical URL that redirects to https://example.com/, which is the home page');
  });
});

describe('target/mixed-loop', () => {
  it('is the only finding about a page whose target redirects to it', async () => {
    expect(await found([redirect(B, C), redirect(C, A), names(A, B)])).toEqual([
      `redirect/chain ${B}`,
      `target/mixed-loop ${A}`,
    ]);
    const { evidence: shown, related } = await finding('target/mixed-loop', [
      redirect(B, C),
      redirect(C, A),
      names(A, B),
    ]);
    expect(shown).toEqual({ target: B, length: 3 });
    expect(related).toEqual([A, B, C]);
  });

  it('is found where the crawl did not fetch the target because such URLs redirect', async () => {
    const facts = [{ kind: 'www', host: 'example.com', value: 'remove' }] as const;
    const known = (source: Claim['source']) =>
      ({ canon: { facts }, claims: [claim('www', '/', { target: 'remove', source })] }) as const;
    const made = [names(A, 'https://www.example.com/a')];
    expect(await found(made, known('permanent-redirect'))).toEqual([`target/mixed-loop ${A}`]);
    expect(await found(made, known('content'))).toEqual([`target/host-variant ${A}`]);
  });

  it('is not found where the redirect adds a session id or a tracking parameter, which no canonical URL should have', async () => {
    const landing = (finalUrl: string): AuditEntry => ({ ...names(A, A), finalUrl });
    expect(await found([landing(`${A};jsessionid=0123456789ABCDEF0123456789ABCDEF`)])).toEqual([]);
    expect(await found([landing(`${A}?utm_source=news`)])).toEqual([]);
  });

  it('is not found where an https page names its http URL, which target/downgrade reports', async () => {
    const facts = [{ kind: 'scheme', host: 'example.com', value: 'https' }] as const;
    const claims = [claim('scheme', '/', { target: 'https', source: 'permanent-redirect' })];
    const made = [names(A, A.replace('https', 'http'))];
    expect(await found(made, { canon: { facts }, claims })).toEqual([`target/downgrade ${A}`]);
  });

  it('has one cause for all pages that differ from their targets in one way', async () => {
    const www = (url: string): string => url.replace('//', '//www.');
    const made = [A, B].flatMap((url) => [names(url, www(url), url), redirect(www(url), url)]);
    const causes = (await findings(made)).map(({ rule, cause }) => `${rule} ${cause}`);
    expect(new Set(causes)).toEqual(new Set(['target/mixed-loop https://example.com/* → https://www.example.com/*']));
  });

  it('ignores loops of redirects only', async () => {
    expect(await found([redirect(B, C), redirect(C, B)])).toEqual([]);
  });

  it('reports the end of the redirect to other pages that name it', async () => {
    expect(await found([redirect(B, A), names(A, B), names(C, B)])).toEqual([
      `target/mixed-loop ${A}`,
      `target/redirect ${C}`,
    ]);
  });
});

describe('a URL that was fetched before a fact merged it with another', () => {
  const slash = { facts: [{ kind: 'slash', host: 'example.com', value: 'add' }] } as const;

  it.each([
    ['the slash', slash, A, `${A}/`],
    ['www', { facts: [{ kind: 'www', host: 'example.com', value: 'remove' }] }, 'https://www.example.com/a', A],
    ['the scheme', { facts: [{ kind: 'scheme', host: 'example.com', value: 'http' }] }, A, 'http://example.com/a'],
  ] as const)('is the target of a page that it redirects to: %s', async (_, canon, from, to) => {
    const entries = [names(to, from), redirect(from, to)];
    expect(await found(entries, { canon })).toContain(`target/mixed-loop ${to}`);
    const site = await madeSite(entries, { canon });
    expect(site.pages.filter((one) => isListable(one, site)).map(({ url }) => url)).toEqual([to]);
  });

  it('is itself what it names', async () => {
    const copy = { ...self(A), aliasOf: entry(`${A}/`).key, aliasBy: 'equivalence' };
    const linked = { links: [{ from: 1, to: [{ id: 2, url: null }] }] };
    expect(await found([self(`${A}/`), copy], { canon: slash, ...linked })).toEqual([]);
  });
});

describe('target/loop', () => {
  const ring = (length: number): AuditEntry[] =>
    Array.from({ length }, (_, at) => names(`${A}${length - at}`, `${A}${at === 0 ? 1 : length - at + 1}`));

  it.each([2, 3, 500])('is one finding for a loop of %i, at the smallest key', async (length) => {
    const { url, evidence: shown, related } = await finding('target/loop', ring(length));
    expect(url).toBe(`${A}1`);
    expect(shown).toEqual({ target: `${A}2`, length });
    expect(related.slice(0, 2)).toEqual([`${A}1`, `${A}2`]);
    expect(related).toHaveLength(Math.min(10, length));
  });

  it('replaces target/chain for pages that lead into the loop', async () => {
    expect(await found([...ring(2), names(B, `${A}1`), names(C, B)])).toEqual([`target/loop ${A}1`]);
  });

  it('finds each of several loops', async () => {
    expect(await found([...ring(3), names(B, C), names(C, B)])).toEqual([`target/loop ${A}1`, `target/loop ${B}`]);
  });
});

describe('target/chain', () => {
  it('cites the path and its end, which may be unknown', async () => {
    const { evidence: shown, related, url } = await finding('target/chain', [names(A, B), names(B, C)]);
    expect(url).toBe(A);
    expect(shown).toMatchObject({ target: B, steps: 2, end: C });
    expect(related).toEqual([A, B, C]);
  });

  it('follows ten hops, and then cites no end', async () => {
    const all = Array.from({ length: 14 }, (_, at) => names(`${A}${at}`, `${A}${at + 1}`));
    const chains = await Promise.all([
      finding('target/chain', all.slice(12)),
      finding('target/chain', all.slice(11, 13)),
    ]);
    expect(chains.map((one) => one.evidence['end'])).toEqual([`${A}14`, `${A}13`]);
    const long = (await found(all)).filter((one) => one.startsWith('target/chain'));
    expect(long).toHaveLength(13);
  });

  it('cites the end of redirects', async () => {
    const entries = [names(A, B), names(B, C), redirect(C, 'https://example.com/d'), self('https://example.com/d')];
    expect(await evidence('target/chain', ...entries)).toMatchObject({ end: 'https://example.com/d' });
  });

  it.each([
    ['an error', entry(C, { state: 'failed', status: 404, reason: 'http-404' })],
    ['a noindex page', page(C, '<meta name=robots content=noindex>')],
    ['an error page', page(C, '<title>Page not found</title>')],
    ['a redirect to an error', redirect(C, 'https://example.com/d')],
  ])('does not advise to name %s', async (_, end) => {
    const gone = entry('https://example.com/d', { state: 'failed', status: 404, reason: 'http-404' });
    expect((await found([names(A, B), names(B, C), end, gone])).join()).not.toContain('target/chain');
  });

  it('cites the end as declarations write it, not as the crawl found it', async () => {
    const end = page(`${C}?utm_source=x`, '', { spellings: [{ url: C, pass: 'drop-tracking-params' }] });
    expect(await evidence('target/chain', names(A, B), names(B, C), end)).toMatchObject({ end: C });
  });

  it('is never reported beside a finding that asks for another declaration', async () => {
    const other = names(B, C, prose(90, 'b'));
    expect(await found([names(A, B, prose(90, 'a')), other, self(C, prose(90, 'b'))])).toEqual([
      `canonical/elsewhere ${B}`,
      `target/content-differs ${A}`,
    ]);
  });

  it('ends at a page whose declaration is to be changed', async () => {
    const HTTP = 'http://example.com/d';
    const chain = [names(A, B), names(B, C), names(C, HTTP), self(HTTP)];
    expect(await found(chain)).toContain(`target/downgrade ${C}`);
    expect(await evidence('target/chain', ...chain)).toMatchObject({ steps: 2, end: C });
    expect((await found(chain.slice(1))).join()).not.toContain('target/chain');
  });

  it('ends before redirects without end', async () => {
    const loop = entry(C, { state: 'failed', status: 302, reason: 'redirect-loop' });
    expect((await found([names(A, B), names(B, C), loop])).join()).not.toContain('target/chain');
  });

  it('leaves a noindex target to target/noindex', async () => {
    const middle = page(B, `<meta name=robots content=noindex>${canonical(C)}`);
    expect(await found([names(A, B), middle])).toEqual([`canonical/noindex-mix ${B}`, `target/noindex ${A}`]);
  });
});

it('target/noindex cites a header for Googlebot', async () => {
  const robots = [{ from: 'header', agent: 'googlebot', directives: ['noindex'] }];
  const target = page(B, 'b');
  const record = JSON.stringify({ ...JSON.parse(target.details?.record ?? ''), robots });
  const details = target.details && { ...target.details, record };
  expect(await evidence('target/noindex', names(A, B), { ...target, details })).toMatchObject({
    directive: 'X-Robots-Tag: googlebot: noindex',
  });
});

it('target/noindex cites the directive', async () => {
  const target = page(B, '<meta name=robots content="noindex,nofollow">');
  expect(await evidence('target/noindex', names(A, B), target)).toMatchObject({
    target: B,
    directive: 'meta robots: noindex, nofollow',
  });
});

it('target/noindex leaves a page that is marked noindex itself to canonical/noindex-mix', async () => {
  const noindex = '<meta name=robots content=noindex>';
  expect(await found([page(A, `${noindex}${canonical(B)}`), page(B, noindex)])).toEqual([`canonical/noindex-mix ${A}`]);
});

describe('target/robots-blocked', () => {
  const robotsRule = (url: string): { url: string; rule: string; line: number } | null =>
    url === B ? { url: 'https://example.com/robots.txt', rule: 'Disallow: /b', line: 3 } : null;

  it('cites rule and line, also if the crawl ignored robots.txt', async () => {
    const { evidence: shown } = await finding('target/robots-blocked', [names(A, B), self(B)], { robotsRule });
    expect(shown).toMatchObject({
      target: B,
      robots: 'https://example.com/robots.txt',
      rule: 'Disallow: /b',
      robotsLine: 3,
    });
  });

  it("uses the crawl's skip reason if no rule is known", async () => {
    const skipped = entry(B, { state: 'skipped', status: null, reason: 'robots' });
    expect(await evidence('target/robots-blocked', names(A, B), skipped)).toMatchObject({ rule: null });
  });

  it('reports a redirect to a disallowed URL, which nobody should name', async () => {
    const skipped = entry(C, { state: 'skipped', status: null, reason: 'robots' });
    const all = [names(A, B), redirect(B, C), skipped];
    expect(await found(all)).toEqual([`target/robots-blocked ${A}`]);
    expect((await finding('target/robots-blocked', all)).message).toBe(
      `names a canonical URL that redirects to ${C}, which robots.txt disallows`,
    );
  });

  it('ignores a page that names itself', async () => {
    expect(await found([self(B)], { robotsRule })).toEqual([]);
  });
});

describe('target/soft-404', () => {
  const missing = (
    text: AuditEntry,
  ): { missingPages: Map<string, { url: string; status: number; text: string | null; sketch: string | null }> } => ({
    missingPages: new Map([
      [
        'example.com',
        {
          url: 'https://example.com/x',
          status: 200,
          text: text.details?.text ?? null,
          sketch: text.details?.sketch ?? null,
        },
      ],
    ]),
  });
  const sorry = prose(30, 'sorry');

  it("cites the similarity to the site's response for a missing page", async () => {
    const pages = [names(A, B, prose(30)), self(B, sorry)];
    const { evidence: shown } = await finding('target/soft-404', pages, missing(self(C, sorry)));
    expect(shown).toMatchObject({ target: B, sign: 'missing-page', probe: 'https://example.com/x', similarity: 1 });
    expect(await found(pages, missing(self(C, sorry)))).toEqual([`page/soft-404 ${B}`, `target/soft-404 ${A}`]);
  });

  it('ignores a page that looks the same: a shell for scripts', async () => {
    const pages = [names(A, B, sorry), self(B, sorry)];
    expect(await found(pages, missing(self(C, sorry)))).toEqual([
      `canonical/elsewhere ${A}`,
      `page/soft-404 ${A}`,
      `page/soft-404 ${B}`,
    ]);
  });

  it('leaves redirects of a canonical URL to target/redirect on a site with such a shell', async () => {
    const pages = [names(A, B, sorry), redirect(B, C), self(C, sorry)];
    expect(await found(pages, missing(self(C, sorry)))).toContain(`target/redirect ${A}`);
  });
});

describe('URLs that differ in scheme and host', () => {
  const HTTP = 'http://example.com/a';
  const WWW = 'https://www.example.com/a';

  it('target/downgrade reports pages of one site, also if the target is unknown', async () => {
    expect(await found([names(A, HTTP)])).toEqual([`target/downgrade ${A}`]);
    expect(await found([names(A, 'http://example.org/a')])).toEqual([`target/external ${A}`]);
    expect(await found([names(HTTP, A)])).toEqual([`canonical/elsewhere ${HTTP}`]);
  });

  it('target/downgrade reports http that redirects back, because nobody should reverse that redirect', async () => {
    expect(await found([redirect(HTTP, A), names(A, HTTP)])).toEqual([`target/downgrade ${A}`]);
    expect(await found([redirect(HTTP, B), names(A, HTTP), self(B)])).toEqual([`target/redirect ${A}`]);
  });

  it('target/host-variant needs the same path and query', async () => {
    expect(await found([names(A, WWW)])).toEqual([`target/host-variant ${A}`]);
    expect(await found([names(A, `${WWW}?x=1`)])).toEqual([`canonical/elsewhere ${A}`]);
    expect((await finding('target/host-variant', [names(A, WWW)])).cause).toBe('example.com www.example.com');
  });

  it('target/host-variant ignores mobile hosts and redirects, and leaves copies with www to dup/www', async () => {
    expect(await found([names('https://m.example.com/a', A)])).toEqual(['canonical/elsewhere https://m.example.com/a']);
    expect(await found([names(A, WWW), redirect(WWW, C)])).toEqual([`target/redirect ${A}`]);
    expect(await found([names(A, WWW), self(WWW)])).toEqual([`canonical/elsewhere ${A}`]);
    expect(await found([names(A, WWW), self(WWW, 'b')])).toEqual([`target/host-variant ${A}`]);
    const shop = 'https://shop.example.com/a';
    expect(await found([names(shop, A), self(A)])).toEqual([`target/host-variant ${shop}`]);
  });

  it('target/external compares registrable domains, including private suffixes', async () => {
    expect(await found([names('https://a.github.io/', 'https://b.github.io/')])).toEqual([
      'target/external https://a.github.io/',
    ]);
    expect((await finding('target/external', [names(A, 'https://example.org/a')])).cause).toBe('example.org');
    const gone = entry('https://example.org/a', { state: 'failed', status: 404, reason: 'http-404' });
    expect(await found([names(A, 'https://example.org/a'), gone])).toEqual([`target/error ${A}`]);
  });
});

describe('target/no-self', () => {
  it('is reported once, at the page that others name', async () => {
    const pages = [1, 2, 3, 4].map((at) => names(`${A}?x=${at}`, A));
    const { url, evidence: shown, related } = await finding('target/no-self', [...pages, page(A, 'a')]);
    expect([url, shown]).toEqual([A, { namedBy: 4 }]);
    expect(related).toEqual([1, 2, 3].map((at) => `${A}?x=${at}`));
  });

  it('is reported for a page that another host of its domain names', async () => {
    expect(await found([names('https://shop.example.com/b', A), page(A, 'a')])).toContain(`target/no-self ${A}`);
  });

  it.each([
    ['target/no-self', 'link'],
    ['target/unlinked', 'canonical'],
  ] as const)('%s ignores error pages, which no page should name', async (rule, source) => {
    const sorry = page(B, '<title>Page not found</title>', { source });
    expect((await found([names(A, B), page(B, '', { source })])).join()).toContain(`${rule} ${B}`);
    expect((await found([names(A, B), sorry])).join()).not.toContain(rule);
  });

  it('ignores pages that declare something, and pages of other sites', async () => {
    expect(await found([names(B, A), page(A, canonical('https://['))])).not.toContain(`target/no-self ${A}`);
    const other = 'https://example.org/a';
    expect(await found([names(B, other), page(other, 'a')])).toEqual([
      `canonical/missing ${other}`,
      `target/external ${B}`,
    ]);
  });
});

describe('target/unlinked', () => {
  const target = { ...self(A), source: 'canonical' };
  const links = [{ from: 1, to: [{ id: 2, url: null }] }];
  const unlinked = async (...made: Parameters<typeof found>): Promise<boolean> =>
    (await found(...made)).includes(`target/unlinked ${A}`);

  it('needs a page that was found by declarations only', async () => {
    expect(await evidence('target/unlinked', names(B, A), target)).toEqual({ namedBy: 1 });
    expect(await unlinked([names(B, A), { ...target, source: 'redirect' }])).toBe(false);
    expect(await unlinked([names(B, A), target], { links })).toBe(false);
    const listings = [{ sitemap: entry(C).key, url: A, lastmod: null }];
    expect(await unlinked([names(B, A), { ...target, listings }])).toBe(false);
  });

  it('ignores declarations that another rule asks to change', async () => {
    const other = names(C, A, prose(60, 'c'));
    const hidden = { ...self(A, prose(60, 'a')), source: 'canonical' };
    expect(await found([other, hidden])).toEqual([`target/content-differs ${C}`]);
    expect(await evidence('target/unlinked', other, names(B, A, prose(60, 'a')), hidden)).toEqual({ namedBy: 1 });
    const plain = A.replace('https', 'http');
    expect(await found([names(A, plain), { ...self(plain), source: 'canonical' }])).not.toContain(
      `target/unlinked ${plain}`,
    );
  });

  it('says what the crawl left out, if that is little', async () => {
    const skipped = (reason: string, count: number) =>
      Array.from({ length: count }, (_, n) => entry(`${C}/${reason}/${n}`, { state: 'skipped', status: null, reason }));
    const pages = [names(B, A), target];
    expect(await evidence('target/unlinked', ...pages, ...skipped('excluded', 3))).toEqual({
      namedBy: 1,
      notSeen: 3,
      notSeenBecause: ['excluded'],
    });
    expect(await unlinked([...pages, ...skipped('excluded', 4)])).toBe(false);
    expect(await unlinked([...pages, ...skipped('calendar', 500), ...skipped('too-long', 1)])).toBe(true);
    const many = Array.from({ length: 100 }, (_, n) => page(`${B}/${n}`, ''));
    expect(await unlinked([...pages, ...many, ...skipped('excluded', 4)])).toBe(true);
  });

  it('ignores a page that names another one', async () => {
    const middle = page(B, canonical(C), { source: 'canonical' });
    const chain = [names(A, B), middle, page(C, canonical(C), { source: 'canonical' })];
    expect((await found(chain)).filter((one) => one.startsWith('target/unlinked'))).toEqual([`target/unlinked ${C}`]);
  });

  it('ignores sites that were not crawled completely', async () => {
    const queued = entry(C, { state: 'queued', status: null });
    expect(await unlinked([names(B, A), target, queued])).toBe(false);
    expect(await unlinked([names(B, A), target, { ...queued, state: 'skipped', reason: 'depth' }])).toBe(false);
    expect(await unlinked([names(B, A), target, { ...queued, state: 'skipped', reason: 'sample' }])).toBe(false);
    expect(await unlinked([names(B, A), target, { ...queued, state: 'skipped', reason: 'robots' }])).toBe(true);
    expect(await unlinked([names(B, A), target, entry('https://example.org/', { state: 'queued' })])).toBe(true);
  });
});

describe('target/tracking', () => {
  it('cites parameters, passes and the URL without them', async () => {
    const url = `${A};jsessionid=1?x=1&utm_source=m&fbclid=2&utm_source=n`;
    expect(await evidence('target/tracking', names(A, url))).toMatchObject({
      keys: ['utm_source', 'fbclid'],
      passes: ['drop-tracking-params', 'drop-session-ids'],
      bare: `${A}?x=1`,
    });
    expect((await finding('target/tracking', [names(A, `${A};jsessionid=1`)])).message).toContain('a session id');
  });
});

test('a canonical page that sends visitors on by a refresh is not asked to name itself', async () => {
  const refresh = page('https://example.com/b', '<meta http-equiv="refresh" content="0; url=/c"><p>Moved.');
  const entries = [page('https://example.com/a', canonical('https://example.com/b')), refresh];
  expect((await found(entries)).filter((one) => one.startsWith('target/no-self'))).toEqual([]);
});
