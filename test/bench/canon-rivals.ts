import { normalizeUrl as crawleeNormalizeUrl } from '@apify/utilities';
import normalizeUrl from 'normalize-url';
import { URL as WhatwgUrl } from 'whatwg-url';
import { compile } from '../../src/index.ts';
import type { UrlList } from './canon-lists.ts';
import { median, tableLine, timed } from './measure.ts';
import { minimalCanon } from './programs/minimal-canon.ts';

/** Canonicalizes one URL; where it has no answer, it throws or gives what is no string. */
type Canonicalize = (url: string) => unknown;

const { canonicalize } = compile();
interface Contender {
  readonly name: string;
  readonly canonicalize: Canonicalize;
  /**
   * URLs of a round at most. A round of 12,000 takes 0.8 ms if each takes 70 ns, and a third of it goes to caches that the other
   * contenders left cold.
   */
  readonly urls: number;
}

const FAST = 120_000;
const SLOW = 12_000;
const CONTENDERS: readonly Contender[] = [
  { name: 'dustpan', canonicalize, urls: FAST },
  { name: 'new URL', canonicalize: (url) => new URL(url).href, urls: FAST },
  { name: 'minimal', canonicalize: minimalCanon, urls: FAST },
  { name: 'normalize-url', canonicalize: (url) => normalizeUrl(url), urls: SLOW },
  // As its crawler calls it for the key of a request: without the fragment.
  { name: 'crawlee', canonicalize: (url) => crawleeNormalizeUrl(url, false), urls: SLOW },
  { name: 'whatwg-url', canonicalize: (url) => new WhatwgUrl(url).href, urls: SLOW },
];

const ROUNDS = 7;

/** URLs/s of dustpan on each list, and how many times the time others take for the same URLs. */
export function benchRivals(lists: readonly UrlList[], print: (line: string) => void): void {
  // All on all lists first, so that each meets every list with code that has seen the others.
  for (const { urls } of lists) measure(urls, 1);
  print(tableLine(['list (URLs)', 'dustpan/s', ...CONTENDERS.slice(1).map(({ name }) => name)], WIDTH));
  for (const { name, urls } of lists) {
    const [ours = [], ...others] = measure(urls, ROUNDS);
    const ratios = others.map((times) => median(times.map((time, round) => time / (ours[round] ?? Number.NaN))));
    const rate = `${Math.round(1 / median(ours))}k`;
    print(tableLine([`${name} (${urls.length})`, rate, ...ratios.map((ratio) => `${ratio.toFixed(2)}×`)], WIDTH));
    const distinct = [...new Set(urls)];
    const failures = CONTENDERS.map((contender) => `${contender.name} ${runAll(contender.canonicalize, distinct)}`);
    const some = failures.filter((failure) => !failure.endsWith(' 0'));
    if (some.length > 0) print(`  URLs without an answer: ${some.join(', ')}`);
  }
}
const WIDTH = 14;

/** The milliseconds a URL of each contender in each round; they take turns, so that a machine that slows down slows all. */
function measure(urls: readonly string[], rounds: number): readonly (readonly number[])[] {
  const times = CONTENDERS.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of CONTENDERS.entries()) {
      const fresh = sample(urls, contender.urls).map(copy);
      times[index]?.push(timed(() => runAll(contender.canonicalize, fresh)) / fresh.length);
    }
  }
  return times;
}

/** The number of URLs to which it has no answer. */
function runAll(canonicalizeOne: Canonicalize, urls: readonly string[]): number {
  let answers = 0;
  for (const url of urls) {
    try {
      const result = canonicalizeOne(url);
      // Reading a character makes the engine join a string that was put together from pieces.
      if (typeof result === 'string' && result.charCodeAt(0) > 0) answers++;
    } catch {
      // No answer.
    }
  }
  return urls.length - answers;
}

/** A string of its own: no slice of a longer one, nothing that an engine or a library has seen before. */
function copy(url: string): string {
  return Buffer.from(url).toString();
}

/** So many URLs at most: evenly from all parts of a long list, a short list several times. */
function sample(urls: readonly string[], count: number): readonly string[] {
  const step = Math.ceil(urls.length / count);
  const some = urls.filter((_, index) => index % step === 0);
  return Array.from({ length: Math.floor(count / some.length) }, () => some).flat();
}
