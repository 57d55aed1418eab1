const SIZES = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
  ['B', 1],
] as const;
const SPANS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** A size, such as `1.2 GB`. */
export function bytes(count: number): string {
  return inUnits(count, SIZES);
}

/** A length of time, such as `4 s` or `2.5 h`. */
export function span(milliseconds: number): string {
  return inUnits(milliseconds, SPANS);
}

/** In the largest unit of which there is one; with a decimal if there are fewer than ten. */
function inUnits(value: number, units: readonly (readonly [name: string, size: number])[]): string {
  const [name, size] = units.find(([, each]) => value >= each) ?? units.at(-1) ?? ['', 1];
  const count = value / size;
  return `${count < 10 ? Math.round(count * 10) / 10 : Math.round(count)} ${name}`;
}
