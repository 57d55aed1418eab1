import { createHash } from 'node:crypto';
import { compile, PASSES, PROFILES, UrlError } from '../../src/index.ts';
import { compileSlug, SLUG_FORMS } from '../../src/slug.ts';
import { realLists } from '../bench/canon-lists.ts';

/** What one version of keys makes of URLs, by profile, and of names, by slug form. */
export interface Keys {
  /** Keys of single URLs, or what is wrong with them. */
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A digest of the keys of each list of `test/fixtures/lists`. */
  readonly lists: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly slugs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const NAMES = ['SCP 173', 'Ärger & Öl', 'a__b--c', 'Ĳssel ﬁn', '한국어 제목', 'Résumé.pdf', '  x  '];

/** URLs that show what passes do, in the words of their examples. */
export function sampleUrls(): readonly string[] {
  return [...new Set(PASSES.flatMap(({ examples }) => examples.map(({ before }) => before)))];
}

/** @param urls those of an earlier version, to compare with it */
export function makeKeys(urls: readonly string[]): Keys {
  const profiles = PROFILES.map(({ name }) => [name, keyMaker(name)] as const);
  return {
    keys: record(profiles, (make) =>
      record(
        urls.map((url) => [url, url]),
        make,
      ),
    ),
    lists: record(profiles, (make) =>
      record(
        realLists().map((list) => [list.name, list.urls]),
        (list) => digest(list.map(make)),
      ),
    ),
    slugs: record(
      SLUG_FORMS.map(({ name, variant }) => [variant ?? name, compileSlug(name, variant === null ? {} : { variant })]),
      ({ slug }) =>
        record(
          NAMES.map((name) => [name, name]),
          slug,
        ),
    ),
  };
}

function keyMaker(profile: string): (url: string) => string {
  const { key } = compile({ profile });
  return (url) => {
    const made = key(url);
    return made instanceof UrlError ? `${made.code} at ${made.position}` : made;
  };
}

function digest(keys: readonly string[]): string {
  return createHash('sha256').update(keys.join('\n')).digest('hex').slice(0, 16);
}

function record<Item, Value>(
  items: readonly (readonly [name: string, item: Item])[],
  make: (item: Item) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(items.map(([name, item]) => [name, make(item)]));
}
