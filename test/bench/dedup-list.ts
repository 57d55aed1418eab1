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

function linksOf(page: string, base: string): readonly string[] {
  return Array.from(page.matchAll(/<a[^>]*?\shref="([^"]*)"/g), ([, href = '']) => {
    const url = resolve(href.replaceAll('&amp;', '&'), base);
    return url instanceof UrlError ? '' : url;
  }).filter((url) => url !== '');
}
