import { describe, expect, test } from 'vitest';
import { idleParams } from '../../../src/audit/duplicates/idle-params.ts';
import type { AuditEntry, PageLinks } from '../../../src/audit/site/entry.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { runAtOnce } from '../../../src/give-way.ts';
import { madeSite, page, prose } from '../made-site.ts';

const ENOUGH = THRESHOLDS.param.content ?? 0;
const at = (path: string): string => `https://example.com/${path}`;

/** Pages with and without a parameter, each two with the same text. */
const pairs = (param: string, count: number): readonly AuditEntry[] =>
  Array.from({ length: count }, (_, n) => [
    page(at(`${n}`), prose(9, `p${n}x`)),
    page(at(`${n}?${param}`), prose(9, `p${n}x`)),
  ]).flat();

async function found(
  pages: readonly AuditEntry[],
  explained: readonly string[] = [],
  links: readonly PageLinks[] = [],
): Promise<readonly string[]> {
  const site = await madeSite(pages, { links });
  const known = new Set(site.pages.filter(({ url }) => explained.includes(url)));
  return runAtOnce(idleParams(site, known)).map((param) => `${param.name}: ${param.pairs.length} pairs`);
}

describe('a parameter that never changes a text', () => {
  test('is idle with enough pairs of pages', async () => {
    expect(ENOUGH).toBeGreaterThan(1);
    expect(await found(pairs('v=1', ENOUGH))).toEqual([`v: ${ENOUGH} pairs`]);
    expect(await found(pairs('v=1', ENOUGH - 1))).toEqual([]);
  });

  describe('and the links of pages with it', () => {
    const pages = [...pairs('v=1', ENOUGH), page(at('other'), prose(9, 'other'))];
    const toLast = (from: number): PageLinks => ({ from, to: [{ id: pages.length, url: null }] });

    test('is not idle if a page is linked only where it is', async () => {
      expect(await found(pages, [], [toLast(2)])).toEqual([]);
      expect(await found(pages, [], [toLast(2), toLast(1)])).toEqual([`v: ${ENOUGH} pairs`]);
    });

    test('is idle if they all have the same link', async () => {
      const links = Array.from({ length: ENOUGH }, (_, n) => toLast(2 * n + 2));
      expect(await found(pages, [], links)).toEqual([`v: ${ENOUGH} pairs`]);
    });

    test('is idle if a page linked only where it is has the parameter too', async () => {
      const more = [...pairs('v=1', ENOUGH), page(at('other?v=1'), prose(9, 'other'))];
      expect(await found(more, [], [toLast(2)])).toEqual([`v: ${ENOUGH} pairs`]);
    });
  });

  test('is compared between its values if the page without it is unknown', async () => {
    const pages = Array.from({ length: ENOUGH + 1 }, (_, n) => page(at(`a?v=${n}&w=1`), prose(9)));
    expect(await found(pages)).toEqual([`v: ${ENOUGH} pairs`]);
  });

  test('is not idle if it changes the text of one page', async () => {
    expect(await found([...pairs('v=1', ENOUGH), page(at('x'), prose(9)), page(at('x?v=1'), prose(9, 'y'))])).toEqual(
      [],
    );
  });

  test.each([
    ['of another site', at('0?v=1').replace('example.com', 'other.example')],
    ['with more than eight parameters', at('0?v=1&a&b&c&d&e&f&g&h')],
    ['without a name', at('0?=1')],
  ])('is not judged by a page %s', async (_, url) => {
    expect(await found([...pairs('v=1', ENOUGH), page(url, prose(9, 'z'))])).toEqual([`v: ${ENOUGH} pairs`]);
  });

  test('is not the one before it in a query of semicolons', async () => {
    const pages = Array.from({ length: ENOUGH + 1 }, (_, n) => page(at(`a?v=1;w=${n}`), prose(9)));
    expect(await found(pages)).toEqual([]);
    expect(await found([...pairs('v=1', ENOUGH), page(at('0?v=1;w=2'), prose(9, 'z'))])).toEqual([
      `v: ${ENOUGH} pairs`,
    ]);
  });

  test('has a name', async () => {
    expect(await found(pairs('=1', ENOUGH))).toEqual([]);
  });

  test('does not count duplicates with another explanation, nor error pages', async () => {
    expect(await found(pairs('v=1', ENOUGH), [at('0?v=1')])).toEqual([]);
    const [first, ...others] = pairs('v=1', ENOUGH);
    expect(await found([...(first === undefined ? [] : [{ ...first, status: 203 }]), ...others])).toEqual([]);
  });
});
