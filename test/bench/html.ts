import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuUsage } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { load } from 'cheerio';
import { Parser } from 'htmlparser2';
import { sniffEncoding, utf8Of } from '../../crawler/page/charset.ts';
import { readPage } from '../../crawler/page/html/html.ts';
import { median } from './measure.ts';

const DOCUMENTATION: readonly { name: string; root: string }[] = [
  { name: 'PostgreSQL 15 docs', root: '/usr/share/doc/postgresql-doc-15/html' },
  { name: 'Python 3.11 docs', root: '/usr/share/doc/python3.11/html' },
];

/** Each reads a page and gives the number of its different links, so that all can be seen to do the same. */
const READERS: readonly { name: string; countLinks: (body: Buffer) => number }[] = [
  { name: 'dustpan readPage', countLinks: (body) => readPage(utf8Of(body, sniffEncoding(body, null))).links.size },
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

/** What reading a page takes, beside a tokenizer alone and a parser, and how time grows with length. */
export async function benchHtml(print: (line: string) => void): Promise<void> {
  for (const { name, root } of DOCUMENTATION) {
    if (!existsSync(root)) {
      print(`${name}: skipped, not installed at ${root}`);
      continue;
    }
    const bodies = globSync('**/*.html', { cwd: root }).map((file) => readFileSync(join(root, file)));
    await benchReaders(name, bodies, print);
  }
  for (const { name, page } of GROWTH) {
    const pages = [page(1_000_000), page(2_000_000)].map((html) => Buffer.from(html));
    const [once, twice] = pages.map((bytes) => fastest(() => readPage(bytes)));
    print(
      `${name}: 1 MB in ${ms(once)}, 2 MB in ${ms(twice)}, ${((twice ?? 0) / (once ?? 1)).toFixed(1)} times the time`,
    );
  }
}

async function benchReaders(name: string, bodies: readonly Buffer[], print: (line: string) => void): Promise<void> {
  const megabytes = bodies.reduce((sum, body) => sum + body.length, 0) / 1e6;
  print(`${name}: ${bodies.length} pages, ${megabytes.toFixed(1)} MB`);
  const rows = READERS.map((reader) => ({ ...reader, times: [] as number[], links: 0 }));
  // In turn, so that other work on the machine disturbs all of them alike. The first round compiles.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const row of rows) {
      const before = cpuUsage();
      row.links = bodies.reduce((sum, body) => sum + row.countLinks(body), 0);
      const { user, system } = cpuUsage(before);
      if (round > 0) row.times.push((user + system) / 1e6);
      await setImmediate();
    }
  }
  const own = median(rows[0]?.times ?? []);
  for (const row of rows) {
    const seconds = median(row.times);
    const each = `${((seconds * 1000) / bodies.length).toFixed(3)} ms a page`;
    print(
      `  ${row.name.padEnd(20)} ${each}, ${(megabytes / seconds).toFixed(0)} MB/s, ${(seconds / own).toFixed(1)} times the time, ${row.links} links`,
    );
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

function countWithParser(body: Buffer): number {
  const links = new Set<string>();
  const parser = new Parser({
    onopentag(name, attributes) {
      if ((name === 'a' || name === 'area') && attributes['href'] !== undefined) links.add(attributes['href']);
    },
  });
  parser.end(body.toString());
  return links.size;
}

function countWithCheerio(body: Buffer): number {
  const $ = load(body.toString(), { scriptingEnabled: false });
  $('link[rel~=canonical]').attr('href');
  $('title').text();
  return new Set($('a[href], area[href]').map((_, { attribs }) => attribs['href'])).size;
}
