import { fstatSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { stdin } from 'node:process';
import type { Readable } from 'node:stream';
import { openFile, openStream, type Source } from '../../lists/source.ts';
import { quoted } from '../render/printable.ts';
import { UsageError } from './exit.ts';

const STANDARD_INPUT = 0;
const STANDARD_OUTPUT = 1;

/**
 * Standard input, to be read.
 *
 * @throws {UsageError} if it is a folder, which Node takes for empty input, or the file that standard output goes to
 */
export function standardInput(): Readable {
  const input = fstatSync(STANDARD_INPUT);
  if (input.isDirectory()) throw new UsageError('standard input is a folder; give a file instead');
  refuseOutput('standard input', input);
  return stdin;
}

/**
 * Opens a file for one reading; `-` is standard input.
 *
 * @throws {ListError} if the file cannot be read
 * @throws {UsageError} if standard input is a folder, or if standard output goes to the file
 */
export async function openInput(name: string): Promise<Source> {
  if (name === '-') return openStream('standard input', standardInput());
  refuseOutput(quoted(name), await stat(name).catch(() => null));
  return openFile(name);
}

/** The shell has emptied the file (`>`), or the program would read what it writes, without end (`>>`). */
function refuseOutput(name: string, input: Stats | null): void {
  const output = fstatSync(STANDARD_OUTPUT);
  if (input?.isFile() === true && input.ino === output.ino && input.dev === output.dev)
    throw new UsageError(`${name} is also standard output; choose another output file`);
}
