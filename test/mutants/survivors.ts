import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { z } from 'zod';

/** A mutant, named by what it changes and not by where: lines move. */
interface Mutant {
  /** From the project's root. */
  readonly file: string;
  /** The line, or the first one, that it changes. */
  readonly line: string;
  /** What stands there; blanks in a row are one. */
  readonly from: string;
  readonly to: string;
}

/** One that no test notices, and why that is right. */
interface Explained extends Mutant {
  readonly reason: string;
}

const EXPLAINED: z.ZodType<readonly Explained[]> = z.array(
  z.strictObject({
    file: z.string(),
    line: z.string(),
    from: z.string(),
    to: z.string(),
    reason: z.string().min(1),
  }),
);

export interface Outcome extends Mutant {
  readonly status: 'killed' | 'timed out' | 'survived';
  readonly lineNumber: number;
}

/** Lines and columns of Stryker's results count from 1. */
export function outcomeOf({ fileName, location: { start, end }, replacement, status }: MutantResult): Outcome {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const line = lines[0] ?? '';
  // From the end, so that the start of a single line stays where it is.
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  return {
    file: relative('.', fileName),
    lineNumber: start.line,
    line: flat(line),
    from: flat(lines.join('\n').slice(start.column - 1)),
    to: flat(replacement),
    status: status === 'Killed' ? 'killed' : status === 'Timeout' ? 'timed out' : 'survived',
  };
}

/** The survivors that somebody explained. */
export function readExplained(): readonly Explained[] {
  return EXPLAINED.parse(JSON.parse(readFileSync(new URL('survivors.json', import.meta.url), 'utf8')));
}

export function isSame(a: Mutant, b: Mutant): boolean {
  return a.file === b.file && a.line === b.line && a.from === b.from && a.to === b.to;
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
