import { join } from 'node:path';
import { links, redirect, respond, site } from '../crawler/web.ts';
import { dustpan, temporaryFolder } from './dustpan.ts';

const HTML = { 'content-type': 'text/html' };

/** A crawl of a small site in which everything that can become of a URL does. */
export interface Crawled {
  readonly database: string;
  readonly folder: string;
  readonly origin: string;
  /** Text with `http://h` in place of the site's origin, whose port is another each time. */
  readonly plain: (text: string) => string;
}

const PAGES = {
  '/robots.txt': 'User-agent: *\nDisallow: /private\n',
  '/': links(
    '/a',
    '/a#top',
    '/a?utm_source=x',
    '/old',
    '/p?id=1&x',
    '/private',
    '/missing',
    '/loop',
    '/deep',
    '/b.pdf',
    'http://ann:secret@127.0.0.1/x',
    'mailto:=cmd@example.com',
    'http://[',
    '/\u001b]0;x\u0007?="<\'>',
  ),
  '/a': respond(200, { ...HTML, 'last-modified': 'Fri, 13 Nov 2026 11:12:04 GMT' }, links('/')),
  '/old': redirect(302, '/older'),
  '/older': redirect(301, '/new'),
  '/new': links(),
  '/p?id=1&x': respond(200, { ...HTML, link: '</a>; rel="canonical"' }, links()),
  '/loop': redirect(301, '/pool'),
  '/pool': redirect(301, '/loop'),
  '/deep': links('/deeper'),
  '/deeper': links('/deepest'),
  '/b.pdf': respond(200, { 'content-type': 'application/pdf' }, '%PDF'),
  '/%1B]0;x%07?=%22%3C%27%3E': respond(200, HTML, '<title>\u001b[2J=1+1</title>'),
} as const;

/** Crawls it with one fetch at a time, so that all is found in one order. */
export async function crawled(...args: readonly string[]): Promise<Crawled> {
  const web = await site(PAGES);
  const folder = temporaryFolder();
  const database = join(folder, 'a.dustpan');
  const flags = ['--db', database, '--depth', '2', '--retries', '0', '--concurrency', '1', ...args];
  const { code, stderr } = await dustpan(['crawl', `${web.origin}/`, ...flags], '', folder);
  if (code !== 0) throw new Error(stderr);
  return { database, folder, origin: web.origin, plain: (text) => text.replaceAll(web.origin, 'http://h') };
}
