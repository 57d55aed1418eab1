import fc from 'fast-check';
import { expect } from 'vitest';
import type { Piece, ReadOptions } from '../../../src/lists/formats/format.ts';
import { createReader, FORMATS } from '../../../src/lists/formats/index.ts';
import { encodeBytes } from '../../../src/text/bytes.ts';
import { lawRuns } from '../../law-runs.ts';

/** The pieces of a document that comes in these stretches of bytes. */
export function readStretches(name: string, stretches: readonly string[], options: ReadOptions = {}): Piece[] {
  const format = FORMATS.find((each) => each.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  const reader = createReader(format, options);
  const pieces: Piece[] = [];
  for (const stretch of stretches) for (const piece of reader.push(stretch)) pieces.push(piece);
  for (const piece of reader.end()) pieces.push(piece);
  return pieces;
}

/** The pieces of a text in UTF-8. */
export function readText(name: string, text: string, options: ReadOptions = {}): Piece[] {
  return readStretches(name, [encodeBytes(text)], options);
}

/** The URLs of a text's entries. */
export function urlsOf(name: string, text: string, options: ReadOptions = {}): string[] {
  return entriesOf(readText(name, text, options)).map((piece) => piece.url);
}

export function entriesOf(pieces: readonly Piece[]): (Piece & { url: string })[] {
  return pieces.flatMap((piece) => (piece.url === null ? [] : [{ ...piece, url: piece.url }]));
}

export function joined(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.bytes).join('');
}

/** In stretches of a size, as a file comes in. */
export function cutEvery(bytes: string, size: number): string[] {
  const stretches: string[] = [];
  for (let at = 0; at < bytes.length; at += size) stretches.push(bytes.slice(at, at + size));
  return stretches;
}

const numRuns = lawRuns(1000);

/** Documents out of a format's own marks and arbitrary text, and all the same wherever they are cut. */
export function checkLaws(name: string, marks: readonly string[], options: ReadOptions = {}, isWhole = true): void {
  const mark = fc.constantFrom(...marks, '\n', '\r\n', ' ', 'é', 'http://a.example/?b=1,2&c');
  const document = fc
    .array(
      fc.oneof({ weight: 8, arbitrary: mark }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) }),
      {
        maxLength: 40,
      },
    )
    .map((parts) => encodeBytes(parts.join('').toWellFormed()));
  const cuts = fc.array(fc.nat({ max: 30 }), { maxLength: 30 });
  fc.assert(
    fc.property(document, cuts, (bytes, sizes) => {
      const whole = outcome(() => readStretches(name, [bytes], options));
      expect(outcome(() => readStretches(name, cutAt(bytes, sizes), options))).toEqual(whole);
      expect(outcome(() => readStretches(name, cutEvery(bytes, 1), options))).toEqual(whole);
      if (isWhole && Array.isArray(whole)) expect(joined(whole)).toBe(bytes);
    }),
    { numRuns },
  );
}

/** The pieces of a text are the same wherever it is cut in two. */
export function checkCuts(name: string, text: string): void {
  const bytes = encodeBytes(text);
  const whole = readStretches(name, [bytes]);
  for (let at = 0; at < bytes.length; at++) {
    expect(readStretches(name, [bytes.slice(0, at), bytes.slice(at)])).toEqual(whole);
  }
}

function cutAt(bytes: string, sizes: readonly number[]): string[] {
  const stretches: string[] = [];
  let at = 0;
  for (const size of sizes) {
    stretches.push(bytes.slice(at, at + size));
    at += size;
  }
  return [...stretches, bytes.slice(at)];
}

/** What comes out, or what is thrown. */
function outcome(run: () => Piece[]): Piece[] | string {
  try {
    return run();
  } catch (error) {
    return String(error);
  }
}
