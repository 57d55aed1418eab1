import { compile } from '../../src/index.ts';
import { tableLine, timed } from './measure.ts';

const LENGTHS = [10, 100, 1000, 10_000, 100_000, 1_000_000];
/** URLs of (nearly) any length that give each part of the canonicalizer as much to do as they can. */
const SHAPES: readonly { readonly name: string; readonly start: string; readonly unit: string }[] = [
  { name: 'clean path', start: 'http://a.b/', unit: 'directory/' },
  { name: 'path of escapes', start: 'http://a.b/', unit: '%c3%A9' },
  { name: 'escapes to decode', start: 'http://a.b/', unit: '%7e' },
  { name: 'lone %', start: 'http://a.b/', unit: '%' },
  { name: 'letters to encode', start: 'http://a.b/', unit: 'é' },
  { name: 'dot segments down', start: 'http://a.b/', unit: 'a/../' },
  { name: 'dot segments up', start: 'http://a.b/', unit: 'a/./' },
  { name: 'many parameters', start: 'http://a.b/?a', unit: '&name=value' },
  { name: 'tracking parameters', start: 'http://a.b/?a', unit: '&utm_source=a' },
  { name: 'path parameters', start: 'http://a.b/a', unit: ';jsessionid=1' },
  { name: 'empty parameters', start: 'http://a.b/?a', unit: '&' },
  { name: 'slashes in the path', start: 'http://a.b/', unit: '/' },
  { name: 'long fragment', start: 'http://a.b/#', unit: '/é' },
  { name: 'long host', start: 'http://a', unit: '.label' },
  { name: 'long host of capitals', start: 'http://A', unit: '.LABEL' },
  { name: 'international host', start: 'http://', unit: 'é.' },
  { name: 'many @', start: 'http://u', unit: '@a.b' },
  { name: 'tabs', start: 'http://a.b/', unit: 'a\t' },
  { name: 'slashes', start: 'http:', unit: '/' },
];

const ROUNDS = 5;
/** Characters that a round canonicalizes at least, so that short URLs take long enough to measure. */
const CHARACTERS = 200_000;
/** Ten times the length in more than fifteen times the time is more than linear; below this length there is a fast path. */
const SUPERLINEAR = 15;
const LONG = 10_000;

/** µs for a URL as its length grows, and by how much it grows at most for ten times the length of a long one. */
export function benchGrowth(print: (line: string) => void): void {
  const { canonicalize } = compile();
  print(tableLine(['µs at length', ...LENGTHS.map(String), 'at most'], WIDTH));
  for (const { name, start, unit } of SHAPES) {
    const times = LENGTHS.map((length) => microseconds(canonicalize, urlOfLength(start, unit, length)));
    const long = times.slice(LENGTHS.indexOf(LONG));
    const growth = Math.max(...long.slice(1).map((time, index) => time / (long[index] ?? Number.NaN)));
    print(tableLine([name, ...times.map((time) => time.toPrecision(3)), `${growth.toFixed(1)}×`], WIDTH));
    if (growth > SUPERLINEAR) print(`  more than linear: ${name}`);
  }
}
const WIDTH = 11;

/** Of whole units, so that a longer one is more of the same and nothing else. */
function urlOfLength(start: string, unit: string, length: number): string {
  const count = Math.max(1, Math.round((length - start.length) / unit.length));
  return Buffer.from(start + unit.repeat(count)).toString();
}

function microseconds(canonicalize: (url: string) => unknown, url: string): number {
  const repetitions = Math.ceil(CHARACTERS / url.length);
  const run = (): void => {
    for (let i = 0; i < repetitions; i++) canonicalize(url);
  };
  run();
  const times = Array.from({ length: ROUNDS }, () => timed(run));
  // The fastest: the one that other work on the machine disturbed least.
  return (Math.min(...times) / repetitions) * 1000;
}
