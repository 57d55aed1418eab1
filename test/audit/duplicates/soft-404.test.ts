import { describe, expect, test } from 'vitest';
import { soft404Sign } from '../../../src/audit/duplicates/soft-404.ts';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import type { MissingPage } from '../../../src/audit/site/site.ts';
import { entry, madeSite, page, prose } from '../made-site.ts';

const A = 'https://example.com/a';
const titled = (title: string, words = 9): string => `<title>${title}</title>${prose(words)}`;

/** The response of the site to a path that cannot exist. */
function missing(html: string, status = 200): MissingPage {
  const { details } = page('https://example.com/impossible', html);
  return {
    url: 'https://example.com/impossible',
    status,
    text: details?.text ?? null,
    sketch: details?.sketch ?? null,
  };
}

async function sign(one: AuditEntry, missingPage?: MissingPage): Promise<ReturnType<typeof soft404Sign>> {
  const missingPages = new Map(missingPage === undefined ? [] : [['example.com', missingPage]]);
  const site = await madeSite([one], { missingPages });
  const [only] = site.pages;
  return only === undefined ? null : soft404Sign(only, site.record(only), site);
}

describe('a page is an error page by its title', () => {
  test.each([
    '404',
    'Error 404',
    '404 – Brooms',
    '404 Error',
    '404 Página no encontrada',
    'Not Found',
    'Page not found | Brooms',
    'The file could not be found',
    'Página no encontrada',
    'Product not found | Brooms',
    'Artikel nicht gefunden',
    'Produit introuvable',
    'Article non trouvé',
  ])('%s', async (title) => {
    expect(await sign(page(A, titled(title)))).toEqual({ sign: 'title', title });
  });

  test.each([
    'Area code 404',
    '4041',
    '404 Elm Street, Springfield',
    '404-406 Elm Street',
    '404 errors explained',
    'Lost and found',
    'How not found pages work',
    'Products not found elsewhere',
  ])('but not by %s', async (title) => {
    expect(await sign(page(A, titled(title)))).toBeNull();
  });

  test('unless its text is long', async () => {
    expect(await sign(page(A, titled('Not found', 200)))).not.toBeNull();
    expect(await sign(page(A, titled('Not found', 201)))).toBeNull();
  });
});

describe('a page is an error page by the page for a path that cannot exist', () => {
  test('with the same text', async () => {
    expect(await sign(page(A, prose(50)), missing(prose(50)))).toMatchObject({ sign: 'missing-page', similarity: 1 });
  });

  test('with nearly the same text', async () => {
    const found = await sign(page(A, prose(400) + prose(2, 'x')), missing(prose(400)));
    expect(found).toMatchObject({ sign: 'missing-page', probe: 'https://example.com/impossible' });
    expect(found).not.toMatchObject({ similarity: 1 });
  });

  test.each([
    ['with a text that is only similar', missing(prose(300) + prose(200, 'x'))],
    ['with another text', missing(prose(400, 'x'))],
    ['without a text', missing('')],
    ['that has another status', missing(prose(400), 404)],
  ])('but not by one %s', async (_, other) => {
    expect(await sign(page(A, prose(400)), other)).toBeNull();
  });
});

test.each([
  ['a home page', page('https://example.com/?a', titled('404'))],
  ['a page with another status', page(A, titled('404'), { status: 203 })],
  ['a redirect', page(A, titled('404'), { aliasBy: 'redirect', aliasOf: entry(`${A}/`).key })],
])('%s is never an error page', async (_, one) => {
  expect(await sign(one, missing(titled('404')))).toBeNull();
});

describe('a folder may have a page of its own for paths that cannot exist', () => {
  const inShop = (name: string, words: string) => page(`https://example.com/shop/${name}`, prose(50, words));
  const missingPages = new Map([['example.com/shop/', missing(prose(50, 'sorry'))]]);
  const errorPages = async (...pages: readonly AuditEntry[]): Promise<readonly string[]> => {
    const site = await madeSite(pages, { missingPages });
    return site.pages.filter((one) => soft404Sign(one, site.record(one), site) !== null).map(({ url }) => url);
  };

  test('which the pages in it and below it are compared with', async () => {
    const [real, gone, below] = [inShop('a', 'real'), inShop('b', 'sorry'), inShop('c/d/', 'sorry')];
    const elsewhere = page('https://example.com/shopping', prose(50, 'sorry'));
    expect(await errorPages(real, gone, below, elsewhere)).toEqual([gone.url, below.url]);
  });

  test('but if all its pages look like that, they are shells for scripts to fill', async () => {
    expect(await errorPages(inShop('a', 'sorry'), inShop('b', 'sorry'))).toEqual([]);
  });
});
