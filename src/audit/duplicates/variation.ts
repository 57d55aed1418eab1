import { type Canonicalizer, compile } from '../../canon/canonicalizer.ts';
import { type CanonOptions, expandProfile } from '../../canon/options.ts';
import { orNull } from '../../url/error.ts';
import { dropParams } from '../../url/query.ts';

/** How two URLs of a page may differ. Kinds of the ledger have the ledger's names. */
export type VariationKind =
  | 'scheme'
  | 'www'
  | 'slash'
  | 'index'
  | 'case'
  | 'slashes'
  | 'order'
  | 'encoding'
  | 'tracking'
  | 'session'
  | 'empty-query';

/** The passes that undo each difference. If several explain a pair of URLs, the first one counts. */
export const VARIATION_PASSES: Readonly<Record<VariationKind, readonly string[]>> = {
  scheme: ['limit-protocols'],
  www: ['fold-www'],
  slash: ['add-trailing-slash'],
  index: ['drop-directory-index'],
  case: ['lowercase-path'],
  slashes: ['merge-slashes'],
  encoding: ['uppercase-escapes', 'decode-unreserved', 'drop-default-port', 'remove-dot-segments'],
  tracking: ['drop-tracking-params'],
  session: ['drop-session-ids'],
  'empty-query': ['drop-empty-query'],
  order: ['sort-query'],
};

/** Compares URLs apart from one kind of difference. */
export interface Variation {
  /** The difference to ignore. */
  readonly kind: VariationKind;
  /** Equal for URLs that differ only in this way; null for invalid URLs. */
  readonly key: (url: string) => string | null;
}

/**
 * The differences that remain between keys under these options. Facts are ignored: otherwise, two URLs that facts merge
 * would seem to differ only in each kind.
 */
export function variationsOf(canon: CanonOptions): readonly Variation[] {
  const options = withoutFacts(canon);
  const own = compile(options);
  return VARIATION_KINDS.filter((kind) => kind === 'empty-query' || !isUndone(kind, own)).map((kind) => {
    const textOf = textKey(compile(loosened(options, VARIATION_PASSES[kind])));
    return { kind, key: kind === 'empty-query' ? (url) => withoutEmptyParams(textOf(url)) : textOf };
  });
}

function withoutFacts(canon: CanonOptions): CanonOptions {
  return expandProfile({ ...canon, facts: [] });
}

/** How two URLs differ. */
export interface Difference {
  readonly kind: VariationKind;
  /** Whether they differ in nothing else. */
  readonly isOnly: boolean;
}

/** The only difference between two URLs whose {@link loosestKeys} are equal, or the first of several. */
export function differenceBetween(a: string, b: string, variations: readonly Variation[]): Difference | null {
  const only = variationBetween(a, b, variations);
  if (only !== null) return { kind: only, isOnly: true };
  const first =
    variations.find(({ key }) => (key(a) === a) !== (key(b) === b)) ??
    variations.find(({ key }) => key(a) !== a || key(b) !== b);
  return first === undefined ? null : { kind: first.kind, isOnly: false };
}

/** Makes the keys that URLs have without facts, which {@link differenceBetween} compares; null for invalid URLs. */
export function ownKeys(canon: CanonOptions): (url: string) => string | null {
  return textKey(compile(withoutFacts(canon)));
}

/** Makes keys that are equal for URLs that differ only in these ways; null for invalid URLs. */
export function loosestKeys(canon: CanonOptions): (url: string) => string | null {
  const options = withoutFacts(canon);
  const key = textKey(compile(loosened(options, Object.values(VARIATION_PASSES).flat())));
  return (url) => withoutEmptyParams(key(url));
}

/** The only difference between two keys; null if there are several, or if it is unknown. */
export function variationBetween(a: string, b: string, variations: readonly Variation[]): VariationKind | null {
  const parts = partsOf(a);
  const others = partsOf(b);
  const differing = (['scheme', 'host', 'path', 'query'] as const).filter((part) => parts[part] !== others[part]);
  // Making keys takes most of the time. Most kinds change one part only, and the scheme changes a host only with itself.
  const couldExplain = ({ kind }: Variation): boolean =>
    differing.every((part) => CHANGED[kind].includes(part)) && (kind !== 'scheme' || differing.includes('scheme'));
  const explains = (one: Variation): boolean => {
    const own = couldExplain(one) ? one.key(a) : null;
    return own !== null && own === one.key(b);
  };
  return variations.find(explains)?.kind ?? null;
}

/** Whether two URLs differ in a part that the passes of a kind may change. */
export function mayDifferIn(kind: VariationKind, a: string, b: string): boolean {
  const parts = partsOf(a);
  const others = partsOf(b);
  return CHANGED[kind].some((part) => parts[part] !== others[part]);
}

type Part = 'scheme' | 'host' | 'path' | 'query';

/** The parts of a URL that the passes of each kind may change. */
const CHANGED: Readonly<Record<VariationKind, readonly Part[]>> = {
  scheme: ['scheme', 'host'],
  www: ['host'],
  slash: ['path'],
  index: ['path'],
  case: ['path'],
  slashes: ['path'],
  encoding: ['host', 'path', 'query'],
  tracking: ['query'],
  session: ['path', 'query'],
  'empty-query': ['query'],
  order: ['query'],
};

/** With the fragment in the query: no kind changes it. */
function partsOf(key: string): Readonly<Record<Part, string>> {
  const [, scheme = '', host = '', path = '', query = ''] = /^([^:]*):(?:\/\/([^/?#]*))?([^?#]*)(.*)$/s.exec(key) ?? [];
  return { scheme, host, path, query };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record above
const VARIATION_KINDS = Object.keys(VARIATION_PASSES) as readonly VariationKind[];

/** Whether the crawl's own passes already undo the difference. */
function isUndone(kind: VariationKind, { passes }: Canonicalizer): boolean {
  return VARIATION_PASSES[kind].every((name) => passes.some((pass) => pass.name === name && pass.needs === null));
}

function textKey({ key }: Canonicalizer): (url: string) => string | null {
  return (url) => orNull(key(url));
}

function loosened({ pass = [], noPass = [], ...options }: CanonOptions, added: readonly string[]): CanonOptions {
  return { ...options, pass: [...pass, ...added], noPass: noPass.filter((name) => !added.includes(name)) };
}

/** Drops `k=`, which a form sends for an empty field. */
function withoutEmptyParams(key: string | null): string | null {
  const start = key?.indexOf('?') ?? -1;
  if (key === null || start < 0) return key;
  const end = key.indexOf('#', start);
  const query = key.slice(start + 1, end < 0 ? key.length : end);
  const left = dropParams(query, (param) => param.endsWith('='));
  return `${key.slice(0, start)}${left === null ? '' : `?${left}`}${end < 0 ? '' : key.slice(end)}`;
}
