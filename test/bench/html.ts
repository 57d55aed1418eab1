import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { load } from 'cheerio';
import { Parser } from 'htmlparser2';
import { readPage } from '../../crawler/page/html/html.ts';

const DOCUMENTATION: readonly { name: string; root: string; every: number }[] = [
  { name: 'PostgreSQL 15 docs', root: '/usr/share/doc/postgresql-doc-15/html', every: 1 },
  { name: 'Python 3.11 docs', root: '/usr/share/doc/python3.11/html', every: 4 },
];

/** Each reads a page and gives the number of its different links, so that all can be seen to do the same. */
const READERS: readonly { name: string; countLinks: (html: string) => number }[] = [
  { name: 'dustpan readPage', countLinks: (html) => readPage(html).links.size },
  { name: 'htmlparser2 Parser', countLinks: countWithParser },
  { name: 'cheerio load, select', countLinks: countWithCheerio },
];

const ROUNDS = 3;
/** As many times the work for twice the page would be 2; quadratic work shows as 4. */
const GROWTH: readonly { name: string; page: (length: number) => string }[] = [
  { name: 'nested div', page: (length) => '<div>'.repeat(length / 5) },
  { name: 'nested svg, ends of math', page: (length) => `${'<svg>'.repeat(1000)}${'</math>'.repeat(length / 7)}` },
  { name: 'references in a title', page: (length) => `<title>${'&amp;'.repeat(length / 5)}` },
  { name: 'attributes of one tag', page: (length) => `<a ${'href=x '.repeat(length / 7)}>` },
];

/** Pages and megabytes a second of reading a page, beside the libraries it stands on, and how time grows with length. */
export async function benchHtml(print: (line: string) => void): Promise<void> {
  for (const { name, root, every } of DOCUMENTATION) {
    if (!existsSync(root)) {
      print(`${name}: skipped, not installed at ${root}`);
      continue;
    }
    const files = globSync('**/*.html', { cwd: root }).filter((_, at) => at % every === 0);
    await benchReaders(
      name,
      files.map((file) => readFileSync(join(root, file), 'utf8')),
      print,
    );
  }
  for (const { name, page } of GROWTH) {
    const [once, twice] = [page(1_000_000), page(2_000_000)].map((html) => fastest(() => readPage(html)));
    print(
      `${name}: 1 MB in ${ms(once)}, 2 MB in ${ms(twice)}, ${((twice ?? 0) / (once ?? 1)).toFixed(1)} times the time`,
    );
  }
}

async function benchReaders(name: string, pages: readonly string[], print: (line: string) => void): Promise<void> {
  const megabytes = pages.reduce((sum, html) => sum + html.length, 0) / 1e6;
  print(`${name}: ${pages.length} pages, ${megabytes.toFixed(1)} MB`);
  for (const reader of READERS) {
    let links = 0;
    const seconds = fastest(() => {
      links = pages.reduce((sum, html) => sum + reader.countLinks(html), 0);
    });
    const rates = `${(pages.length / seconds).toFixed(0)} pages/s, ${(megabytes / seconds).toFixed(1)} MB/s`;
    print(`  ${reader.name.padEnd(20)} ${rates}, ${links} links`);
    await setImmediate();
  }
}

/** Seconds of the fastest of a few runs: the one that other work on the machine disturbed least. */
function fastest(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    run();
    best = Math.min(best, (performance.now() - start) / 1000);
  }
  return best;
}

function ms(seconds = 0): string {
  return `${(seconds * 1000).toFixed(0)} ms`;
}

function countWithParser(html: string): number {
  const links = new Set<string>();
  const parser = new Parser({
    onopentag(name, attributes) {
      if ((name === 'a' || name === 'area') && attributes['href'] !== undefined) links.add(attributes['href']);
    },
  });
  parser.end(html);
  return links.size;
}

function countWithCheerio(html: string): number {
  const $ = load(html, { scriptingEnabled: false });
  $('link[rel~=canonical]').attr('href');
  $('title').text();
  return new Set($('a[href], area[href]').map((_, { attribs }) => attribs['href'])).size;
}
