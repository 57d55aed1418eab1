import { createHash } from 'node:crypto';
import type { CanonOptions } from '../src/canon/options.ts';
import { KEY_VERSION } from '../src/canon/version.ts';
import { versionsOf } from '../src/passes/custom.ts';
import { withoutCredentials } from '../src/url/credentials.ts';

/** Options that are stored as a digest, because they are long. */
const LONG = ['facts', 'params', 'sites'];

/**
 * The options that determine keys, as stored in the frontier's setting `keys`: JSON, with long lists replaced by their
 * digests, and custom passes by their versions.
 */
export function keySettings(canon: CanonOptions): string {
  return JSON.stringify({ version: KEY_VERSION, ...canon }, (name, value: unknown) => {
    if (LONG.includes(name)) return digestOf(value);
    if (name === 'passes' && canon.passes !== undefined) return versionsOf(canon.passes);
    return typeof value === 'string' ? withoutCredentials(value) : value;
  });
}

/** The version of keys in settings that `keySettings` made; null in a text that it did not make. */
export function keyVersionOf(settings: string): string | null {
  return /^\{"version":"([^"]*)"/.exec(settings)?.[1] ?? null;
}

/** A digest of a list that does not depend on its order. */
export function digestOf(value: unknown): string {
  const lines = Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : [JSON.stringify(value)];
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)}`;
}
