/** Covers: src/audit/site/named-versions.ts */
import { describe, expect, test } from 'vitest';
import { suggestedRedirects } from '../../../src/audit/decision/suggested-redirects.ts';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { canonical, entry, madeSite, page, prose, redirect } from '../made-site.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';
const C = 'https://example.com/c';
const D = 'https://example.com/d';
const TEXT = prose(12);

async function suggested(...pages: readonly AuditEntry[]): Promise<readonly string[]> {
  return suggestedRedirects(await madeSite(pages)).map(({ from, to, why }) => `${from} ${to} ${why}`);
}

describe('redirects to set up', () => {
  test('lead from a duplicate to the URL that stands for it, and say why', async () => {
    expect(await suggested(page(A, TEXT), page(B, TEXT))).toEqual([
      `${B} ${A} the same text; nearest to the start, then first by name`,
    ]);
    const alias = page(B, prose(12, 'x'), { aliasBy: 'equivalence', aliasOf: entry(A).key, reason: 'slash' });
    expect(await suggested(page(A, TEXT), alias)).toEqual([
      `${B} ${A} the same page: slash; nearest to the start, then first by name`,
    ]);
  });

  test('replace chains', async () => {
    expect(await suggested(redirect(A, B), redirect(B, C), page(C, TEXT))).toEqual([`${A} ${C} 2 redirects in a row`]);
  });

  test('lead past a page that redirects itself from now on', async () => {
    const pages = [redirect(A, B), page(B, TEXT), page(C, TEXT), page(D, canonical(C) + TEXT)];
    expect(await suggested(...pages)).toEqual([
      `${A} ${C} declared by the owner`,
      `${B} ${C} the same text; declared by the owner`,
    ]);
  });

  test('lead past a page that names another one', async () => {
    expect(await suggested(redirect(A, B), page(B, canonical(C) + TEXT), page(C, TEXT))).toEqual([
      `${A} ${C} declared by the owner`,
    ]);
  });

  test('do not lead past a file that names its page', async () => {
    const file = page(B, '', { contentType: 'application/pdf', link: `<${C}>; rel=canonical` });
    expect(await suggested(redirect(A, B), file, page(C, TEXT))).toEqual([]);
  });

  test.each<[string, AuditEntry]>([
    ['declare a canonical URL', page(B, canonical(A) + TEXT)],
    ['name themselves', page(B, canonical(B) + TEXT)],
    ['are noindex', page(B, `<meta name="robots" content="noindex">${TEXT}`)],
    ['redirect already', redirect(B, A)],
    ['were not fetched', entry(B, { state: 'skipped', status: null, aliasBy: 'equivalence', aliasOf: entry(A).key })],
  ])('do not lead from pages that %s', async (_, other) => {
    expect(await suggested(page(A, canonical(A) + TEXT), other)).toEqual([]);
  });

  test.each<[string, readonly AuditEntry[]]>([
    ['a noindex page', [page(B, `<meta name="robots" content="noindex">${TEXT}`)]],
    ['a URL that was never fetched', []],
  ])('do not lead to %s', async (_, others) => {
    expect(await suggested(page(A, canonical(B) + TEXT), page(C, canonical(B) + TEXT), ...others)).toEqual([]);
  });

  test.each([
    ['a version in another language', `<link rel="alternate" hreflang="de" href="${B}">`],
    ['its AMP version', `<link rel="amphtml" href="${B}">`],
    ['the next page of a list', `<link rel="next" href="${B}">`],
    ['the previous page of a list', `<link rel="prev" href="${B}">`],
  ])('do not lead from a page that another one names as %s', async (_, link) => {
    expect(await suggested(page(A, TEXT), page(B, TEXT), page(C, link + prose(12, 'x')))).toEqual([]);
  });

  test('do not lead from a page or to another one where a version redirects', async () => {
    const amp = page(D, `<link rel="amphtml" href="${C}">${prose(12, 'x')}`);
    expect(await suggested(page(A, canonical(A) + TEXT), page(B, TEXT), redirect(C, B), amp)).toEqual([]);
    const naming = page(B, canonical(A) + TEXT);
    expect(await suggested(page(A, TEXT), naming, redirect(C, B), redirect(`${A}0`, B), amp)).toEqual([
      `${A}0 ${A} declared by the owner`,
    ]);
  });

  test('lead from pages that only name each other and redirect together, but not if a page that stays names one', async () => {
    const naming = (url: string): string => `<link rel="alternate" hreflang="de" href="${url}">`;
    const [plainA, plainB] = ['http://example.com/a', 'http://example.com/b'];
    const both = [
      page(A, naming(B) + TEXT),
      page(B, naming(A) + prose(12, 'x')),
      page(plainA, naming(plainB) + TEXT),
      page(plainB, naming(plainA) + prose(12, 'x')),
    ];
    expect(await suggested(...both)).toEqual([
      `${plainA} ${A} the same text; https`,
      `${plainB} ${B} the same text; https`,
    ]);
    expect(await suggested(...both, page(C, naming(plainA) + prose(12, 'y')))).toEqual([]);
  });

  test('do not lead from https to http', async () => {
    const plain = 'http://example.com/a';
    const pages = [page(A, TEXT), page(plain, canonical(plain) + TEXT)];
    expect(await suggested(...pages)).toEqual([]);
    expect(await suggested(redirect(C, D), redirect(D, plain), page(plain, TEXT))).toEqual([]);
  });

  test('do not shorten chains that end in an error', async () => {
    expect(await suggested(redirect(A, B), redirect(B, C), entry(C, { state: 'failed', status: 404 }))).toEqual([]);
  });
});
