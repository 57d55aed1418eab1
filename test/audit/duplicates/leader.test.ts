import { describe, expect, test } from 'vitest';
import { leaderOf } from '../../../src/audit/duplicates/leader.ts';
import type { VariationKind } from '../../../src/audit/duplicates/variation.ts';
import type { AuditEntry, PageLinks } from '../../../src/audit/site/entry.ts';
import { canonical, madeSite, page } from '../made-site.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';

/** The URL of the page to keep among all pages of a site. */
async function kept(
  kind: VariationKind,
  normal: string,
  pages: readonly AuditEntry[],
  links: readonly PageLinks[] = [],
): Promise<string> {
  const site = await madeSite(pages, { links });
  return leaderOf(kind, site.pages, normal, site).url;
}

const inlink = (to: number): PageLinks => ({ from: 3, to: [{ id: to, url: null }] });
const both = [page(A, 'x'), page(B, 'x')];

describe('the page to keep', () => {
  test('has the preferred form, whatever the site links to and names', async () => {
    const pages = [page(A, canonical(A)), page(B, canonical(A)), page(`${A}/c`, 'x')];
    expect(await kept('case', B, pages, [inlink(1)])).toBe(B);
  });

  test.each<VariationKind>(['www', 'slash', 'order'])(
    'of the kind %s, which has no preferred form, is the one that others name as canonical',
    async (kind) => {
      const pages = [page(A, 'x'), page(B, 'x'), page(`${A}/c`, canonical(B))];
      expect(await kept(kind, A, pages, [inlink(1)])).toBe(B);
    },
  );

  test('has the most inlinks', async () => {
    expect(await kept('slash', A, [...both, page(`${A}/c`, 'x')], [inlink(2)])).toBe(B);
  });

  test('is the first found otherwise', async () => {
    expect(await kept('slash', B, both)).toBe(A);
  });
});
