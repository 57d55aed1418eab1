import { describe, expect, test } from 'vitest';
import { RULES } from '../../src/audit/rules/index.ts';
import { compile, PROFILES } from '../../src/index.ts';
import { FORMATS } from '../../src/lists/formats/index.ts';
import { readPage } from './markdown.ts';

const README = readPage('README.md');

describe('the README', () => {
  test('has at most 9 KB', () => {
    expect(Buffer.byteLength(README)).toBeLessThanOrEqual(9 * 1024);
  });

  test.each(['README.md', 'docs/canonicalize.md'])('%s shows what each profile makes of a URL', (file) => {
    const page = readPage(file);
    const [, url = ''] = /`(HTTP:\/\/www\.Example\.com[^`]+)`/.exec(page) ?? [];
    for (const { name } of PROFILES) {
      const row = rowsOf(page).find((cells) => cells[0]?.startsWith(`\`${name}\``));
      expect(row?.at(-1)?.replaceAll('`', '')).toEqual(compile({ profile: name }).canonicalize(url));
    }
  });

  test('has the measured figures of the page on performance', () => {
    const measured = rowsOf(readPage('docs/performance.md'));
    const shown = rowsOf(README.slice(README.indexOf('npm run bench --')));
    expect(shown.length).toBeGreaterThan(2);
    expect(measured).toEqual(expect.arrayContaining([...shown]));
  });

  test('has the figures of the demo', () => {
    const demo: Demo = JSON.parse(readPage('test/demo/golden/demo.json'));
    const figures = demo.crawlers.map(({ requests, again, lost }) => [requests, again, lost].map(grouped));
    const rows = rowsOf(README).map((cells) => cells.slice(1));
    expect(rows).toEqual(expect.arrayContaining(figures));
    expect(README).toContain(`, ${demo.pages} pages`);
    expect(README).toContain(`, ${demo.crawlers.at(-1)?.probes} probe requests included`);
  });

  test('has the figures of the calibration', () => {
    const [, confirmed = '', wrong = ''] =
      rowsOf(readPage('docs/safe-merges.md')).find(([kind]) => kind === 'all') ?? [];
    expect(README).toContain(`${wrong.split(' ')[0]} of ${grouped(Number(confirmed))} confirmed facts were false`);
  });

  test('counts the rules and formats', () => {
    expect(README).toContain(`\n${RULES.length} rules check `);
    expect(FORMATS).toHaveLength(12);
    expect(README).toContain('\nTwelve formats,');
  });
});

interface Demo {
  readonly pages: number;
  readonly crawlers: readonly {
    readonly requests: number;
    readonly again: number;
    readonly lost: number;
    readonly probes: number;
  }[];
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

/** The cells of all tables of a page, without heads of tables and rules. */
function rowsOf(page: string): readonly (readonly string[])[] {
  const lines = page.split('\n');
  return lines
    .filter((line, index) => line.startsWith('| ') && !lines[index + 1]?.startsWith('|--'))
    .map((line) => line.slice(2, -2).split(' | '));
}
