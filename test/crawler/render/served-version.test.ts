import { expect, test } from 'vitest';
import { type PageDocument, readDocument } from '../../../crawler/page/document.ts';
import { servedVersion } from '../../../crawler/render/served-version.ts';

function page(html: string): PageDocument {
  return readDocument('https://example.com/', { headers: {}, body: Buffer.from(html) });
}

test('only what differs is kept of the served page, with the numbers of links and words', () => {
  const served = page('<title>Shop</title><link rel="canonical" href="/a"><p>Two words <a href="/b">');
  const rendered = page('<title>Brooms</title><link rel="canonical" href="/a"><p>x <a href="/c"></a><a href="/d">');
  expect(servedVersion(served, rendered)).toEqual({
    title: 'Shop',
    words: 2,
    links: 1,
    added: { links: 2, first: 'https://example.com/c' },
  });
});

test('declarations that scripts add or remove are kept as they were', () => {
  const served = page('<meta name="robots" content="noindex"><link rel="alternate" hreflang="de" href="/de">');
  const rendered = page('<title>x</title><link rel="canonical" href="/a">');
  expect(servedVersion(served, rendered)).toEqual({
    title: null,
    robots: [{ from: 'meta', agent: null, directives: ['noindex'] }],
    canonicals: [],
    alternates: [{ language: 'de', url: 'https://example.com/de' }],
    words: 0,
    links: 0,
    added: { links: 0, first: null },
  });
});

test('the same page has no differences, wherever its tags are', () => {
  const html = '<link rel="canonical" href="/a"><title>x</title><a href="/b">b</a>';
  expect(servedVersion(page(html), page(`<!doctype html>\n\n${html}`))).toEqual({
    words: 1,
    links: 1,
    added: { links: 0, first: null },
  });
});

test('a link that scripts add loses its password', () => {
  const { added } = servedVersion(page(''), page('<a href="https://ann:secret@example.org/">'));
  expect(added).toEqual({ links: 1, first: 'https://example.org/' });
});
