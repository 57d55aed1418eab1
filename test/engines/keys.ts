/**
 * Canonicalizes lists of URLs on the engine that runs it, for {@link file://./run.ts} to compare with other engines:
 * `keys.ts FOLDER` prints a digest of the keys of every list in the folder under every profile, `keys.ts FOLDER LIST PROFILE`
 * the keys themselves, as JSON.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { argv, stdout } from 'node:process';
import { compile, PROFILES, UrlError } from '../../src/index.ts';
import { compileSlug, SLUG_FORMS } from '../../src/slug.ts';

/** What one engine makes of one list under one profile. */
export interface KeyDigest {
  readonly list: string;
  readonly profile: string;
  readonly keys: number;
  readonly digest: string;
}

/** Profiles, and slug forms by their variants, which take a URL for a name like any other. */
const MAKERS: ReadonlyMap<string, (text: string) => string> = new Map([
  ...PROFILES.map(({ name }) => [name, keyMaker(name)] as const),
  ...SLUG_FORMS.map(
    ({ name, variant }) => [variant ?? name, compileSlug(name, variant === null ? {} : { variant }).slug] as const,
  ),
]);

const [folder = '', list, profile] = argv.slice(2);
stdout.write(JSON.stringify(list === undefined || profile === undefined ? digests() : keysOf(list, profile)));

function digests(): readonly KeyDigest[] {
  const lists = readdirSync(folder).map((file) => basename(file, '.json'));
  return lists.flatMap((name) => Array.from(MAKERS.keys(), (profileName) => digestOf(name, profileName)));
}

function digestOf(name: string, profileName: string): KeyDigest {
  const keys = keysOf(name, profileName);
  const digest = createHash('sha256').update(JSON.stringify(keys)).digest('hex');
  return { list: name, profile: profileName, keys: keys.length, digest };
}

/** The keys in the list's order; where a URL has none, what is wrong with it. */
function keysOf(name: string, profileName: string): readonly string[] {
  const urls: readonly string[] = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return urls.map(MAKERS.get(profileName) ?? String);
}

function keyMaker(profileName: string): (url: string) => string {
  const { key } = compile({ profile: profileName });
  return (url) => {
    const result = key(url);
    return result instanceof UrlError ? `${result.code} at ${result.position}` : result;
  };
}
