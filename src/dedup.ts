/**
 * Deduplicates links: links in, groups of links that are one out.
 *
 * @packageDocumentation
 */
import { type Canonicalizer, compile } from './canon/canonicalizer.ts';
import type { Key } from './canon/key.ts';
import type { AttributedPass } from './canon/key-and-pass.ts';
import type { CanonOptions } from './canon/options.ts';
import { type KeepRule, rankOf } from './dedup/keep.ts';
import { UrlError } from './url/error.ts';

export { KEEP_RULES, type KeepRule } from './dedup/keep.ts';

/** How links are deduplicated. Everything may be left out. */
export interface DedupOptions<T> {
  /** How URLs are canonicalized; the profile `standard` where left out. */
  readonly canon?: CanonOptions;
  /** Which link of a group stays; the first where left out. */
  readonly keep?: KeepRule;
  /** The URL of a link; the link as a string where left out. */
  readonly urlOf?: (link: T) => string;
  /** Takes links that are no URLs; they are in no group. */
  readonly onReject?: (link: T, error: UrlError) => void;
}

/** Links that are one. */
export interface LinkGroup<T> {
  readonly key: Key;
  readonly kept: T;
  /** All of them, in the order in which they came. */
  readonly members: readonly LinkMember<T>[];
}

/** A link of a group. */
export interface LinkMember<T> {
  readonly link: T;
  /** Its place among all links, from 0. */
  readonly index: number;
  /** The loosest pass between its URL and the key; null where the URL is the key's own spelling. */
  readonly pass: AttributedPass | null;
}

/**
 * Groups links by their keys. All of them are in memory until the last one has come.
 *
 * @returns the groups, in the order of their first links
 * @throws {CanonOptionsError} where an option names something that does not exist
 */
export async function* dedup<T = string>(
  links: AsyncIterable<T> | Iterable<T>,
  options: DedupOptions<T> = {},
): AsyncGenerator<LinkGroup<T>> {
  const { keep = 'first', urlOf = String } = options;
  const groups = new Map<Key, LinkMember<T>[]>();
  for await (const { key, ...member } of keyed(links, options)) {
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [member]);
    else members.push(member);
  }
  for (const [key, members] of groups) {
    const rank = ({ link, index }: LinkMember<T>): number => rankOf(keep, urlOf(link), key, index);
    const kept = members.reduce((best, member) => (rank(member) < rank(best) ? member : best));
    yield { key, kept: kept.link, members };
  }
}

/**
 * Hands on links that are one with none before. In memory are the keys only.
 *
 * @throws {CanonOptionsError} where an option names something that does not exist
 */
export async function* distinct<T = string>(
  links: AsyncIterable<T> | Iterable<T>,
  options: Omit<DedupOptions<T>, 'keep'> = {},
): AsyncGenerator<T> {
  const seen = new Set<Key>();
  for await (const { key, link } of keyed(links, options)) {
    if (seen.has(key)) continue;
    seen.add(key);
    yield link;
  }
}

interface KeyedLink<T> extends LinkMember<T> {
  readonly key: Key;
}

async function* keyed<T>(
  links: AsyncIterable<T> | Iterable<T>,
  { canon, urlOf = String, onReject }: DedupOptions<T>,
): AsyncGenerator<KeyedLink<T>> {
  const { keyAndPass }: Canonicalizer = compile(canon);
  let index = 0;
  for await (const link of links) {
    const found = keyAndPass(urlOf(link));
    if (found instanceof UrlError) onReject?.(link, found);
    else yield { key: found.key, link, index, pass: found.pass };
    index++;
  }
}
