import { describe, expect, test } from 'vitest';
import { clustersOf } from '../../src/audit/clusters.ts';
import type { Cluster } from '../../src/audit/report.ts';
import type { AuditEntry } from '../../src/audit/site/entry.ts';
import { canonical, entry, madeSite, page, prose, redirect } from './made-site.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';
const C = 'https://example.com/c';

async function clusters(...made: Parameters<typeof madeSite>): Promise<readonly Cluster[]> {
  return clustersOf(await madeSite(...made));
}

const alias = (url: string, aliasBy: AuditEntry['aliasBy'], of: string, known: Partial<AuditEntry> = {}): AuditEntry =>
  page(url, prose(12, url), { aliasBy, aliasOf: entry(of).key, ...known });

describe('URLs of one page', () => {
  test('are led by the end of their redirects, and each names the next', async () => {
    expect(await clusters([redirect(A, B), redirect(B, C), page(C, prose(12))])).toEqual([
      {
        leader: C,
        reason: 'redirects lead there',
        size: 3,
        members: [
          { url: A, status: 301, by: 'redirect', to: B, evidence: null, count: 1 },
          { url: B, status: 301, by: 'redirect', to: C, evidence: null, count: 1 },
        ],
      },
    ]);
  });

  test('are joined by a canonical URL and by a claim, which cites its evidence', async () => {
    const pages = [
      page(A, canonical(C) + prose(12, A)),
      alias(B, 'equivalence', C, { reason: 'slash' }),
      page(C, prose(12)),
    ];
    expect(await clusters(pages)).toEqual([
      {
        leader: C,
        reason: 'declared by the owner',
        size: 3,
        members: [
          { url: A, status: 200, by: 'canonical', to: C, evidence: null, count: 1 },
          { url: B, status: 200, by: 'equivalence', to: C, evidence: 'slash', count: 1 },
        ],
      },
    ]);
  });

  test('include spellings, one row for those that differ in the fragment, but not the URLs of redirects within an entry', async () => {
    const spellings = [
      { url: `${A}#x`, pass: 'drop-fragment' },
      { url: `${A}#y`, pass: 'drop-fragment' },
      { url: `${A}/`, pass: null },
    ];
    expect(await clusters([page(A, prose(12), { spellings })])).toEqual([
      {
        leader: A,
        reason: 'the only one that can be indexed',
        size: 3,
        members: [{ url: `${A}#x`, status: null, by: 'spelling', to: A, evidence: 'drop-fragment', count: 2 }],
      },
    ]);
  });

  test('are listed once, also if one is a spelling of a page and an entry that a claim merged with it', async () => {
    const pages = [
      page(A, prose(12), { spellings: [{ url: B, pass: 'fold-www' }] }),
      alias(B, 'equivalence', A, { reason: 'www' }),
    ];
    expect(await clusters(pages)).toMatchObject([
      { leader: A, size: 2, members: [{ url: B, by: 'equivalence', to: A }] },
    ]);
  });

  test('include the first URL of a page if another spelling stands for it', async () => {
    const found = page(`${A}?utm_source=x`, prose(12), { spellings: [{ url: A, pass: 'drop-tracking-params' }] });
    const members = [{ url: `${A}?utm_source=x`, by: 'spelling', to: A, evidence: 'drop-tracking-params', count: 1 }];
    expect(await clusters([found])).toMatchObject([{ leader: A, size: 2, members }]);
    expect(await clusters([found, redirect(B, A)])).toMatchObject([{ leader: A, size: 3 }]);
  });

  test('name each other as they are listed, fragments included', async () => {
    const moved = { ...redirect(`${A}#x`, C), spellings: [{ url: A, pass: 'drop-fragment' }] };
    const members = [
      { url: `${A}#x`, by: 'redirect', to: C },
      { url: A, by: 'spelling', to: `${A}#x` },
      { url: B, by: 'redirect', to: `${A}#x` },
    ];
    expect(await clusters([moved, redirect(B, A), page(C, prose(12))])).toMatchObject([{ leader: C, members }]);
  });

  test('are all counted where there are too many to list, and the largest cluster comes first', async () => {
    const aliases = (of: string, count: number): readonly AuditEntry[] =>
      Array.from({ length: count }, (_, index) => redirect(`${of}?${index}`, of));
    const found = await clusters([page(A, 'a'), ...aliases(A, 1001), page(B, 'b'), ...aliases(B, 1500)]);
    expect(found.map(({ leader, size, members }) => [leader, size, members.length])).toEqual([
      [B, 1501, 1000],
      [A, 1002, 1000],
    ]);
  });

  test('with the same text are led by the one with the most inlinks, then by the first', async () => {
    const same = [page(A, prose(12)), page(B, prose(12)), page(C, 'x')];
    expect(await clusters(same)).toMatchObject([{ leader: A, members: [{ url: B, by: 'same-text', to: A }] }]);
    const links = [{ from: 3, to: [{ id: 2, url: null }] }];
    expect(await clusters(same, { links })).toMatchObject([
      { leader: B, members: [{ url: A, by: 'same-text', to: B }] },
    ]);
  });

  test('with the same text bring their aliases along', async () => {
    const members = [
      { url: A, by: 'same-text', to: B },
      { url: C, by: 'redirect', to: B },
    ];
    const pages = [page(A, prose(12)), page(B, prose(12)), redirect(C, B)];
    expect(await clusters(pages)).toMatchObject([{ leader: B, reason: 'redirects lead there', members }]);
  });
});

describe('no cluster', () => {
  test.each<[string, readonly AuditEntry[]]>([
    ['of pages with other texts', [page(A, prose(12)), page(B, prose(12, 'x'))]],
    ['of pages with the same short text', [page(A, prose(9)), page(B, prose(9))]],
    ['of errors with the same text', [page(A, prose(12), { state: 'failed', status: 404 }), page(B, prose(12))]],
    ['of redirects in a circle', [redirect(A, B), redirect(B, A)]],
    ['with an unknown target', [redirect(A, B)]],
    [
      'with a canonical URL of another scheme',
      [page(A, canonical('file:///a'), { aliasBy: 'canonical', aliasOf: entry('file:///a').key }), entry('file:///a')],
    ],
  ])('%s', async (_, pages) => {
    expect(await clusters(pages)).toEqual([]);
  });
});

test('the largest cluster comes first', async () => {
  const pages = [
    page(A, prose(12)),
    redirect(B, A),
    page(C, prose(12, 'x')),
    redirect(`${C}1`, C),
    redirect(`${C}2`, C),
  ];
  expect((await clusters(pages)).map(({ leader }) => leader)).toEqual([C, A]);
});
