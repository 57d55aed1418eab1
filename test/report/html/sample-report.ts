import type { EvidenceValue, Finding, Severity } from '../../../src/audit/finding.ts';
import { fingerprint } from '../../../src/audit/fingerprint.ts';
import { causesOf } from '../../../src/audit/groups.ts';
import { type HistoryRow, historyRow } from '../../../src/audit/history.ts';
import type { AuditReport, ClaimRow, Cluster, EntryRow } from '../../../src/audit/report.ts';
import { templateOf } from '../../../src/audit/site/template.ts';
import type { Key } from '../../../src/canon/key.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { SAMPLE_RULES } from './sample-rules.ts';

const SITE = 'https://www.brooms.example';
const AT = Date.UTC(2026, 4, 11, 9, 30);
const DAY = 24 * 60 * 60 * 1000;

const GOODS = [
  'besom',
  'push-broom',
  'whisk',
  'hand-brush',
  'dustpan-steel',
  'dustpan-oak',
  'angle-broom',
  'cobweb-brush',
  'street-broom',
  'mop',
  'squeegee',
  'scrubber',
];
const POSTS = [
  'how-to-sweep-a-chimney',
  'why-birch-is-best',
  'a-history-of-the-dustpan',
  'sweeping-in-winter',
  'the-broom-makers-of-rye',
  'ten-things-to-sweep-today',
];

/** Three audits, one a week; the last one has these findings. */
function historyOf(findings: readonly Finding[]): readonly HistoryRow[] {
  const [first, second, own] = [2, 1, 0].map((ago) => {
    const about = { crawled: new Date(AT - ago * 7 * DAY).toISOString(), requests: 'named', pages: 64 - ago } as const;
    return historyRow(findings.slice(0, findings.length - 6 * ago), about);
  });
  if (first === undefined || second === undefined || own === undefined) return [];
  return [{ ...first, severities: { ...first.severities, error: 31 } }, second, own];
}

interface FindingParts {
  readonly severity?: Severity;
  readonly evidence?: Readonly<Record<string, EvidenceValue>>;
  readonly related?: readonly string[];
  readonly line?: number;
  readonly status?: number | null;
  readonly depth?: number;
  readonly inlinks?: number;
  readonly passes?: readonly string[];
  readonly cause?: string;
}

export function finding(rule: string, url: string, message: string, parts: FindingParts = {}): Finding {
  const {
    severity,
    evidence = {},
    related = [],
    line,
    status = 200,
    depth = 2,
    inlinks = 3,
    passes = [],
    cause,
  } = parts;
  return {
    rule,
    severity: severity ?? SAMPLE_RULES.find(({ id }) => id === rule)?.severity ?? 'info',
    key: keyed(url),
    url,
    message,
    evidence,
    related,
    line: line ?? null,
    column: line === undefined ? null : 3,
    cause: cause ?? templateOf(url),
    fingerprint: fingerprint(`${rule} ${url}`),
    page: {
      status,
      depth,
      inlinks,
      referrers: inlinks === 0 ? [] : [`${SITE}/`, `${SITE}/shop/`].slice(0, inlinks),
      text: status === 200 ? fingerprint(url) : null,
      passes,
    },
  };
}

/** A shop and its journal with some sixty pages and findings of all kinds. */
export function sampleReport(): AuditReport {
  const findings = [...shopFindings(), ...journalFindings(), ...siteFindings()];
  return reportOf(findings, {
    clusters: [wwwCluster(), besomCluster(), loopCluster(), bigCluster()],
    redirects: [
      { from: `${SITE}/home`, to: `${SITE}/`, status: 301, hops: 1, end: 200 },
      { from: `${SITE}/catalogue`, to: `${SITE}/shop/`, status: 301, hops: 3, end: 200 },
      { from: `${SITE}/sale`, to: `${SITE}/shop/sale/`, status: 302, hops: 1, end: 404 },
      ...GOODS.map((name) => ({
        from: `${SITE}/shop/${name}`,
        to: `${SITE}/shop/${name}/`,
        status: 301,
        hops: 1,
        end: 200,
      })),
    ],
    sitemap: [
      ...GOODS.map((name, index) => sitemapRow(`/shop/${name}/`, index === 3 ? 'sitemap/non-canonical' : null)),
      ...POSTS.map((name) => sitemapRow(`/journal/${name}`, null)),
      { ...sitemapRow('/shop/feather-duster/', 'sitemap/bad'), status: 404, lastmod: null },
    ],
    skipped: [
      {
        reason: 'scope',
        means: "it lies outside of the crawl's scope",
        count: 48,
        examples: ['https://social.example/brooms', 'https://pay.example/cart?shop=brooms'],
      },
      {
        reason: 'robots',
        means: "the site's robots.txt forbids it",
        count: 17,
        examples: [`${SITE}/cart`, `${SITE}/account/orders`],
      },
      {
        reason: 'scheme',
        means: 'the URL is not http or https',
        count: 6,
        examples: ['mailto:hello@brooms.example', 'tel:+441797000000'],
      },
    ],
    claims: sampleClaims(),
    entries: [
      entryRow(`${SITE}/`, { source: 'seed', depth: 0 }),
      entryRow(`${SITE}/catalogue`, {
        status: 301,
        foundOn: `${SITE}/`,
        indexable: false,
        redirects: [`${SITE}/catalog`, `${SITE}/shop`, `${SITE}/shop/`],
      }),
      ...GOODS.map((name) => entryRow(`${SITE}/shop/${name}/`, { foundOn: `${SITE}/shop/` })),
    ],
    history: historyOf(findings),
    known: 7,
    fixed: ['0011223344556677', '8899aabbccddeeff'],
  });
}

export function entryRow(url: string, known: Partial<EntryRow> = {}): EntryRow {
  return {
    url,
    key: keyed(url),
    passes: [],
    state: 'done',
    status: 200,
    reason: null,
    source: 'link',
    foundOn: null,
    depth: 2,
    inlinks: 3,
    canonical: null,
    indexable: true,
    redirects: [],
    ...known,
  };
}

/** A report of these findings. The summary counts them; its other figures are those of the sample site. */
export function reportOf(findings: readonly Finding[], parts: Partial<AuditReport> = {}): AuditReport {
  const ranks: readonly Severity[] = ['error', 'warning', 'info', 'pass'];
  const ordered = findings.toSorted((a, b) => ranks.indexOf(a.severity) - ranks.indexOf(b.severity));
  const severities = { error: 0, warning: 0, info: 0, pass: 0 };
  for (const { severity } of findings) severities[severity]++;
  const byRule = [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, of]) => [rule, of.length] as const);
  return {
    version: 1,
    tool: { name: 'dustpan', version: '0.1.0' },
    createdAt: new Date(AT).toISOString(),
    crawled: { from: new Date(AT - 60_000).toISOString(), to: new Date(AT).toISOString() },
    seeds: [`${SITE}/`],
    summary: {
      states: { done: 118, failed: 5, skipped: 71 },
      pages: 64,
      indexable: 57,

      canonicalized: 12,
      severities,
      byRule: Object.fromEntries(byRule),
      statuses: { '200': 66, '301': 41, '302': 9, '404': 4, timeout: 1 },
      depths: [1, 9, 27, 18, 7, 2],
      saved: [
        { pass: 'drop-tracking-params', class: 'changing', count: 212 },
        { pass: 'fold-www', class: 'changing', count: 64 },
        { pass: 'add-trailing-slash', class: 'usual', count: 48 },
        { pass: 'sort-query', class: 'changing', count: 23 },
        { pass: 'decode-unreserved', class: 'preserving', count: 11 },
        { pass: 'lowercase-host', class: 'preserving', count: 6 },
        { pass: 'remove-dot-segments', class: 'usual', count: 2 },
      ],
      canonicals: { self: 38, elsewhere: 12, none: 11, conflicting: 3 },
    },
    rules: SAMPLE_RULES,
    causes: causesOf(ordered, parts.rules ?? SAMPLE_RULES),
    findings: ordered,
    fixed: [],
    known: null,
    history: [],
    entries: [],
    clusters: [],
    redirects: [],
    suggestedRedirects: [],
    canonicals: [],
    sitemap: [],
    skipped: [],
    claims: [],
    ...parts,
  };
}

/** An endless sequence of findings of several kinds. */
export function manyFindings(count: number): AuditReport {
  const rules = SAMPLE_RULES.map(({ id }) => id);
  const perRule = Math.ceil(count / rules.length);
  const redirects = Array.from({ length: count }, (_, index) => ({
    from: `${SITE}/old/${index}`,
    to: `${SITE}/new/${index}`,
    status: 301,
    hops: 2,
    end: 200,
  }));
  return reportOf(
    Array.from({ length: count }, (_, index) => {
      const rule = rules[Math.floor(index / perRule)] ?? 'links/mixed';
      const url = `${SITE}/section-${index % 40}/page-${index}?color=${index % 7}`;
      return finding(rule, url, 'names a canonical URL that redirects', {
        evidence: {
          target: `${SITE}/section-${index % 40}/page-${index}`,
          status: 301,
          hops: 1,
          end: `${SITE}/section-${index % 40}/`,
        },
        related: [`${SITE}/section-${index % 40}/page-${index}`, `${SITE}/section-${index % 40}/`],
        line: 12,
        depth: index % 6,
        inlinks: index % 23,
      });
    }),
    { redirects, suggestedRedirects: redirects.map(({ from, to }) => ({ from, to, why: 'the same text' })) },
  );
}

function shopFindings(): readonly Finding[] {
  return [
    ...GOODS.slice(0, 7).map((name, index) =>
      finding('canonical/missing', `${SITE}/shop/${name}/?colour=red`, 'declares no canonical URL', {
        depth: 3,
        inlinks: index,
        cause: 'www.brooms.example/shop/*/?colour=*',
      }),
    ),
    ...GOODS.slice(2, 6).map((name) =>
      finding('target/redirect', `${SITE}/shop/${name}/care`, 'names a canonical URL that redirects', {
        evidence: { target: `${SITE}/shop/${name}`, status: 301, hops: 1, end: `${SITE}/shop/${name}/` },
        related: [`${SITE}/shop/${name}`, `${SITE}/shop/${name}/`],
        line: 7,
        cause: 'www.brooms.example/shop/*/care',
      }),
    ),
    ...[2, 3, 4].map((page) =>
      finding(
        'pagination/to-first',
        `${SITE}/shop/?page=${page}`,
        'is a later page of a list and names the first page as its canonical URL',
        {
          evidence: { target: `${SITE}/shop/`, page },
          line: 6,
        },
      ),
    ),
    ...GOODS.slice(0, 5).map((name) =>
      finding(
        'dup/tracking',
        `${SITE}/shop/${name}/?utm_source=letter&utm_campaign=spring`,
        'shows the same page as the URL without utm_source and utm_campaign',
        {
          evidence: {
            pass: 'drop-tracking-params',
            class: 'changing',
            parameters: ['utm_source', 'utm_campaign'],
            'same text': true,
          },
          related: [`${SITE}/shop/${name}/`],
          passes: ['drop-tracking-params'],
          cause: 'www.brooms.example/shop/*/?utm_source=*&utm_campaign=*',
        },
      ),
    ),
    finding('target/error', `${SITE}/shop/mop/`, 'names a canonical URL that answers with status 404', {
      evidence: { target: `${SITE}/shop/mops/`, status: 404 },
      line: 8,
      inlinks: 14,
      depth: 1,
    }),
    finding('dup/exact', `${SITE}/shop/dustpan-oak/`, 'shows the same text as another page', {
      evidence: { similarity: 1, members: 2 },
      related: [`${SITE}/shop/dustpan-steel/`],
    }),
    finding('canonical/conflicting', `${SITE}/shop/besom/`, 'declares 2 different canonical URLs', {
      evidence: { markup: `${SITE}/shop/besom/`, header: 'http://brooms.example/shop/besom/' },
      line: 6,
      inlinks: 21,
      depth: 1,
    }),
  ];
}

function journalFindings(): readonly Finding[] {
  return [
    ...POSTS.slice(0, 4).map((name) =>
      finding(
        'dup/slash',
        `${SITE}/journal/${name}/`,
        'shows the same page as a URL that differs only in the trailing slash',
        {
          evidence: { pass: 'add-trailing-slash', class: 'usual', seen: 'same-bytes' },
          related: [`${SITE}/journal/${name}`],
        },
      ),
    ),
    ...POSTS.slice(1, 3).map((name) =>
      finding('canonical/outside-head', `${SITE}/journal/${name}`, 'declares its canonical URL outside the head', {
        evidence: { 'ended the head': '<div id="banner">' },
        line: 31,
      }),
    ),
    ...POSTS.map((name) =>
      finding('og/url', `${SITE}/journal/${name}`, 'has an og:url that differs from its canonical URL', {
        evidence: { 'og:url': `http://brooms.example/journal/${name}`, canonical: `${SITE}/journal/${name}` },
        line: 14,
      }),
    ),
    finding('canonical/fragment', `${SITE}/journal/${POSTS[0]}#reading`, 'names a canonical URL with a fragment', {
      evidence: { target: `${SITE}/journal/${POSTS[0]}#top` },
      line: 9,
    }),
    finding('target/loop', `${SITE}/journal/a`, 'is part of a loop of canonical URLs', {
      related: [`${SITE}/journal/a`, `${SITE}/journal/b`, `${SITE}/journal/a`],
    }),
    finding(
      'target/home',
      `${SITE}/journal/archive`,
      'names the home page as its canonical URL, but has different text',
      {
        evidence: { target: `${SITE}/`, similarity: 0.12 },
      },
    ),
  ];
}

function siteFindings(): readonly Finding[] {
  return [
    ...['/', '/shop/', '/journal/'].map((path) =>
      finding('dup/www', `https://brooms.example${path}`, 'is served with and without www', {
        evidence: { pass: 'fold-www', class: 'changing', seen: 'same-bytes' },
        related: [`${SITE}${path}`],
        depth: 0,
        inlinks: 0,
        passes: ['fold-www'],
      }),
    ),
    ...['/home', '/catalogue'].map((path) =>
      finding('links/redirect', `${SITE}${path}`, 'is linked, but redirects', {
        evidence: { end: `${SITE}/`, links: 12 },
        status: 301,
        inlinks: 12,
      }),
    ),
    finding('redirect/chain', `${SITE}/catalogue`, 'redirects 3 times in a row', {
      evidence: { hops: 3, statuses: ['301', '302', '301'] },
      related: [`${SITE}/catalogue`, `${SITE}/catalog`, `${SITE}/shop`, `${SITE}/shop/`],
      status: 301,
    }),
    finding('redirect/temporary', `${SITE}/sale`, 'redirects with status 302 to another form of its URL', {
      evidence: { status: 302 },
      status: 302,
    }),
    finding('links/mixed', `${SITE}/shop/`, 'is linked under 3 different URLs', {
      evidence: { spellings: [`${SITE}/shop/`, `${SITE}/shop`, `${SITE}/%73hop/`] },
    }),
    finding('sitemap/bad', `${SITE}/shop/feather-duster/`, 'is listed in a sitemap, but ends in an error', {
      evidence: { sitemap: `${SITE}/sitemap.xml` },
      status: 404,
      inlinks: 0,
    }),
    finding('sitemap/non-canonical', `${SITE}/shop/hand-brush`, 'is listed in a sitemap, but redirects', {
      evidence: { sitemap: `${SITE}/sitemap.xml`, lastmod: '2026-03-02' },
      status: 301,
    }),
    finding(
      'page/soft-404',
      `${SITE}/shop/chimney-set/`,
      'answers with status 200, but its title says that the page does not exist',
      {
        evidence: { similarity: 0.98 },
      },
    ),
  ];
}

function wwwCluster(): Cluster {
  return {
    leader: `${SITE}/`,
    reason: 'redirects lead there',
    size: 8,
    members: [
      {
        url: 'https://brooms.example/',
        status: 301,
        by: 'redirect',
        to: `${SITE}/`,
        evidence: '301 Moved Permanently',
        count: 1,
      },
      {
        url: 'http://brooms.example/',
        status: 301,
        by: 'redirect',
        to: 'https://brooms.example/',
        evidence: '301 Moved Permanently',
        count: 1,
      },
      {
        url: 'http://www.brooms.example/',
        status: 302,
        by: 'redirect',
        to: `${SITE}/`,
        evidence: '302 Found',
        count: 1,
      },
      { url: `${SITE}/home`, status: 301, by: 'redirect', to: `${SITE}/`, evidence: '301 Moved Permanently', count: 1 },
      {
        url: `${SITE}/index.html`,
        status: 200,
        by: 'canonical',
        to: `${SITE}/`,
        evidence: 'rel=canonical, line 6',
        count: 1,
      },
      {
        url: `${SITE}/?utm_source=letter`,
        status: null,
        by: 'spelling',
        to: `${SITE}/`,
        evidence: 'drop-tracking-params',
        count: 1,
      },
      {
        url: `${SITE}/INDEX.html`,
        status: 200,
        by: 'same-text',
        to: `${SITE}/index.html`,
        evidence: 'same text, both 200',
        count: 1,
      },
    ],
  };
}

function besomCluster(): Cluster {
  const leader = `${SITE}/shop/besom/`;
  return {
    leader,
    reason: 'declared by the owner',
    size: 4,
    members: [
      {
        url: `${SITE}/shop/besom`,
        status: 301,
        by: 'redirect',
        to: leader,
        evidence: '301 Moved Permanently',
        count: 1,
      },
      {
        url: `${leader}?colour=red`,
        status: 200,
        by: 'same-text',
        to: leader,
        evidence: 'same text, both 200',
        count: 1,
      },
      {
        url: `${leader}?utm_source=letter&utm_campaign=spring`,
        status: null,
        by: 'spelling',
        to: leader,
        evidence: 'drop-tracking-params',
        count: 1,
      },
    ],
  };
}

function loopCluster(): Cluster {
  return {
    leader: `${SITE}/journal/c`,
    reason: 'nearest to the start, then first by name',
    size: 3,
    members: [
      { url: `${SITE}/journal/a`, status: 200, by: 'canonical', to: `${SITE}/journal/b`, evidence: null, count: 1 },
      { url: `${SITE}/journal/b`, status: 200, by: 'canonical', to: `${SITE}/journal/a`, evidence: null, count: 1 },
    ],
  };
}

function bigCluster(): Cluster {
  const leader = `${SITE}/shop/`;
  return {
    leader,
    reason: 'declared by the owner',
    size: 41,
    members: Array.from({ length: 40 }, (_, index) => ({
      url: `${leader}?order=${index}`,
      status: 200,
      by: 'equivalence',
      to: leader,
      evidence: 'the parameter order makes no difference',
      count: 1,
    })),
  };
}

function sitemapRow(path: string, rule: string | null): AuditReport['sitemap'][number] {
  return { url: `${SITE}${path}`, sitemap: `${SITE}/sitemap.xml`, lastmod: '2026-03-02T10:00:00Z', status: 200, rule };
}

function sampleClaims(): readonly ClaimRow[] {
  const evidence = ['/', '/shop/', '/journal/a'].map((path) => observation(path));
  return [
    claim({
      kind: 'www',
      about: null,
      verdict: 'confirmed',
      target: 'add',
      source: 'permanent-redirect',
      samples: 64,
      evidence,
    }),
    claim({
      kind: 'slash',
      about: null,
      path: '/shop/',
      verdict: 'confirmed',
      target: 'add',
      source: 'content',
      samples: 24,
      evidence: evidence.slice(1),
    }),
    claim({
      kind: 'slash',
      about: null,
      path: '/journal/',
      verdict: 'undecided',
      reason: 'too-few-samples',
      samples: 2,
    }),
    claim({
      kind: 'param',
      about: 'colour',
      verdict: 'refuted',
      source: 'content',
      samples: 6,
      contradictions: 4,
      reason: 'contradicted',
    }),
    claim({
      kind: 'index',
      about: 'index.html',
      verdict: 'confirmed',
      target: 'remove',
      source: 'declaration',
      samples: 12,
    }),
    claim({
      kind: 'order',
      about: null,
      verdict: 'confirmed',
      source: 'user',
      samples: 0,
      expires: null,
    }),
  ];
}

function claim(parts: Partial<ClaimRow>): ClaimRow {
  return {
    kind: 'www',
    host: 'brooms.example',
    about: null,
    path: '/',
    verdict: 'undecided',
    target: null,
    source: null,
    samples: 0,
    contradictions: 0,
    reason: null,
    firstSeen: AT - DAY,
    lastSeen: AT,
    expires: AT + 90 * DAY,
    evidence: [],
    ...parts,
  };
}

function observation(path: string): Evidence {
  const [url, page] = [`https://brooms.example${path}`, `${SITE}${path}`];
  return {
    kind: 'www',
    host: 'brooms.example',
    about: null,
    source: 'permanent-redirect',
    supports: path !== '/journal/a',
    path,
    target: 'add',
    url,
    page,
    hops: [
      { url, status: 301, location: page },
      { url: page, status: 200, location: null },
    ],
    seen: 'redirects',
    by: 'probe',
    at: AT,
  };
}

function keyed(text: string): Key {
  // A test stands in for the canonicalizer, which alone makes keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text as Key;
}
