import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';

export interface UrlList {
  readonly name: string;
  readonly urls: readonly string[];
}

const LISTS = join(import.meta.dirname, '../../../shared/lists');
const BOOKMARKS = ['chromium_nested', 'delicious', 'firefox_nested', 'shaarli'].map((name) => `bookmarks-${name}.htm`);

/** Links as people keep them, where the lists lie beside the repository; none otherwise. */
export function realLists(): readonly UrlList[] {
  if (!existsSync(LISTS)) return [];
  return [
    { name: 'feeds', urls: read('smallweb.txt').trim().split('\n') },
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

function read(file: string): string {
  return readFileSync(join(LISTS, file), 'utf8');
}

function matches(file: string, pattern: RegExp): readonly string[] {
  return Array.from(read(file).matchAll(pattern), (match) => match[1] ?? '');
}

/** What OPML and Netscape bookmark files link to. */
function linksOf(file: string): readonly string[] {
  const urls: string[] = [];
  const parser = new Parser({
    onopentag(_, { href, htmlurl, xmlurl }) {
      for (const url of [href, htmlurl, xmlurl]) if (url !== undefined) urls.push(url);
    },
  });
  parser.end(read(file));
  return urls;
}
