/** Covers: src/audit/decision/{declared,usual-forms}.ts, src/audit/duplicates/same-text.ts, src/audit/site/sending-refresh.ts, src/audit/when-read.ts */
import { describe, expect, test } from 'vitest';
import { decisionsOf, isListable, REASONS, reasonOver } from '../../../src/audit/decision/decision.ts';
import type { AuditEntry, PageLinks } from '../../../src/audit/site/entry.ts';
import { canonical, entry, madeSite, page, prose, redirect } from '../made-site.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';
const C = 'https://example.com/c';
const TEXT = prose(12);

/** The URL that stands for the first page, and why. */
async function decided(
  pages: readonly AuditEntry[],
  links: readonly PageLinks[] = [],
): Promise<readonly [url: string, why: string] | null> {
  const site = await madeSite(pages, { links });
  const [first] = site.pages;
  const decision = first === undefined ? null : decisionsOf(site).of(first);
  return decision && [decision.url, REASONS[decision.reason]];
}

async function listable(...pages: readonly AuditEntry[]): Promise<readonly string[]> {
  const site = await madeSite(pages);
  return site.pages.filter((one) => isListable(one, site)).map(({ url }) => url);
}

const noindex = '<meta name="robots" content="noindex">';
const link = (from: number, to: number): PageLinks => ({ from, to: [{ id: to, url: null }] });

test('a site that shows one text under very many URLs takes no longer for each of them', async () => {
  const details = { text: 'one text', sketch: null, record: '{"words":50}', lastModified: null };
  const pages = Array.from({ length: 20_000 }, (_, n) => entry(`${A}/${n}`, { details }));
  expect(await decided(pages)).toEqual([`${A}/0`, 'nearest to the start, then first by name']);
});

describe('the order of the criteria', () => {
  test('what the owner declares comes before redirects', async () => {
    const pages = [page(A, TEXT), page(B, TEXT), redirect(C, A), page(`${B}1`, canonical(B))];
    expect(await decided(pages)).toEqual([B, 'declared by the owner']);
  });

  test('what all of them have in common is not the reason', async () => {
    const selves = [`${A}/index.html`, `${A}/`].map((url) => page(url, canonical(url) + TEXT));
    expect(await decided(selves)).toEqual([`${A}/`, 'the better form']);
    expect(await decided([...selves, redirect(C, `${A}/index.html`)])).toEqual([
      `${A}/index.html`,
      'redirects lead there',
    ]);
  });

  test('the reason is given for each page', async () => {
    const plain = 'http://example.com/a';
    const urls = [plain, A, `${A}?x=1`, `${A}/`, B];
    const heads = [canonical(plain), canonical(A), canonical(`${A}?x=1`), '', canonical(A)];
    const site = await madeSite(urls.map((url, at) => page(url, heads[at] + TEXT)));
    const told = site.pages.map((one) => {
      const decision = decisionsOf(site).of(one);
      return decision && [decision.url, reasonOver(one, decision)];
    });
    expect(told).toEqual([
      [A, 'https'],
      [A, 'declared by the owner'],
      [A, 'the better form'],
      [A, 'declared by the owner'],
      [A, 'declared by the owner'],
    ]);
  });

  test('where redirects lead comes before the usual form of the site', async () => {
    const pages = [page(A, TEXT), page(`${A}/`, TEXT), redirect(B, `${A}/`), page(C, 'x')];
    expect(await decided(pages)).toEqual([`${A}/`, 'redirects lead there']);
  });

  test('a declaration or a redirect does not prefer http to https', async () => {
    const plain = 'http://example.com/a';
    expect(await decided([page(plain, canonical(plain) + TEXT), page(A, TEXT)])).toEqual([A, 'https']);
    expect(await decided([page(plain, TEXT), page(A, TEXT), redirect('http://example.com/b', plain)])).toEqual([
      A,
      'https',
    ]);
  });

  test('https comes before the usual form of the site', async () => {
    const pages = [page('http://example.com/a', TEXT), page('https://www.example.com/a', TEXT)];
    const others = ['b', 'c', 'd'].map((name) => page(`http://example.com/${name}`, name));
    expect(await decided([...pages, ...others])).toEqual(['https://www.example.com/a', 'https']);
  });

  test.each([
    ['www.', 'https://example.com/a', 'https://www.example.com/a', ['https://www.example.com/b']],
    ['a trailing slash', 'https://example.com/a', 'https://example.com/a/', ['https://example.com/b/']],
    ['no trailing slash', 'https://example.com/a/', 'https://example.com/a', ['https://example.com/b']],
    [
      'upper case',
      'https://example.com/wiki/broom',
      'https://example.com/wiki/Broom',
      ['https://example.com/wiki/Mop'],
    ],
  ])('the usual form of the site comes before the better form and links: %s', async (_, worse, better, others) => {
    const pages = [page(worse, TEXT), page(better, TEXT), ...others.map((url) => page(url, url))];
    expect(await decided(pages, [link(3, 1)])).toEqual([better, "the site's usual form"]);
  });

  test('the usual host of the site comes before its other usual forms', async () => {
    const pages = [page('https://www.example.com/a', TEXT), page(`${A}/`, TEXT), page(B, 'b'), page(C, 'c')];
    expect(await decided(pages, [link(3, 1)])).toEqual([`${A}/`, "the site's usual form"]);
  });

  test('names of files say nothing about a usual trailing slash', async () => {
    const files = ['x', 'y', 'z'].map((name) => page(`https://example.com/${name}.html`, name));
    const pages = [page(A, TEXT), page(`${A}/`, TEXT), ...files, page(`${B}/`, 'b')];
    expect(await decided(pages)).toEqual([`${A}/`, "the site's usual form"]);
  });

  test('a page counts once for the usual form of the site, whatever the number of its URLs', async () => {
    const others = [
      ...[1, 2, 3].map((view) => [`${B}/?view=${view}`, 'b'] as const),
      [C, 'c'],
      [`${C}d`, 'd'],
    ] as const;
    const pages = [page(`${A}/`, TEXT), page(A, TEXT), ...others.map(([url, text]) => page(url, prose(12, text)))];
    expect(await decided(pages)).toEqual([A, "the site's usual form"]);
  });

  test('a page with URLs on two sites counts for the usual form of each', async () => {
    const urls = [`${B}/`, 'https://de.example.com/b'];
    const shared = urls.map((url) => page(url, canonical(url) + prose(12, 'b')));
    expect(await decided([page(A, TEXT), page(`${A}/`, TEXT), ...shared])).toEqual([`${A}/`, "the site's usual form"]);
  });

  test.each([
    ['fewer parameters', `${A}?view=1`, A],
    ['no index file', 'https://example.com/index.html', 'https://example.com/'],
    ['lower case', 'https://example.com/A', 'https://example.com/a'],
    ['single slashes', 'https://example.com//a', 'https://example.com/a'],
  ])('the better form comes before links: %s', async (_, worse, better) => {
    expect(await decided([page(worse, TEXT), page(better, TEXT)], [link(2, 1)])).toEqual([better, 'the better form']);
  });

  test('of two declared URLs, one that was never found comes first', async () => {
    const pages = [page(A, canonical(C) + TEXT), page(B, canonical(B) + TEXT)];
    expect(await decided(pages)).toEqual([C, 'nearest to the start, then first by name']);
  });

  test('links come before the distance from the start', async () => {
    expect(await decided([page(A, TEXT), page(B, TEXT), page(C, 'x')], [link(3, 2)])).toEqual([
      B,
      'most links lead there',
    ]);
    expect(await decided([page(A, TEXT), page(B, TEXT)])).toEqual([A, 'nearest to the start, then first by name']);
  });
});

describe('a page that can be indexed stands for those that cannot', () => {
  test.each<[string, string]>([
    ['noindex', noindex + TEXT],
    ['conflicting canonical URLs', canonical(A) + canonical(C) + TEXT],
  ])('%s', async (_, html) => {
    expect(await decided([page(A, html), page(B, TEXT)])).toEqual([B, 'the only one that can be indexed']);
  });
});

describe('a declaration', () => {
  test('is followed over other declarations and redirects', async () => {
    const declared = [C, 'declared by the owner'];
    expect(await decided([page(A, canonical(B)), redirect(B, C), page(C, canonical(C))])).toEqual(declared);
    expect(await decided([page(A, canonical(B)), page(B, canonical(C)), page(C, '')])).toEqual(declared);
  });

  test('of a page that was never fetched counts', async () => {
    expect(await decided([page(A, canonical(C) + TEXT), page(`${A}/`, canonical(C) + TEXT)])).toEqual([
      C,
      'declared by the owner',
    ]);
  });

  test.each<[string, readonly AuditEntry[]]>([
    ['names an error', [entry(B, { state: 'failed', status: 404 })]],
    ['names a noindex page', [page(B, noindex)]],
    ['names an error page with status 200', [page(B, '<title>Not found</title><p>Nothing.')]],
    ['names a page with another text', [page(B, prose(60, 'x'))]],
    ['is part of a loop', [page(B, canonical(A))]],
  ])('does not count if it %s', async (_, others) => {
    expect(await decided([page(A, canonical(B) + prose(60)), ...others])).toBeNull();
  });

  test('does not count from https to http, and neither does a redirect', async () => {
    const [secure, plain] = ['https://example.com/a', 'http://example.com/a'];
    for (const own of ['', canonical(plain)]) {
      const pages = [page(secure, canonical(plain) + TEXT), page(plain, own + TEXT)];
      expect(await decided(pages)).toEqual([secure, 'https']);
    }
    const moved = [page(C, TEXT), redirect('https://example.com/x', plain), page(plain, TEXT)];
    expect(await decided(moved)).toEqual([C, 'https']);
  });

  test('counts for an http URL of a site that has none over https', async () => {
    const plain = 'http://example.org/a';
    const pages = [page(A, TEXT), page(B, canonical(plain) + TEXT), page(plain, TEXT)];
    expect(await decided(pages)).toEqual([plain, 'declared by the owner']);
  });
});

describe('two forms that are equally usual', () => {
  const both = (name: string): AuditEntry[] =>
    ['example.com', 'www.example.com'].map((host) => page(`https://${host}/${name}`, prose(12, name)));
  const entries = [...both('a'), ...both('b'), ...both('c')];
  const leaders = async (links: readonly PageLinks[]): Promise<readonly string[]> => {
    const { all } = decisionsOf(await madeSite(entries, { links }));
    return all.map(({ url, reason }) => `${url} ${reason}`);
  };

  test('are settled once for the site, by the links to all its pages', async () => {
    const links = [link(1, 2), link(1, 4), link(1, 5)];
    expect(await leaders(links)).toEqual(['a', 'b', 'c'].map((name) => `https://www.example.com/${name} usual`));
  });

  test('are settled by the nearest URL, then the first by name, if as many links lead to both', async () => {
    const links = [link(5, 1), link(5, 4)];
    expect(await leaders(links)).toEqual(['a', 'b', 'c'].map((name) => `https://example.com/${name} first`));
  });
});

test('pages of different sites with the same text stand for themselves', async () => {
  expect(await decided([page(A, TEXT), page('https://example.org/a', TEXT)])).toBeNull();
});

describe('a sitemap should list', () => {
  test('leaders that can be indexed', async () => {
    expect(await listable(page(A, TEXT), page(B, TEXT), page(C, 'x'), redirect(`${C}1`, C))).toEqual([A, C]);
  });

  test.each<[string, AuditEntry]>([
    ['name another page', page(B, canonical(A))],
    ['name a page that was never fetched', page(B, canonical(C))],
    ['declare conflicting canonical URLs', page(B, canonical(A) + canonical(C))],
    ['are noindex', page(B, noindex)],
    ['send visitors on at once', page(B, '<meta http-equiv="refresh" content="0; url=/a"><p>We have moved.')],
    ['are error pages with status 200', page(B, '<title>Page not found</title><p>Nothing.')],
  ])('no pages that %s', async (_, other) => {
    expect(await listable(page(A, 'x'), other)).toEqual([A]);
  });
});
