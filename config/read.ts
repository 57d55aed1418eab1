import { readFile, stat } from 'node:fs/promises';
import { withoutCredentials } from '../src/url/credentials.ts';
import { SettingsError } from './settings-error.ts';

/** Settings are written by hand or by a small program; a larger file is something else. */
const MAX_BYTES = 64 * 1024 ** 2;

/**
 * The text of a file, without a byte order mark.
 *
 * @throws {SettingsError} where it cannot be read, is too large, or is no UTF-8
 */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SettingsError(file, ['is no text in UTF-8; save it as such, or name another file']);
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size <= MAX_BYTES) return await readFile(file);
  } catch (error) {
    throw new SettingsError(file, [`cannot be read (${codeOf(error)}); check the name and the rights`]);
  }
  throw new SettingsError(file, [`has more than ${MAX_BYTES / 1024 ** 2} MiB; name a file of settings`]);
}

/**
 * A file of JSON.
 *
 * @throws {SettingsError} where it cannot be read, or is none
 */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(await readText(file), file);
}

/** @throws {SettingsError} where the text is no JSON */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // What the runtime quotes of the text may be the start of a URL, with a password.
    const reason = reasonOf(error).replace(/, (?:\.\.\.)?".*$/, '');
    throw new SettingsError(file, [`is no JSON (${reason}); correct it there`]);
  }
}

/** What the runtime says of a file, such as ENOENT. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : reasonOf(error);
}

/** What the runtime says, on one line; no URL in it has a user name. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return withoutCredentials(message).replace(/\s+/g, ' ').trim();
}
