/** Covers: src/audit/duplicates/page-texts.ts */
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { canonical, entry, finding, findings, page, prose } from '../made-site.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';

async function found(rule: string, entries: readonly AuditEntry[]): Promise<readonly string[]> {
  return (await findings(entries)).filter((one) => one.rule === rule).map(({ url }) => url);
}

/** A page with the text of its URL. */
const titled = (url: string, title: string, head = '', known: Partial<AuditEntry> = {}): AuditEntry =>
  page(url, `<title>${title}</title>${head}${prose(20, url)}`, known);

describe('page/title-missing', () => {
  it('is an empty title, or none', async () => {
    expect(await found('page/title-missing', [titled(A, ' \n'), titled(B, 'B')])).toEqual([A]);
  });

  it.each([
    ['marked noindex', titled(A, '', '<meta name="robots" content="noindex">')],
    ['a duplicate', titled(A, '', canonical(B))],
    ['on its way to another', titled(A, '', '<meta http-equiv="refresh" content="0; url=/b">')],
    ['not read as HTML', entry(A)],
    ['a file of another type', titled(A, '', '', { contentType: 'text/plain' })],
  ])('is not reported on a page that is %s', async (_, other) => {
    expect(await found('page/title-missing', [other, titled(B, 'B')])).toEqual([]);
  });
});

describe('page/title-duplicate', () => {
  it('is one finding with all pages; another letter case is another title', async () => {
    const entries = [titled(A, 'Brooms'), titled(B, 'Brooms'), titled('https://example.com/c', 'brooms')];
    const { severity, evidence, related } = await finding('page/title-duplicate', entries);
    expect([severity, evidence, related]).toEqual(['info', { text: 'Brooms', pages: 2 }, [A, B]]);
  });

  it('is reported for pages with a canonical URL that search engines ignore', async () => {
    const local = 'file:///usr/share/doc/a.html';
    const known = { aliasBy: 'canonical', aliasOf: entry(local).key } as const;
    const both = [A, B].map((url) => titled(url, 'Brooms', canonical(local), known));
    expect(await found('page/title-duplicate', both)).toEqual([A]);
  });

  it.each([
    ['on another host', titled('https://example.org/a', 'Brooms')],
    ['in another language', page(B, `<html lang="de"><title>Brooms</title>${prose(20, B)}`)],
    ['in the folder of another language', titled('https://example.com/pt-BR/a', 'Brooms')],
    ['named after another language', titled('https://example.com/a.de.html', 'Brooms')],
    ['that names the other', titled(B, 'Brooms', canonical(A))],
    ['of the same list', titled(`${A}?page=2`, 'Brooms')],
    ['of the same list by its links', titled(B, 'Brooms', '<link rel="prev" href="/a">')],
    ['after a page of the list that was not fetched', titled(B, 'Brooms', '<link rel="prev" href="/c">')],
    ['with the same text', page(B, `<title>Brooms</title>${prose(20, A)}`)],
    ['that differs in its trailing slash', page(`${A}/`, `<title>Brooms</title>${prose(20, A)}`)],
    ['that is marked noindex', titled(B, 'Brooms', '<meta name="robots" content="noindex">')],
    ['that is a missing page', titled(B, '404 Not Found')],
  ])('is not shared with a page %s', async (_, other) => {
    expect(await found('page/title-duplicate', [titled(A, 'Brooms'), other])).toEqual([]);
  });
});

describe('the chapters of a book', () => {
  it('share titles that their neighbours do not have', async () => {
    const chapter = (url: string, title: string, prev: string): AuditEntry =>
      titled(url, title, `<link rel="prev" href="${prev}">`);
    const C = 'https://example.com/c';
    expect(
      await found('page/title-duplicate', [titled(A, 'Models'), chapter(B, 'Fields', A), chapter(C, 'Models', B)]),
    ).toEqual([A]);
  });

  it('have titles', async () => {
    const untitled = titled(B, '', '<link rel="prev" href="/a">');
    expect(await found('page/title-missing', [titled(A, 'Models'), untitled])).toEqual([B]);
  });
});

describe.each([
  [
    'page/description-duplicate',
    (text: string) => `<meta name="description" content="${text.padEnd(text === ' ' ? 1 : 30, ' and more')}">`,
  ],
  ['page/h1-duplicate', (text: string) => `<h1>${text}</h1>`],
])('%s', (rule, html) => {
  it('is one finding with all pages', async () => {
    const entries = [titled(A, 'A', html('Brooms')), titled(B, 'B', html('Brooms'))];
    expect((await finding(rule, entries)).related).toEqual([A, B]);
  });

  it('is not reported for pages without one, or with an empty one', async () => {
    expect(await found(rule, [titled(A, 'A'), titled(B, 'B')])).toEqual([]);
    expect(await found(rule, [titled(A, 'A', html(' ')), titled(B, 'B', html(' '))])).toEqual([]);
  });
});

it('a short description and a heading that is the name of the site may be on several pages', async () => {
  const described = (url: string) => titled(url, url, '<meta name="description" content="ln(2)">');
  expect(await found('page/description-duplicate', [described(A), described(B)])).toEqual([]);
  const headed = (url: string, title: string) => titled(url, title, '<h1>The Broom Book</h1>');
  expect(
    await found('page/h1-duplicate', [headed(A, 'Ash - The Broom Book'), headed(B, 'Straw - The Broom Book')]),
  ).toEqual([]);
  expect(await found('page/h1-duplicate', [headed(A, 'The Broom Book'), headed(B, 'Straw')])).toEqual([A]);
});
