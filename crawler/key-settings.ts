import { createHash } from 'node:crypto';
import { SITE_PROFILES } from '../config/sites/index.ts';
import { type CanonOptions, expandProfile } from '../src/canon/options.ts';
import { KEY_VERSION } from '../src/canon/version.ts';
import { versionsOf } from '../src/passes/custom.ts';
import { storedFields } from '../src/stored-fields.ts';
import { withoutCredentials } from '../src/url/credentials.ts';
import { SessionError } from './session-error.ts';

/** Options that are stored as a digest, because they are long. */
const LONG = ['facts', 'params', 'sites'];

/**
 * The options that determine keys, as stored in the frontier's setting `keys`: JSON, with long lists replaced by their
 * digests, custom passes by their versions, and a custom profile by its changes.
 */
export function keySettings(canon: CanonOptions): string {
  return JSON.stringify({ version: KEY_VERSION, ...expandProfile(canon) }, (name, value: unknown) => {
    if (LONG.includes(name)) return digestOf(value);
    if (name === 'passes' && canon.passes !== undefined) return versionsOf(canon.passes);
    return typeof value === 'string' ? withoutCredentials(value) : value;
  });
}

/** How the library and the command line make keys if they are told nothing. The command line also knows kinds of sites. */
const DEFAULTS: readonly CanonOptions[] = [{}, { profile: 'standard', sites: SITE_PROFILES }];

/**
 * How a crawl goes on, whose keys were made with the settings `before`: by the given options; by its own default if another
 * default is given; or null if its keys were made with other options.
 */
export function resumedCanon(before: string, given: CanonOptions): CanonOptions | null {
  const made = keySettings(given);
  if (isSame(before, made)) return given;
  const isDefault = DEFAULTS.some((each) => isSame(keySettings(each), made));
  return (isDefault && DEFAULTS.find((each) => isSame(keySettings(each), before))) || null;
}

/** Whether two settings differ in nothing but the order of the options. */
function isSame(before: string, now: string): boolean {
  return before === now || differencesOf(before, now) === '';
}

/**
 * The error for a crawl whose keys were made with the settings `before`, and not with the given options.
 *
 * @param remedies what to do if the options differ, and if the versions do
 */
export function differingKeys(
  before: string,
  given: CanonOptions,
  remedies: Readonly<Record<'options' | 'version', string>>,
): SessionError {
  const made = keySettings(given);
  return new SessionError(
    'other-keys',
    storedFields(before)['version'] === KEY_VERSION
      ? `the keys of this crawl were made with other options (${differencesOf(before, made)}): ${remedies.options}`
      : `the keys of this crawl were made by another version of dustpan, which gives some URLs other keys: ${remedies.version}`,
  );
}

/** What differs in settings that `keySettings` made, with the values of the earlier ones, for people to read. */
function differencesOf(before: string, now: string): string {
  const [first, second] = [storedFields(before), storedFields(now)];
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  const differing = names.filter((name) => JSON.stringify(first[name]) !== JSON.stringify(second[name]));
  const valueOf = (name: string): string => (LONG.includes(name) ? 'another list' : JSON.stringify(first[name]));
  return differing.map((name) => `${name}: ${first[name] === undefined ? 'none' : valueOf(name)}`).join(', ');
}

/** A digest of a list that does not depend on its order. */
export function digestOf(value: unknown): string {
  const lines = Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : [JSON.stringify(value)];
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)}`;
}
