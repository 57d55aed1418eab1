import { describe, expect, test } from 'vitest';
import { idleParams } from '../../../src/audit/duplicates/idle-params.ts';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { madeSite, page, prose } from '../made-site.ts';

const ENOUGH = THRESHOLDS.param.content ?? 0;
const at = (path: string): string => `https://example.com/${path}`;

/** Pages with and without a parameter, each two with the same text. */
const pairs = (param: string, count: number): readonly AuditEntry[] =>
  Array.from({ length: count }, (_, n) => [
    page(at(`${n}`), prose(9, `p${n}x`)),
    page(at(`${n}?${param}`), prose(9, `p${n}x`)),
  ]).flat();

async function found(pages: readonly AuditEntry[], explained: readonly string[] = []): Promise<readonly string[]> {
  const site = await madeSite(pages);
  const known = new Set(site.pages.filter(({ url }) => explained.includes(url)));
  return idleParams(site, known).map((param) => `${param.name}: ${param.pairs.length} pairs`);
}

describe('a parameter that never changes a text', () => {
  test('is idle with enough pairs of pages', async () => {
    expect(ENOUGH).toBeGreaterThan(1);
    expect(await found(pairs('v=1', ENOUGH))).toEqual([`v: ${ENOUGH} pairs`]);
    expect(await found(pairs('v=1', ENOUGH - 1))).toEqual([]);
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
