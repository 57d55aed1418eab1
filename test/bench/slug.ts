import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAscii } from '../../src/slug/text.ts';
import { readList } from './canon-lists.ts';
import { median, timed } from './measure.ts';

const NAMES = 1_000_000;
const ROUNDS = 5;
const main = join(import.meta.dirname, '../../src/cli/main.ts');
const FORMS = [
  ['--form', 'wikidot'],
  ['--form', 'wikijump'],
  ['--form', 'hippo'],
  ['--form', 'hippo', '--variant', 'upstream'],
];

/** Names/s of `dustpan slug` in a pipe, start and end of the process included, beside `cat`, which only moves the bytes. */
export async function benchSlug(print: (line: string) => void): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    for (const [title, names] of Object.entries(lists())) {
      const file = join(home, 'names.txt');
      writeFileSync(file, linesOf(names));
      for (const form of FORMS) {
        const ours = rates(() => pipe(process.execPath, [main, 'slug', ...form], file, join(home, 'slugs.txt')));
        print(`${title}, dustpan slug ${form.join(' ')}: ${ours}`);
      }
      print(`${title}, cat: ${rates(() => pipe('cat', [], file, join(home, 'copy.txt')))}`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Titles of books and courses in some forty languages. */
function lists(): Readonly<Record<string, readonly string[]>> {
  const words = ['User', 'Curated', 'Lists', 'of', 'the', 'Proposal', 'Größe', 'Café', 'Guide', 'Special', 'Report'];
  const generated = Array.from({ length: 50_000 }, (_, i) => {
    const [first, second, third] = [i, i >> 3, i >> 6].map((at) => words[at % words.length]);
    return `${first} ${second} ${third} (${i})`;
  });
  const titles = Array.from(
    readList('free-programming-books.md').matchAll(/\[([^\]\n]+)\]\(http/g),
    (match) => match[1] ?? '',
  );
  return { generated, titles, 'titles in ASCII': titles.filter(isAscii) };
}

/** All names, one after the other, over and over. */
function linesOf(names: readonly string[]): string {
  return `${Array.from({ length: NAMES }, (_, index) => names[index % names.length] ?? '').join('\n')}\n`;
}

function rates(work: () => void): string {
  const times = Array.from({ length: ROUNDS }, () => timed(work));
  const rate = (ms: number): string => `${(NAMES / ms / 1000).toFixed(2)}M`;
  return `${rate(median(times))} names/s, at best ${rate(Math.min(...times))}`;
}

function pipe(command: string, args: readonly string[], from: string, to: string): void {
  const [input, output] = [openSync(from, 'r'), openSync(to, 'w')];
  const { status } = spawnSync(command, args, { stdio: [input, output, 'ignore'] });
  closeSync(input);
  closeSync(output);
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}
