import { expect, test } from 'vitest';
import { entryRows } from '../../src/audit/entry-rows.ts';
import type { AuditEntry } from '../../src/audit/site/entry.ts';
import { canonical, entry, madeSite, page, redirect } from './made-site.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';
const C = 'https://example.com/c';

async function rows(...entries: readonly AuditEntry[]): Promise<readonly unknown[]> {
  return JSON.parse(JSON.stringify(entryRows(await madeSite([...entries]))));
}

test('a page tells where it was found, what it is one with and what it names', async () => {
  const known = { source: 'link', foundOn: entry(A).key, depth: 1 };
  const [, row] = await rows(page(A, ''), page(`${B}?utm_source=x`, canonical(C), known));
  expect(row).toEqual({
    url: `${B}?utm_source=x`,
    key: entry(B).key,
    passes: ['drop-tracking-params'],
    state: 'done',
    status: 200,
    reason: null,
    source: 'link',
    foundOn: A,
    depth: 1,
    inlinks: 0,
    canonical: C,
    indexable: false,
    redirects: [],
  });
});

test('a URL that redirects lists the URLs that follow, in order', async () => {
  const [row] = await rows(redirect(A, B), redirect(B, C), page(C, ''));
  expect(row).toMatchObject({ url: A, status: 301, redirects: [B, C], indexable: false });
});

test('the page that led to a URL is named by its key if it is not in the crawl', async () => {
  const [row] = await rows(page(A, '', { foundOn: entry(B).key }));
  expect(row).toMatchObject({ foundOn: entry(B).key });
});
