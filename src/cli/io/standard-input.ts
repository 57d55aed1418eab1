import { fstatSync } from 'node:fs';
import { stdin } from 'node:process';
import type { Readable } from 'node:stream';
import { openFile, openStream, type Source } from '../../lists/source.ts';
import { UsageError } from './exit.ts';

/** Its file descriptor. */
const STANDARD_INPUT = 0;

/**
 * Standard input, to be read.
 *
 * @throws {UsageError} if it is a folder, which Node takes for empty input
 */
export function standardInput(): Readable {
  if (fstatSync(STANDARD_INPUT).isDirectory()) throw new UsageError('standard input is a folder; give a file instead');
  return stdin;
}

/**
 * Opens a file for one reading; `-` is standard input.
 *
 * @throws {ListError} if the file cannot be read
 * @throws {UsageError} if standard input is a folder
 */
export async function openInput(name: string): Promise<Source> {
  return name === '-' ? openStream('standard input', standardInput()) : openFile(name);
}
