import { compile, UrlError } from '../../src/index.ts';
import type { UrlList } from './canon-lists.ts';
import { median, tableLine, timed } from './measure.ts';

const { canonicalize, canonicalizeMany } = compile();
const LINES = 100_000;
const ROUNDS = 15;

/** Lines/s of `canonicalizeMany`, and how many times the time a caller with bytes takes to do the same with strings. */
export function benchMany(lists: readonly UrlList[], print: (line: string) => void): void {
  const files = lists.map(({ name, urls }) => ({ name, bytes: linesOf(urls) }));
  for (const { bytes } of files) measure(bytes, 2);
  print(tableLine(['bytes, 100,000 lines', 'canonicalizeMany', 'canonicalize'], WIDTH));
  for (const { name, bytes } of files) {
    if (!byStrings(bytes).equals(canonicalizeMany(bytes))) throw new Error(`${name} differs`);
    const pairs = measure(bytes, ROUNDS);
    const rate = `${Math.round(LINES / median(pairs.map(([many]) => many)))}k/s`;
    const ratio = median(pairs.map(([many, strings]) => strings / many));
    print(tableLine([name, rate, `${ratio.toFixed(2)}×`], WIDTH));
  }
}
const WIDTH = 18;

function linesOf(urls: readonly string[]): Buffer {
  return Buffer.from(Array.from({ length: LINES }, (_, index) => `${urls[index % urls.length] ?? ''}\n`).join(''));
}

function measure(bytes: Buffer, rounds: number): readonly (readonly [many: number, strings: number])[] {
  return Array.from({ length: rounds }, () => [timed(() => canonicalizeMany(bytes)), timed(() => byStrings(bytes))]);
}

function byStrings(bytes: Buffer): Buffer {
  const lines = bytes.toString().split('\n').map(lineOf);
  return Buffer.from(lines.join('\n'));
}

function lineOf(line: string): string {
  const url = canonicalize(line);
  return url instanceof UrlError ? '' : url;
}
