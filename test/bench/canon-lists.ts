import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Parser } from 'htmlparser2';
import { LISTS } from '../fixtures/lists.ts';

export interface UrlList {
  readonly name: string;
  readonly urls: readonly string[];
}

/** The lists of the tests, or whole ones of the same names. */
const FOLDER = env['LISTS'] ?? fileURLToPath(LISTS);
const BOOKMARKS = ['chromium_nested', 'delicious', 'firefox_nested', 'shaarli'].map((name) => `bookmarks-${name}.htm`);

/** Links as people keep them. */
export function realLists(): readonly UrlList[] {
  return [
    { name: 'feeds', urls: readList('smallweb.txt').trim().split('\n') },
    { name: 'books', urls: matches('free-programming-books.md', /\]\((https?:[^)\s]+)\)/g) },
    { name: 'referrers', urls: matches('apache_logs.log', /"(https?:[^"\s]+)"/g) },
    { name: 'blogs', urls: ['hn-personal-blogs.opml', ...BOOKMARKS].flatMap(linksOf) },
  ];
}

/** URLs of which each needs several passes. */
export function dirtyList(count: number): UrlList {
  const urls = Array.from(
    { length: count },
    (_, i) => `HTTP://www.Example${i % 97}.com:80/%7euser/./a/../${i}.html?utm_source=x&id=${i}&b=%c3%a9#top`,
  );
  return { name: 'dirty', urls };
}

/** The text of one of the lists. */
export function readList(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

function matches(file: string, pattern: RegExp): readonly string[] {
  return Array.from(readList(file).matchAll(pattern), (match) => match[1] ?? '');
}

/** What OPML and Netscape bookmark files link to. */
function linksOf(file: string): readonly string[] {
  const urls: string[] = [];
  const parser = new Parser({
    onopentag(_, { href, htmlurl, xmlurl }) {
      for (const url of [href, htmlurl, xmlurl]) if (url !== undefined) urls.push(url);
    },
  });
  parser.end(readList(file));
  return urls;
}
