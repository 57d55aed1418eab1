import { InvalidArgumentError } from 'commander';

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const BYTES: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** Parses `250ms`, `2s`, `24h`; a bare number is seconds. @returns milliseconds */
export function duration(text: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text) ?? [];
  const milliseconds = Number(number) * (MILLISECONDS[unit] ?? 0);
  if (!Number.isFinite(milliseconds)) throw new InvalidArgumentError('Write a duration such as 250ms, 2s or 24h.');
  return milliseconds;
}

/** Parses a duration of at least 1ms. @returns milliseconds */
export function timeLimit(text: string): number {
  return atLeast(1, duration(text), '1ms');
}

/** Parses the age of `--recrawl`: a duration, or `all`. @returns milliseconds */
export function age(text: string): number {
  if (text === 'all') return 0;
  try {
    return duration(text);
  } catch {
    throw new InvalidArgumentError('Write a duration such as 24h, or all; --recrawl alone goes behind the URL.');
  }
}

/** Parses `500K`, `2M`, at least one byte; a bare number is bytes. @returns bytes */
export function size(text: string): number {
  return sizeFrom(1, '1 byte', text);
}

/** A smaller limit would be filled by empty tables. */
const LEAST_MEMORY = 1 << 20;

/** Parses a size of at least 1M. @returns bytes */
export function memorySize(text: string): number {
  return sizeFrom(LEAST_MEMORY, '1M', text);
}

function sizeFrom(least: number, shown: string, text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([KMG]?)B?$/i.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('Write a size such as 500K or 2M.');
  const bytes = Math.floor(Number(number) * (BYTES[unit.toUpperCase()] ?? 0));
  if (!Number.isSafeInteger(bytes)) throw new InvalidArgumentError('It is too large; write a size such as 500K or 2M.');
  return atLeast(least, bytes, shown);
}

function atLeast(least: number, given: number, shown: string): number {
  if (given < least) throw new InvalidArgumentError(`Use at least ${shown}.`);
  return given;
}

/** @returns a parser of whole numbers of at least `least` */
export function count(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`Write a whole number of at least ${least}.`);
  };
}
