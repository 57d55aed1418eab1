import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../src/index.ts';
import { inTurn } from './measure.ts';

const LISTS = join(import.meta.dirname, '../../../shared/lists');

/** URLs/s of the profile `standard` beside the runtime's own `new URL(x).href`, which is C++ and folds less. */
export async function benchCanon(print: (line: string) => void): Promise<void> {
  const { canonicalize } = compile();
  for (const [name, urls] of Object.entries(lists(print))) {
    const [ours = 0, native = 0] = inTurn([() => urls.forEach(canonicalize), () => urls.forEach(href)], 9);
    const rate = (time: number): string => `${Math.round(urls.length / time)}k/s`;
    print(`${name} (${urls.length}): dustpan ${rate(ours)}, new URL ${rate(native)}: ${(native / ours).toFixed(2)}×`);
  }
}

function href(url: string): string | null {
  return URL.canParse(url) ? new URL(url).href : null;
}

function lists(print: (line: string) => void): Readonly<Record<string, readonly string[]>> {
  if (existsSync(LISTS)) return { ...realLists(), dirty: dirtyList(20_000) };
  print('skipped: the real lists are not here, only the generated one');
  return { dirty: dirtyList(20_000) };
}

function realLists(): Readonly<Record<string, readonly string[]>> {
  const read = (file: string): string => readFileSync(join(LISTS, file), 'utf8');
  return {
    feeds: read('smallweb.txt').trim().split('\n'),
    books: [...read('free-programming-books.md').matchAll(/\]\((https?:[^)\s]+)\)/g)].map((match) => match[1] ?? ''),
    referrers: [...read('apache_logs.log').matchAll(/"(https?:[^"\s]+)"/g)].map((match) => match[1] ?? ''),
  };
}

/** URLs of which each needs several passes. */
function dirtyList(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, i) => `HTTP://www.Example${i % 97}.com:80/%7euser/./a/../${i}.html?utm_source=x&id=${i}&b=%c3%a9#top`,
  );
}
