import { createHash } from 'node:crypto';
import type { CanonOptions } from '../src/canon/options.ts';
import { KEY_VERSION } from '../src/canon/version.ts';
import { versionsOf } from '../src/passes/custom.ts';
import { withoutCredentials } from '../src/url/credentials.ts';
import { storedObject } from './stored-json.ts';

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

/** What differs in settings that `keySettings` made, with the values of the earlier ones, for people to read. */
export function differencesOf(before: string, now: string): string {
  const [first, second] = [storedObject(before), storedObject(now)];
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  const differing = names.filter((name) => JSON.stringify(first[name]) !== JSON.stringify(second[name]));
  const valueOf = (name: string): string => (LONG.includes(name) ? 'another list' : JSON.stringify(first[name]));
  return differing.map((name) => `${name}: ${first[name] === undefined ? 'none' : valueOf(name)}`).join(', ');
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
