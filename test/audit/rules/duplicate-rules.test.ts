/** Covers: src/audit/duplicates/{confirmations,duplicates,near-duplicates,same-text}.ts */
import { describe, expect, it, test } from 'vitest';
import { isListable } from '../../../src/audit/decision/decision.ts';
import type { Finding } from '../../../src/audit/finding.ts';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import type { Claim } from '../../../src/evidence/claim.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { type CanonOptions, compile, UrlError } from '../../../src/index.ts';
import { claim } from '../../evidence/claims.ts';
import { canonical, entry, finding, findings, madeSite, page, prose, redirect } from '../made-site.ts';

const WIKI = {
  name: 'wiki',
  summary: '',
  hosts: ['wiki.example.com'],
  slug: { form: 'wikidot', segments: 'first', except: ['local--*'], tails: [] },
} as const;

async function duplicates(...made: Parameters<typeof findings>): Promise<readonly string[]> {
  return (await findings(...made))
    .filter(({ rule }) => rule.startsWith('dup/') || rule === 'path/slug')
    .map(({ rule, severity, url }) => `${severity} ${rule} ${url}`)
    .sort();
}

function keyOf(url: string, canon: CanonOptions = {}): AuditEntry['key'] {
  const key = compile(canon).key(url);
  if (key instanceof UrlError) throw key;
  return key;
}

const both = (a: string, b: string, html = prose(12)): AuditEntry[] => [page(a, html), page(b, html)];

test('URLs that differ only in their fragment are one request, unless a browser rendered the pages', async () => {
  const html = prose(12);
  const routes = ['https://example.com/a#!/1', 'https://example.com/a#!/2'];
  expect(await duplicates(routes.map((url) => page(url, html)))).toEqual([]);
  expect(await duplicates([...routes, 'https://example.com/b'].map((url) => page(url, html)))).toHaveLength(1);
  const rendered = routes.map((url) => {
    const { details, ...rest } = page(url, html);
    const served = { words: 0, links: 0, added: { links: 0, first: null } };
    const record = JSON.stringify({ ...JSON.parse(details?.record ?? ''), served });
    return { ...rest, details: details && { ...details, record } };
  });
  expect(await duplicates(rendered)).toHaveLength(1);
});

test('a URL that redirects to the URL of its own page is no duplicate', async () => {
  const A = 'https://example.com/a';
  const tracked = { url: `${A}?gclid=1`, pass: 'drop-tracking-params' };
  expect(await duplicates([page(A, '', { spellings: [tracked] })])).toEqual([`warning dup/tracking ${A}`]);
  const end = { finalUrl: A, spellings: [{ url: A, pass: 'drop-tracking-params' }] };
  expect(await duplicates([page(tracked.url, '', end)])).toEqual([]);
});

test('a URL that redirects to another page is not reported as its duplicate', async () => {
  const [http, https] = ['http://example.com/a', 'https://example.com/a'];
  expect(await duplicates(both(http, https))).toEqual([`error dup/scheme ${http}`]);
  expect(await duplicates([page(http, prose(12), { finalUrl: https }), page(https, prose(12))])).toEqual([]);
  const www = page('https://www.example.com/a', prose(12));
  expect(await duplicates([page(http, prose(12), { finalUrl: https }), www])).toHaveLength(1);
});

test.each([
  ['error dup/session', 'PHPSESSID=1', 'a session id'],
  ['warning dup/tracking', 'utm_source=x', 'tracking parameters'],
])('%s is reported where all links to a page have one', async (rule, query, what) => {
  const url = `https://example.com/a?${query}`;
  expect(await duplicates([page(url, '')])).toEqual([`${rule} ${url}`]);
  const { message, evidence } = await finding(rule.split(' ')[1] ?? '', [page(url, '')]);
  expect([message, evidence['leader']]).toEqual([`is found only under URLs with ${what}`, 'https://example.com/a']);
  expect(await duplicates([page(url, '', { source: 'seed' })])).toEqual([]);
});

describe('pages with the same text whose URLs differ in one way', () => {
  it.each([
    ['error dup/scheme', 'http://example.com/a', 'https://example.com/a'],
    ['error dup/www', 'https://www.example.com/a', 'https://example.com/a'],
    ['warning dup/slash', 'https://example.com/a/', 'https://example.com/a'],
    ['warning dup/index', 'https://example.com/a/index.php', 'https://example.com/a/'],
    ['warning dup/case', 'https://example.com/About', 'https://example.com/about'],
    ['warning dup/multi-slash', 'https://example.com/a//b', 'https://example.com/a/b'],
    ['warning dup/param-order', 'https://example.com/?b=1&a=2', 'https://example.com/?a=2&b=1'],
    ['info dup/empty-query', 'https://example.com/a?k=', 'https://example.com/a'],
  ])('are %s', async (rule, spare, kept) => {
    expect(await duplicates(both(kept, spare))).toEqual([`${rule} ${spare}`]);
  });

  it.each([
    ['info dup/encoding', 'https://example.com/%7Ea', 'https://example.com/~a'],
    ['warning dup/tracking', 'https://example.com/a?utm_source=x', 'https://example.com/a'],
    ['error dup/session', 'https://example.com/a;jsessionid=1', 'https://example.com/a'],
  ])('are %s where the crawl kept them apart', async (rule, spare, kept) => {
    const canon = { profile: 'whatwg' };
    const entries = both(kept, spare).map((one) => ({ ...one, key: keyOf(one.url, canon) }));
    expect(await duplicates(entries, { canon })).toEqual([`${rule} ${spare}`]);
  });

  it('cite the page to keep, the pass with its class, and the evidence', async () => {
    const { evidence, related, cause, message } = await finding(
      'dup/slash',
      both('https://example.com/a', 'https://example.com/a/'),
    );
    expect(evidence).toEqual({
      leader: 'https://example.com/a',
      leaderReason: 'nearest to the start, then first by name',
      pass: 'add-trailing-slash',
      class: 'usual',
      evidence: 'both show the same text',
      settled: 'no',
    });
    expect(related).toEqual(['https://example.com/a']);
    expect(cause).toBe('example.com slash');
    expect(message).toBe('shows the same page as a URL that differs only in the trailing slash');
  });

  it('have one finding per duplicate, however many forms there are', async () => {
    const urls = [
      'http://example.com/a',
      'https://example.com/a',
      'http://www.example.com/a',
      'https://www.example.com/a',
    ];
    expect(await duplicates(urls.map((url) => page(url, prose(12))))).toEqual([
      'error dup/scheme http://example.com/a',
      'error dup/scheme http://www.example.com/a',
      'error dup/www https://www.example.com/a',
    ]);
  });

  it('keep the page with the most links if no form is preferred', async () => {
    const entries = [...both('https://example.com/a', 'https://example.com/a/'), page('https://example.com/', '')];
    const links = [{ from: 3, to: [{ id: 2, url: null }] }];
    expect(await duplicates(entries, { links })).toEqual(['warning dup/slash https://example.com/a']);
  });

  it('name URLs without fragments', async () => {
    const { related } = await finding('dup/slash', both('https://example.com/a#top', 'https://example.com/a/'));
    expect(related).toEqual(['https://example.com/a']);
  });

  it('are settled if they share a canonical URL, or if one is noindex', async () => {
    const kept = canonical('https://example.com/a') + prose(12);
    const settled = ['info dup/slash https://example.com/a/'];
    expect(await duplicates(both('https://example.com/a', 'https://example.com/a/', kept))).toEqual(settled);
    const noindex = page('https://example.com/a/', `<meta name="robots" content="noindex">${prose(12)}`);
    expect(await duplicates([page('https://example.com/a', prose(12)), noindex])).toEqual(settled);
    expect(await duplicates(both('https://example.com/a', 'https://example.com/a?k=', kept))).toEqual([]);
  });

  it('need ten words, the same status and the same text', async () => {
    expect(await duplicates(both('https://example.com/a', 'https://example.com/a/', prose(9)))).toEqual([]);
    const partial = page('https://example.com/a/', prose(12), { status: 203 });
    expect(await duplicates([page('https://example.com/a', prose(12)), partial])).toEqual([]);
    expect(
      await duplicates([page('https://example.com/a', prose(12)), page('https://example.com/a/', prose(12, 'v'))]),
    ).toEqual([]);
  });

  it('are ignored if both are error pages', async () => {
    expect(
      await duplicates(both('https://example.com/a', 'https://example.com/a/', `<title>404</title>${prose(12)}`)),
    ).toEqual([]);
  });
});

describe('a claim of the ledger', () => {
  const known: Claim = {
    kind: 'www',
    host: 'example.com',
    about: null,
    path: '/',
    verdict: 'confirmed',
    target: 'remove',
    source: 'permanent-redirect',
    samples: 5,
    contradictions: 0,
    reason: null,
    firstSeen: 0,
    lastSeen: Date.UTC(2026, 10, 21),
    expires: null,
  };
  const seen: Evidence = {
    kind: 'www',
    host: 'example.com',
    about: null,
    source: 'permanent-redirect',
    supports: true,
    path: '/b',
    target: 'remove',
    url: 'https://www.example.com/b',
    page: 'https://example.com/b',
    hops: [{ url: 'https://www.example.com/b', status: 308, location: 'https://example.com/b' }],
    seen: 'redirects',
    by: 'crawl',
    at: Date.UTC(2026, 10, 21),
  };
  const cited = 'confirmed by 308 from https://www.example.com/b, 5 of 5 samples, 2026-11-21';

  it('is cited', async () => {
    const entries = both('https://example.com/a', 'https://www.example.com/a');
    const { evidence } = await finding('dup/www', entries, { claims: [known], evidence: [seen] });
    expect(evidence['evidence']).toBe(cited);
  });

  it.each([
    { ...known, verdict: 'undecided' as const },
    { ...known, host: 'example.org' },
    { ...known, path: '/b/' },
    { ...known, kind: 'slash' as const },
  ])('is not where it is about something else, or not confirmed: %#', async (other) => {
    const entries = both('https://example.com/a', 'https://www.example.com/a');
    const { evidence } = await finding('dup/www', entries, { claims: [other], evidence: [seen] });
    expect(evidence['evidence']).toBe('both show the same text');
  });

  it('merges two fetched pages with different texts', async () => {
    const kept = page('https://example.com/a', prose(12));
    const alias = page('https://www.example.com/a', prose(12, 'v'), { aliasOf: kept.key, aliasBy: 'equivalence' });
    const { url, evidence } = await finding('dup/www', [kept, alias], { claims: [known], evidence: [seen] });
    expect([url, evidence['evidence']]).toEqual(['https://www.example.com/a', cited]);
    expect(await duplicates([kept, alias])).toEqual([]);
    const saved = entry('https://www.example.com/a', {
      state: 'skipped',
      status: null,
      reason: 'equivalent',
      aliasOf: kept.key,
      aliasBy: 'equivalence',
    });
    expect(await duplicates([kept, saved], { claims: [known], evidence: [seen] })).toEqual([]);
  });
});

it('two URLs on one host are not compared by www, though a claim about www covers their site', async () => {
  const kept = page('https://www.example.com/a', prose(12));
  const alias = page('https://www.example.com/a?from=mail', prose(12), { aliasOf: kept.key, aliasBy: 'equivalence' });
  const claims = [claim('www', '/', { target: 'add', source: 'permanent-redirect' })];
  const all = await findings([kept, alias], { claims });
  expect(all.filter(({ rule }) => rule === 'dup/www')).toEqual([]);
});

it('two URLs that differ in scheme and query are compared by scheme, which may also change the host', async () => {
  const kept = page('https://example.com/a', prose(12));
  const alias = page('http://example.com/a?from=mail', prose(12, 'v'), { aliasOf: kept.key, aliasBy: 'equivalence' });
  const made = { canon: {}, claims: [claim('scheme', '/', { target: 'https' })] };
  expect((await finding('dup/scheme', [kept, alias], made)).url).toBe('http://example.com/a?from=mail');
});

describe('facts', () => {
  const facts: CanonOptions['facts'] = [{ kind: 'index', host: 'example.com', value: 'index.html' }];
  const urls = ['https://example.com/docs/', 'https://example.com/docs/index.html'] as const;

  it('about a part of a site add no difference to URLs that have none', async () => {
    const canon: CanonOptions = { facts: [{ kind: 'slash', host: 'example.com', value: 'add', path: '/docs/' }] };
    const entries = both('https://example.com/docs/a', 'https://www.example.com/docs/a');
    const keyed = entries.map((one) => ({ ...one, key: keyOf(one.url, canon) }));
    const links = [{ from: 1, to: [{ id: 2, url: null }] }];
    const { url, related, message } = await finding('dup/www', keyed, { canon, links });
    expect([url, ...related]).toEqual(['https://example.com/docs/a', 'https://www.example.com/docs/a']);
    expect(message).toBe('shows the same page as a URL that differs only in the www prefix');
  });

  it('do not hide the difference between two URLs', async () => {
    expect(await duplicates(both(...urls), { canon: { facts } })).toEqual([`warning dup/index ${urls[1]}`]);
  });
});

describe('spellings of one entry', () => {
  const spelled = (html: string, ...others: [url: string, pass: string | null][]): AuditEntry[] => [
    page('https://example.com/a', html, { spellings: others.map(([url, pass]) => ({ url, pass })) }),
  ];

  it('are reported by the passes that change them into the key, apart from fragments', async () => {
    const { evidence, related } = await finding(
      'dup/tracking',
      spelled(
        '',
        ['https://example.com/a?utm_source=x#top', 'drop-fragment'],
        ['https://example.com/a#b', 'drop-fragment'],
      ),
    );
    expect(related).toEqual(['https://example.com/a?utm_source=x']);
    expect(evidence).toMatchObject({
      pass: 'drop-tracking-params',
      class: 'changing',
      spellings: 1,
      settled: 'no',
    });
  });

  it.each([
    ['dup/encoding', 'https://example.com:443/a', 'drop-default-port'],
    ['dup/session', 'https://example.com/a?PHPSESSID=1', 'drop-session-ids'],
    ['dup/empty-query', 'https://example.com/a?', 'drop-empty-query'],
  ])('are %s', async (rule, url, pass) => {
    const { evidence } = await finding(rule, spelled('', [url, pass]));
    expect(evidence).toMatchObject({ pass, spellings: 1 });
  });

  it('are ignored if they differ in fragments, or if one is the target of a redirect', async () => {
    expect(await duplicates(spelled('', ['https://example.com/a#b', 'drop-fragment']))).toEqual([]);
    expect(await duplicates(spelled('', ['https://example.com/a?', null]))).toEqual([]);
  });

  it('are ignored if a canonical URL settles them, except session ids', async () => {
    const html = canonical('https://example.com/a');
    expect(await duplicates(spelled(html, ['https://example.com/a?gclid=1', 'drop-tracking-params']))).toEqual([]);
    expect(await duplicates(spelled(html, ['https://example.com/a?PHPSESSID=1', 'drop-session-ids']))).toEqual([
      'error dup/session https://example.com/a',
    ]);
  });

  it('are ignored for seeds', async () => {
    const seed = page('https://example.com/a?gclid=1', '', {
      source: 'seed',
      spellings: [{ url: 'https://example.com/a', pass: 'drop-tracking-params' }],
    });
    expect(await duplicates([seed])).toEqual([]);
  });
});

describe('dup/exact', () => {
  const urls = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'];

  it('is one finding per text, at the page to keep, and names the others', async () => {
    const { url, severity, evidence, related } = await finding(
      'dup/exact',
      urls.toReversed().map((one) => page(one, prose(12))),
    );
    expect([url, severity]).toEqual(['https://example.com/a', 'error']);
    expect(evidence).toEqual({
      leader: 'https://example.com/a',
      leaderReason: 'nearest to the start, then first by name',
      pages: 3,
      withCanonical: 0,
      words: 12,
      others: ['https://example.com/b', 'https://example.com/c'],
    });
    expect(related).toEqual(urls);
  });

  it('is a warning if some pages declare a canonical URL, and nothing if all share one', async () => {
    const own = urls.map((one) => page(one, canonical(one) + prose(12)));
    expect((await finding('dup/exact', own)).severity).toBe('warning');
    const shared = urls.map((one) => page(one, canonical('https://example.com/a') + prose(12)));
    expect(await duplicates(shared)).toEqual([]);
  });

  it('is about a page that stays when the others redirect', async () => {
    const [a, b, c] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'] as const;
    const leader = page('https://example.com/0', canonical('https://example.com/0') + prose(12, 'x'));
    const alias = page(a, prose(12), { aliasBy: 'equivalence', aliasOf: leader.key });
    const found = await finding('dup/exact', [leader, alias, page(b, canonical(b) + prose(12)), page(c, prose(12))]);
    expect([found.url, found.evidence['leader']]).toEqual([b, leader.url]);
  });

  it('has as cause the change from the others to the page to keep', async () => {
    const [kept, other] = ['https://example.com/shop/a', 'https://example.com/offers/a'] as const;
    const { url, cause } = await finding('dup/exact', [
      page(kept, canonical(kept) + prose(12)),
      page(other, prose(12)),
    ]);
    expect([url, cause]).toEqual([kept, 'https://example.com/offers/* → https://example.com/shop/*']);
  });

  describe('of versions for two regions', () => {
    const [us, gb] = ['https://example.com/us/a', 'https://example.com/gb/a'] as const;
    const alternate = (language: string, url: string) => `<link rel="alternate" hreflang="${language}" href="${url}">`;
    const versions = alternate('en-us', us) + alternate('en-gb', gb) + alternate('x-default', us);
    const version = (url: string, head = versions) => page(url, canonical(url) + head + prose(12));

    it('is not reported, and a sitemap lists both', async () => {
      expect(await duplicates([version(us), version(gb)])).toEqual([]);
      const site = await madeSite([version(us), version(gb)]);
      expect(site.pages.map((one) => isListable(one, site))).toEqual([true, true]);
    });

    it('is reported if only one names the other, or if they do not name themselves', async () => {
      expect(await duplicates([version(us), version(gb, '')])).toEqual([`warning dup/exact ${gb}`]);
      const open = [us, gb].map((url) => page(url, versions + prose(12)));
      expect(await duplicates(open)).toEqual([`error dup/exact ${gb}`]);
    });

    it('is reported for versions of different pages', async () => {
      const [other, its] = ['https://example.com/us/b', 'https://example.com/gb/b'] as const;
      const others = [other, its].map((url) => version(url, alternate('en-us', other) + alternate('en-gb', its)));
      for (const found of [others, others.toReversed()]) {
        const exact = (await findings([version(us), version(gb), ...found])).filter(({ rule }) => rule === 'dup/exact');
        // Each with the one of its region.
        expect(new Set(exact.map(({ related }) => related.toSorted().join(' ')))).toEqual(
          new Set([`${gb} ${its}`, `${us} ${other}`]),
        );
      }
    });

    it('is reported for copies of one of them', async () => {
      const copy = page('https://example.com/gb/copy', prose(12));
      const { related, evidence } = await finding('dup/exact', [version(us), version(gb), copy]);
      expect([related, evidence['pages']]).toEqual([[gb, copy.url], 2]);
    });
  });

  it('follows canonical URLs to their end', async () => {
    const [a, b, c] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'] as const;
    const entries = [page(a, canonical(b) + prose(12)), page(b, canonical(c) + prose(12)), page(c, prose(12))];
    expect(await duplicates(entries)).toEqual([]);
  });

  it('follows a canonical URL that redirects back', async () => {
    const [a, b, c] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'] as const;
    const entries = [page(a, canonical(b) + prose(12)), page(b, canonical(c) + prose(12)), redirect(c, b)];
    expect(await duplicates(entries)).toEqual([]);
  });

  it('counts pages that another rule merges once, and noindex pages never', async () => {
    const entries = [
      ...both('https://example.com/a', 'https://example.com/a/'),
      page('https://example.com/b', prose(12)),
    ];
    expect((await finding('dup/exact', entries)).evidence['pages']).toBe(2);
    const hidden = page('https://example.com/b', `<meta name="robots" content="noindex">${prose(12)}`);
    expect(await duplicates([page('https://example.com/a', prose(12)), hidden])).toEqual([]);
  });
});

describe('dup/param-noop', () => {
  const values = (count: number, url = 'https://example.com/a'): AuditEntry[] =>
    Array.from({ length: count }, (_, at) => page(`${url}?v=${at}`, prose(12, url)));

  it('cites the number of samples and contradictions', async () => {
    const { evidence, cause, message } = await finding('dup/param-noop', [
      page('https://example.com/a', prose(12, 'https://example.com/a')),
      ...values(5),
    ]);
    expect(message).toBe('has a parameter that changes nothing: "v"');
    expect(evidence).toEqual({
      param: 'v',
      values: 5,
      pass: 'drop-unused-params',
      class: 'changing',
      samples: 5,
      contradictions: 0,
      evidence: 'all show the same text',
    });
    expect(cause).toBe('example.com v');
  });

  it('says so if only one value was found, since others may change something', async () => {
    const urls = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://example.com/${name}`);
    const pages = urls.flatMap((url) => [page(url, prose(12, url)), page(`${url}?h=main`, prose(12, url))]);
    const { evidence, message } = await finding('dup/param-noop', pages);
    expect(message).toBe('has a parameter that changes nothing with the only value found: "h=main"');
    expect(evidence).toMatchObject({ param: 'h', values: 1, samples: 5 });
  });

  it('counts samples per site', async () => {
    expect(await duplicates([...values(4), ...values(3, 'https://example.com/b')])).toEqual([
      'info dup/param-noop https://example.com/a?v=0',
    ]);
    const elsewhere = await duplicates([...values(4), ...values(3, 'https://example.org/b')]);
    expect(elsewhere.filter((one) => one.includes('param-noop'))).toEqual([]);
  });

  it('compares with a page that another rule reports as a duplicate', async () => {
    const url = 'https://example.com/a/';
    const twins = [page('https://example.com/a', prose(12, url)), page(url, prose(12, url))];
    expect(await duplicates([...twins, ...values(5, url)])).toEqual([
      'info dup/param-noop https://example.com/a/?v=0',
      'warning dup/slash https://example.com/a',
    ]);
  });

  it('is refuted by one page with another text', async () => {
    const other = page('https://example.com/b?v=2', prose(12, 'v'));
    const found = await duplicates([...values(6), page('https://example.com/b?v=1', prose(12, 'u')), other]);
    expect(found.filter((one) => one.includes('param-noop'))).toEqual([]);
  });
});

describe('dup/near', () => {
  const near = (count: number, words = 200): AuditEntry[] =>
    Array.from({ length: count }, (_, at) => page(`https://example.com/${at}`, `${prose(words)} own${at}`));

  it('has one cause for pages that are similar in two folders', async () => {
    const inBoth = (name: string, from: number): AuditEntry[] =>
      ['cs', 'da'].map((folder) =>
        page(`https://example.com/${folder}/${name}`, `${prose(200, name)} ${from} ${folder}`),
      );
    const found = (await findings([...inBoth('a', 0), ...inBoth('b', 1)])).filter(({ rule }) => rule === 'dup/near');
    expect(found.map(({ cause }) => cause)).toEqual(
      Array.from({ length: 2 }, () => 'https://example.com/cs/* → https://example.com/da/*'),
    );
  });

  it('is one finding for all pages that are similar to the first', async () => {
    const { url, evidence, related } = await finding('dup/near', near(4));
    expect(url).toBe('https://example.com/0');
    expect(evidence).toMatchObject({ pages: 4, words: 201 });
    expect(evidence['similarity']).toBeGreaterThanOrEqual(0.9);
    expect(related).toHaveLength(4);
  });

  it('is the only finding for pages that also share their title, description or heading', async () => {
    const head = '<title>Broom</title><meta name="description" content="A broom for floors, stairs and yards.">';
    const alike = (name: string): AuditEntry =>
      page(`https://example.com/${name}`, `${head}<h1>Floor broom</h1>${prose(200)} ${name}`);
    const found = async (...entries: readonly AuditEntry[]): Promise<string[]> =>
      (await findings(entries)).flatMap(({ rule }) => (/^(?:dup|page)\//.test(rule) ? [rule] : [])).toSorted();
    expect(await found(alike('a'), alike('b'))).toEqual(['dup/near']);
    const { evidence } = await finding('dup/near', [alike('a'), alike('b')]);
    expect(evidence['shared']).toEqual(['title', 'description', 'first heading']);
    const another = page('https://example.com/c', `<title>Broom</title>${prose(200, 'v')}`);
    expect(await found(alike('a'), alike('b'), another)).toEqual(['dup/near', 'page/title-duplicate']);
    const others = ['d', 'e'].map((name) =>
      page(`https://example.com/${name}`, `<title>Broom</title>${prose(200, 'v')} ${name}`),
    );
    expect(await found(alike('a'), alike('b'), ...others)).toEqual(['dup/near', 'dup/near', 'page/title-duplicate']);
    const renamed = page('https://example.com/r', `<title>Besom</title><h1>Floor broom</h1>${prose(200)} r`);
    expect(await found(alike('a'), alike('b'), renamed)).toEqual([
      'dup/near',
      'page/description-duplicate',
      'page/title-duplicate',
    ]);
    const own = await finding('dup/near', near(2));
    expect(own.evidence).not.toHaveProperty('shared');
  });

  it('ignores pages where a fifth of the shingles differ', async () => {
    const words = prose(200).split(' ');
    const other = words.map((word, at) => (at % 40 === 5 ? `v${at}` : word)).join(' ');
    expect(await duplicates([page('https://example.com/a', prose(200)), page('https://example.com/b', other)])).toEqual(
      [],
    );
  });

  it('ignores short texts, equal texts, and pages that name another as canonical', async () => {
    expect(await duplicates(near(4, 40))).toEqual([]);
    expect(
      (await duplicates(both('https://example.com/x', 'https://example.com/x/', prose(200)))).join(),
    ).not.toContain('near');
    const [first, second] = near(2);
    const named = page('https://example.com/1', `${canonical('https://example.com/0')}${prose(200)} own1`);
    expect(await duplicates([first, named].filter((one) => one !== undefined))).toEqual([]);
    expect(second?.url).toBe(named.url);
  });
});

describe('dup/trap', () => {
  const trapped = (path: string, reason: string): AuditEntry =>
    entry(`https://example.com/${path}`, { state: 'skipped', status: null, reason });

  it('is one finding per pattern', async () => {
    const entries = [
      trapped('p?n=1', 'similar'),
      trapped('p?n=2', 'similar'),
      trapped('p?color=1&size=2', 'combinations'),
      trapped('p?color=2&size=1', 'combinations'),
      trapped('a/a/a/b', 'repeating-segments'),
      trapped('a/a/a/c/d', 'repeating-segments'),
      trapped(`s?${'&q='.repeat(11)}`, 'repeating-parameters'),
    ];
    const found = (await findings(entries)).map(({ evidence }: Finding) => [evidence['reason'], evidence['urls']]);
    expect(found).toEqual([
      ['combinations', 2],
      ['repeating-parameters', 1],
      ['repeating-segments', 2],
      ['similar', 2],
    ]);
  });

  test('URLs with other skip reasons are ignored', async () => {
    expect(await duplicates([trapped('a', 'depth'), trapped('b', 'excluded')])).toEqual([]);
  });
});

describe('path/slug', () => {
  const canon = { sites: [WIKI] };

  it('names the normal form', async () => {
    const key = keyOf('https://wiki.example.com/old-brooms');
    const { message, evidence } = await finding(
      'path/slug',
      [page('https://wiki.example.com/Old_Brooms', '', { key })],
      { canon },
    );
    expect(message).toBe('has a path that is not in its normal form, https://wiki.example.com/old-brooms');
    expect(evidence).toMatchObject({ found: 'https://wiki.example.com/Old_Brooms', pass: 'slug-path' });
  });

  it('also checks other spellings, and follows redirects', async () => {
    const normal = 'https://wiki.example.com/old-brooms';
    const spelling = { url: 'https://wiki.example.com/Old_Brooms', pass: 'slug-path' };
    expect(await duplicates([page(normal, '', { spellings: [spelling] })], { canon })).toEqual([
      `warning path/slug ${normal}`,
    ]);
    const moved = page('https://wiki.example.com/Old_Brooms', '', {
      key: keyOf(normal),
      finalUrl: normal,
    });
    expect(await duplicates([moved], { canon })).toEqual([]);
  });

  it.each(['https://wiki.example.com/local--files/A_B', 'https://example.com/A_B'])('ignores %s', async (url) => {
    expect(await duplicates([page(url, '')], { canon })).toEqual([]);
  });
});
