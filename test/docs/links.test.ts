import { existsSync, globSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, markdownFiles, proseOf, ROOT, readPage } from './markdown.ts';

const FILES = markdownFiles();

describe('links between the pages', () => {
  test.each(FILES)('%s', (file) => {
    const targets = [...proseOf(readPage(file)).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(
      ([, to = '']) => to,
    );
    expect(targets.filter((target) => !leadsSomewhere(file, target))).toEqual([]);
  });

  test('lead to every page', () => {
    const linked = new Set(
      FILES.flatMap((file) =>
        [...proseOf(readPage(file)).matchAll(/\]\(([^)#\s]+)/g)].map(([, to = '']) =>
          relative(ROOT, join(ROOT, dirname(file), to)),
        ),
      ),
    );
    expect(FILES.filter((file) => file !== 'README.md' && !linked.has(file))).toEqual([]);
  });
});

/** Whether a relative link has a file, and its anchor a heading there. Other links count as good. */
function leadsSomewhere(from: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return true;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : relative(ROOT, join(ROOT, dirname(from), path));
  if (!existsSync(join(ROOT, file))) return false;
  // TypeDoc checks the anchors of the pages that it writes.
  if (anchor === undefined || from.startsWith('docs/api/')) return true;
  return statSync(join(ROOT, file)).isFile() && anchorsOf(readPage(file)).has(anchor);
}

test('the messages that the page on troubleshooting quotes are those of the program', () => {
  const sources = globSync('{src,db,crawler,config}/**/*.{ts,js}', { cwd: ROOT }).map((file) => readPage(file));
  const quotes = [...readPage('docs/troubleshooting.md').matchAll(/\*"([^"]+)"\*/g)].map(([, quote = '']) => quote);
  expect(quotes.length).toBeGreaterThan(5);
  expect(quotes.filter((quote) => !sources.some((source) => source.includes(quote)))).toEqual([]);
});
