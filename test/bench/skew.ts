/**
 * A simulation, not a measurement: how evenly sites of very different sizes load servers that each crawl a share of them, and
 * how long the largest sites take at their own pace.
 */
import { tableLine } from './measure.ts';

/** Pages a second that one server's crawl can record: its measured rate for a core, times cores. */
const CAPACITY = 600 * 8;
/** Seconds between two requests to a site. */
const DELAY = 1;
const SITES = 4_000_000;
/** The smallest size of a site with a long tail. */
const SMALLEST = 10;
const WIDTH = 12;

interface Shape {
  readonly name: string;
  /** The size of a site, from a number between 0 and 1. */
  readonly size: (random: number) => number;
}

/** The share of sites with more than x pages is 10/x, up to a largest size, or every site is of one size. */
const SHAPES: readonly Shape[] = [
  { name: 'even', size: () => 100 },
  { name: 'largest 100,000', size: tail(100_000) },
  { name: 'largest 10,000,000', size: tail(10_000_000) },
];

export async function benchSkew(print: (line: string) => void): Promise<void> {
  print(tableLine(['sites', 'servers', 'URLs', 'heaviest', 'days', 'ideal', '90 % after', 'largest site'], WIDTH));
  for (const shape of SHAPES) {
    const random = generator(1);
    const sizes = Float64Array.from({ length: SITES }, () => Math.round(shape.size(random())));
    const owners = Float64Array.from({ length: SITES }, () => random());
    for (const servers of [1, 4, 16, 64]) print(tableLine([shape.name, ...rowOf(sizes, owners, servers)], WIDTH));
  }
}

function rowOf(sizes: Float64Array, owners: Float64Array, servers: number): readonly string[] {
  const shares = Array.from({ length: servers }, (): number[] => []);
  for (const [at, size] of sizes.entries()) shares[Math.floor((owners[at] ?? 0) * servers)]?.push(size);
  const urls = sizes.reduce((sum, size) => sum + size, 0);
  const loads = shares.map((share) => share.reduce((sum, size) => sum + size, 0));
  const runs = shares.map((share) => timesOf(Float64Array.from(share).sort()));
  return [
    String(servers),
    `${(urls / 1e6).toFixed(0)} M`,
    `${(Math.max(...loads) / (urls / servers)).toFixed(2)}×`,
    days(Math.max(...runs.map(({ all }) => all))),
    days(urls / servers / CAPACITY),
    days(Math.max(...runs.map(({ most }) => most))),
    days(sizes.reduce((largest, size) => Math.max(largest, size), 0) * DELAY),
  ];
}

/**
 * The seconds that a server takes for all pages, and for 90 % of them. Its sites take turns, so that all that are not done
 * have as many pages behind them.
 *
 * @param sizes smallest first
 */
function timesOf(sizes: Float64Array): { readonly all: number; readonly most: number } {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let [pages, seconds, most, before] = [0, 0, 0, 0];
  for (const [at, size] of sizes.entries()) {
    const active = sizes.length - at;
    pages += (size - before) * active;
    seconds += (size - before) * Math.max(DELAY, active / CAPACITY);
    before = size;
    if (most === 0 && pages >= 0.9 * total) most = seconds;
  }
  return { all: seconds, most };
}

function tail(largest: number): (random: number) => number {
  return (random) => Math.min(largest, SMALLEST / (1 - random));
}

function days(seconds: number): string {
  return (seconds / 86_400).toFixed(2);
}

/** Numbers from 0 to 1 that look random, the same each time (a linear congruential generator modulo 2^32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
