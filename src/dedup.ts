/**
 * Deduplicates links: takes links and returns them in groups that share a canonical key.
 *
 * @module dustpan/dedup
 */
import { type Canonicalizer, compile } from './canon/canonicalizer.ts';
import type { Key } from './canon/key.ts';
import type { AttributedPass } from './canon/key-and-pass.ts';
import { CANON_OPTIONS, type CanonOptions, refuseUnknownCanonOptions } from './canon/options.ts';
import { KEEP_RULES, type KeepRule, rankOf } from './dedup/keep.ts';
import {
  CALLBACK,
  CHECKED_LATER,
  type OptionChecks,
  refuseInvalidOptions,
  refuseMisplacedOptions,
} from './known-options.ts';
import { refuseNonText } from './text/refuse-non-text.ts';
import { UrlError } from './url/error.ts';

export { KEEP_RULES, type KeepRule } from './dedup/keep.ts';

/** How to deduplicate links. Every option may be omitted. */
export interface DedupOptions<T> {
  /** How to canonicalize URLs. Default: the profile `standard`. */
  readonly canon?: CanonOptions;
  /** Which link of a group to keep. Default: `first`. */
  readonly keep?: KeepRule;
  /** Reads the URL of a link. Default: the link itself. Required for links that are neither strings nor `URL` objects. */
  readonly urlOf?: (link: T) => string;
  /** Called for each link whose URL is not valid. Such a link is in no group. */
  readonly onReject?: (link: T, error: UrlError) => void;
}

/** How to read the URLs of links of any type. */
type UrlReader<T> = Required<Pick<DedupOptions<T>, 'urlOf'>>;

type Links<T> = AsyncIterable<T> | Iterable<T>;

const DISTINCT_OPTIONS: OptionChecks<Omit<DedupOptions<unknown>, 'keep'>> = {
  canon: CHECKED_LATER,
  urlOf: CALLBACK,
  onReject: CALLBACK,
};
const DEDUP_OPTIONS: OptionChecks<DedupOptions<unknown>> = { ...DISTINCT_OPTIONS, keep: CHECKED_LATER };

/** Links that share a canonical key. */
export interface LinkGroup<T> {
  /** The canonical key that all members share. */
  readonly key: Key;
  /** The member to keep, by {@link DedupOptions.keep}. */
  readonly kept: T;
  /** All links of the group in input order, including the kept one. */
  readonly members: readonly LinkMember<T>[];
}

/** A link of a group. */
export interface LinkMember<T> {
  /** The link as given. */
  readonly link: T;
  /** Position in the input, counted from 0. Rejected links count too. */
  readonly index: number;
  /** The loosest pass that changed the URL on its way to the key; null if the URL equals its key. */
  readonly pass: AttributedPass | null;
}

/**
 * Groups links by canonical key. Keeps all links in memory and yields nothing until the input ends.
 *
 * @returns the groups, in the order of their first links
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {CanonOptionsError} if an option has a value that it cannot have
 * @throws {TypeError} if `keep` is not one of {@link KEEP_RULES}, if the list is a string or cannot be iterated over, or, while
 *   iterating, for a link that is neither a string nor a `URL` if there is no `urlOf`
 */
export function dedup<T extends string | URL = string>(
  links: AsyncIterable<T> | Iterable<T>,
  options?: DedupOptions<T>,
): AsyncGenerator<LinkGroup<T>>;
/**
 * Groups links of any type by canonical key, with `urlOf`.
 *
 * @returns the groups, in the order of their first links
 * @throws the same errors
 */
export function dedup<T>(
  links: AsyncIterable<T> | Iterable<T>,
  options: DedupOptions<T> & UrlReader<T>,
): AsyncGenerator<LinkGroup<T>>;
export function dedup<T>(links: Links<T>, options: DedupOptions<T> = {}): AsyncGenerator<LinkGroup<T>> {
  refuseMisplacedOptions(options, 'canon', CANON_OPTIONS, 'of dedup');
  refuseInvalidOptions(options, DEDUP_OPTIONS, 'of dedup');
  refuseNonLinks(links, 'of dedup');
  const { keep = 'first' } = options;
  if (!KEEP_RULES.includes(keep)) throw new TypeError(`keep is one of ${KEEP_RULES.join(', ')}`);
  return grouped(links, options, canonicalizerOf(options, 'of dedup'));
}

async function* grouped<T>(
  links: Links<T>,
  options: DedupOptions<T>,
  canonicalizer: Canonicalizer,
): AsyncGenerator<LinkGroup<T>> {
  const { keep = 'first', urlOf = ownUrl } = options;
  const groups = new Map<Key, LinkMember<T>[]>();
  for await (const { key, ...member } of keyed(links, options, canonicalizer)) {
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
 * Yields the first link of each canonical key, as it arrives. Keeps only the keys in memory.
 *
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {CanonOptionsError} if an option has a value that it cannot have
 * @throws {TypeError} if the list is a string or cannot be iterated over, or, while iterating, for a link that is neither a
 *   string nor a `URL` if there is no `urlOf`
 */
export function distinct<T extends string | URL = string>(
  links: AsyncIterable<T> | Iterable<T>,
  options?: Omit<DedupOptions<T>, 'keep'>,
): AsyncGenerator<T>;
/**
 * Yields the first link of each canonical key, of links of any type, with `urlOf`.
 *
 * @throws the same errors
 */
export function distinct<T>(
  links: AsyncIterable<T> | Iterable<T>,
  options: Omit<DedupOptions<T>, 'keep'> & UrlReader<T>,
): AsyncGenerator<T>;
export function distinct<T>(links: Links<T>, options: Omit<DedupOptions<T>, 'keep'> = {}): AsyncGenerator<T> {
  refuseMisplacedOptions(options, 'canon', CANON_OPTIONS, 'of distinct');
  refuseInvalidOptions(options, DISTINCT_OPTIONS, 'of distinct');
  refuseNonLinks(links, 'of distinct');
  return firsts(links, options, canonicalizerOf(options, 'of distinct'));
}

async function* firsts<T>(links: Links<T>, options: DedupOptions<T>, canonicalizer: Canonicalizer): AsyncGenerator<T> {
  const seen = new Set<Key>();
  for await (const { key, link } of keyed(links, options, canonicalizer)) {
    if (seen.has(key)) continue;
    seen.add(key);
    yield link;
  }
}

function canonicalizerOf({ canon = {} }: Pick<DedupOptions<unknown>, 'canon'>, where: string): Canonicalizer {
  refuseUnknownCanonOptions(canon, `in canon ${where}`);
  return compile(canon);
}

/** A string would be a list of its characters. */
function refuseNonLinks(links: unknown, where: string): void {
  if (typeof links === 'string') throw new TypeError(`the list ${where} is a string; write a single URL in [ ]`);
  const isList =
    typeof links === 'object' && links !== null && (Symbol.iterator in links || Symbol.asyncIterator in links);
  if (!isList)
    throw new TypeError(`the list ${where} cannot be iterated over; write an array, or an iterable of links`);
}

function ownUrl(link: unknown): string {
  if (typeof link === 'string') return link;
  if (link instanceof URL) return link.href;
  throw new TypeError(
    `a link of type ${typeof link} is neither a string nor a URL; add the option urlOf, such as urlOf: (link) => link.url`,
  );
}

interface KeyedLink<T> extends LinkMember<T> {
  readonly key: Key;
}

async function* keyed<T>(
  links: Links<T>,
  { urlOf = ownUrl, onReject }: DedupOptions<T>,
  { keyAndPass }: Canonicalizer,
): AsyncGenerator<KeyedLink<T>> {
  let index = 0;
  for await (const link of links) {
    const url = urlOf(link);
    refuseNonText(url, 'the result of urlOf');
    const found = keyAndPass(url);
    if (found instanceof UrlError) onReject?.(link, found);
    else yield { key: found.key, link, index, pass: found.pass };
    index++;
  }
}
