import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { resolve, UrlError } from '../../src/index.ts';

/** Debian's package rust-doc: 32,101 pages with some two million links. */
const PAGES = '/usr/share/doc/rust-doc/html';
const ORIGIN = 'https://doc.rust-lang.org/';

/** Writes all links of the pages, resolved, a line each, page after page; how many there are, null where there are no pages. */
export async function writeLinks(path: string): Promise<number | null> {
  if (!existsSync(PAGES)) return null;
  const output = createWriteStream(path);
  let count = 0;
  for (const file of readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.html')) continue;
    const links = linksOf(readFileSync(join(PAGES, file), 'utf8'), ORIGIN + file);
    count += links.length;
    if (links.length > 0 && !output.write(`${links.join('\n')}\n`)) await new Promise((go) => output.once('drain', go));
  }
  output.end();
  await finished(output);
  return count;
}

const HOSTS = join(import.meta.dirname, '../fixtures/lists/smallweb.txt');
const DISTINCT = 5_000_000;

/**
 * Writes distinct links without an order: each has a host of a real list, and a path of the first list.
 *
 * @param links the list of `writeLinks`
 */
export async function writeDistinctLinks(path: string, links: string): Promise<number> {
  const origins = distinct(readFileSync(HOSTS, 'utf8').match(/^https?:\/\/[a-z0-9.-]+/gm) ?? []);
  const pages = readFileSync(links, 'utf8').match(/(?<=https:\/\/doc\.rust-lang\.org)\/[^\n#]*/g) ?? [];
  const paths = distinct(pages);
  const output = createWriteStream(path);
  // A step that is prime to the number of pairs meets each pair once.
  for (let count = 0, pair = 0; count < DISTINCT; count += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, () => {
      pair = (pair + STEP) % (origins.length * paths.length);
      return `${origins[pair % origins.length]}${paths[Math.floor(pair / origins.length)]}\n`;
    });
    if (!output.write(rows.join(''))) await new Promise((go) => output.once('drain', go));
  }
  output.end();
  await finished(output);
  return DISTINCT;
}

/** How links to one page differ. */
const SPELLINGS: readonly ((link: string) => string)[] = [
  (link) => link,
  (link) => `${link}#top`,
  (link) => `${link}?utm_source=feed`,
  (link) =>
    link.replace(/^(https?):\/\/([^/]+)/, (_, scheme, host) => `${scheme.toUpperCase()}://${host.toUpperCase()}`),
  (link) => link.replace(/^http(s?):\/\/[^/]+/, (origin, secure) => `${origin}:${secure === '' ? 80 : 443}/.`),
];

/**
 * Writes links in several spellings, first all in one, then all in the next.
 *
 * @param links the list of `writeDistinctLinks`
 */
export async function writeSpellings(path: string, links: string): Promise<number> {
  const some = readFileSync(links, 'utf8').split('\n', DISTINCT / SPELLINGS.length);
  const output = createWriteStream(path);
  for (const spelling of SPELLINGS) output.write(`${some.map(spelling).join('\n')}\n`);
  output.end();
  await finished(output);
  return SPELLINGS.length * some.length;
}

/** A prime number. */
const STEP = 433_494_437;
const AT_ONCE = 10_000;

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function linksOf(page: string, base: string): readonly string[] {
  return Array.from(page.matchAll(/<a[^>]*?\shref="([^"]*)"/g), ([, href = '']) => {
    const url = resolve(href.replaceAll('&amp;', '&'), base);
    return url instanceof UrlError ? '' : url;
  }).filter((url) => url !== '');
}
