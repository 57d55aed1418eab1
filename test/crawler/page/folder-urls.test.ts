/** Covers: crawler/page/folder-urls.ts, crawler/page/source.ts */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDocument } from '../../../crawler/page/document.ts';
import { FolderUrls, isOfFolder } from '../../../crawler/page/folder-urls.ts';
import { resolveReference } from '../../../crawler/reference.ts';
import { UrlError } from '../../../src/url/error.ts';
import { parseUrl } from '../../../src/url/parse.ts';
import { Resolver, resolve } from '../../../src/url/resolve.ts';

const PIECES = [
  ...'ab1_.:/\\?#@%&= \t\n'.split(''),
  '..',
  './',
  '//',
  '/',
  'http:',
  'https:',
  '%2e',
  'ann:pw@',
  'é',
  '\ud800',
];
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join(''));
const anyReference = fc.oneof(anyText, fc.constantFrom('../a', './a', 'a/b.html', '/a', '..', '.', 'b?q#f', '//h/a'));
const anyFolder = fc.constantFrom('/', '/a/', '/a/b/', '/a//', '/a/../', '/a%2fb/');
const anyOrigin = fc.constantFrom('http://h', 'HTTP://h:80', 'https://h', 'http:\\\\h', 'http:h');
const anyFile = fc.constantFrom('', 'x', 'x.html?q=1#f', '?q', '#f', 'x?a/b');

function resolverOf(url: string): Resolver {
  const base = parseUrl(url);
  if (base instanceof UrlError) throw base;
  return new Resolver(base);
}

test('a reference of a folder leads to the same URL from each of its pages', () => {
  let count = 0;
  fc.assert(
    fc.property(anyReference, anyOrigin, anyFolder, anyFile, anyFile, (reference, origin, folder, one, other) => {
      fc.pre(isOfFolder(reference));
      const resolvers = [one, other].map((file) => resolverOf(`${origin}${folder}${file}`));
      const [first, second] = resolvers.map((resolver) => resolveReference(reference, resolver));
      if (resolvers[0]?.folder === resolvers[1]?.folder) count++;
      else return;
      expect(first).toBe(second);
    }),
    { numRuns: 20_000 },
  );
  expect(count).toBeGreaterThan(10_000);
});

test('links of pages that are read one after another lead where each page alone leads', () => {
  const anyPage = fc.tuple(anyOrigin, anyFolder, anyFile, fc.array(anyReference, { maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(anyPage, { maxLength: 8 }), (pages) => {
      for (const [origin, folder, file, references] of pages) {
        const url = `${origin}${folder}${file}`;
        const { resolve: absolute } = readDocument(url, { headers: { 'content-type': 'text/plain' }, body: null });
        for (const reference of references) {
          if (/[@:]/.test(reference)) continue;
          const expected = resolve(reference, url);
          expect(absolute(reference)).toBe(expected instanceof UrlError ? null : expected);
        }
      }
    }),
    { numRuns: 3000 },
  );
});

test('four folders are remembered, the first one is forgotten first', () => {
  const urls = new FolderUrls();
  for (let n = 0; n < 5; n++) urls.note(`http://h/${n}/`, 'a', `http://h/${n}/a`);
  const found = Array.from({ length: 5 }, (_, n) => urls.find(`http://h/${n}/`, 'a'));
  expect(found).toEqual([undefined, 'http://h/1/a', 'http://h/2/a', 'http://h/3/a', 'http://h/4/a']);
});

test('long and many references are not remembered', () => {
  const urls = new FolderUrls();
  const long = 'a'.repeat(501);
  urls.note('http://h/', long, 'http://h/a');
  urls.note('http://h/', 'long', `http://h/${long}`);
  for (let n = 0; n < 3000; n++) urls.note('http://h/', `${n}`, `http://h/${n}`);
  const names = [long, 'long', '1999', '2000'];
  expect(names.map((name) => urls.find('http://h/', name))).toEqual([undefined, undefined, 'http://h/1999', undefined]);
});
