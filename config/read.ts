import { readFile, stat } from 'node:fs/promises';
import { fileProblem } from '../src/text/file-problem.ts';
import { printable } from '../src/text/printable.ts';
import { unpacked } from '../src/text/unpacked.ts';
import { withoutCredentials } from '../src/url/credentials.ts';
import { SettingsError } from './settings-error.ts';

/** The maximum size of a file of settings; larger files must be a mistake. */
const MAX_BYTES = 64 * 1024 ** 2;

/**
 * Reads a text file, which may be gzipped, without its byte order mark.
 *
 * @throws {SettingsError} if it cannot be read, is too large, or is not UTF-8
 */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SettingsError(file, ['is not UTF-8 text; save it as UTF-8, or choose another file']);
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size <= MAX_BYTES) return await unpacked(await readFile(file), MAX_BYTES);
  } catch (error) {
    throw new SettingsError(file, [fileProblem(error)]);
  }
  throw new SettingsError(file, [`is larger than ${MAX_BYTES / 1024 ** 2} MiB; choose another file`]);
}

/**
 * Reads a JSON file.
 *
 * @throws {SettingsError} if it cannot be read or is not valid JSON
 */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(await readText(file), file);
}

/**
 * Parses JSON.
 *
 * @param file the source of the text, for messages
 * @throws {SettingsError} if the text is not valid JSON
 */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Drops the runtime's quotation of the text, which may contain a password.
    const reason = reasonOf(error).replace(/, (?:\.\.\.)?".*$/, '');
    throw new SettingsError(file, [`is not valid JSON (${reason}); fix it, or name another file`]);
  }
}

/** The message of an error on one line of a terminal, without user names and passwords in URLs. */
export function reasonOf(error: unknown): string {
  return printable(withoutCredentials(messageOf(error)).replace(/\s+/g, ' ').trim());
}

function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'a value without a text';
  }
}
