import { type Canonicalizer, compile } from '../../canon/canonicalizer.ts';
import { type CanonOptions, expandProfile } from '../../canon/options.ts';
import { UrlError } from '../../url/error.ts';
import { dropParams } from '../../url/query.ts';

/** How two URLs of one page may differ. Where the ledger knows the kind, the name is the ledger's. */
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

/** The passes that undo each of them. Where two explain one pair of URLs, the first is named. */
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

/** Makes one of URLs that differ in one way. */
export interface Variation {
  readonly kind: VariationKind;
  /** The same for two URLs that differ in this way alone; null for what is no URL. */
  readonly key: (url: string) => string | null;
}

/**
 * The ways in which URLs may differ that have other keys under these options. Facts are left aside: two URLs that they
 * make one would else differ in every way alone.
 */
export function variationsOf(canon: CanonOptions): readonly Variation[] {
  const options = expandProfile({ ...canon, facts: [] });
  const own = compile(options);
  return VARIATION_KINDS.filter((kind) => kind === 'empty-query' || !isUndone(kind, own)).map((kind) => {
    const { key } = compile(loosened(options, VARIATION_PASSES[kind]));
    const textOf = (url: string): string | null => {
      const text = key(url);
      return text instanceof UrlError ? null : text;
    };
    return { kind, key: kind === 'empty-query' ? (url) => withoutEmptyParams(textOf(url)) : textOf };
  });
}

/** The one way in which two URLs differ; null where it takes more than one, or none is known. */
export function variationBetween(a: string, b: string, variations: readonly Variation[]): VariationKind | null {
  return variations.find(({ key }) => key(a) !== null && key(a) === key(b))?.kind ?? null;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record above
const VARIATION_KINDS = Object.keys(VARIATION_PASSES) as readonly VariationKind[];

/** Whether the crawl's own keys leave no such difference. */
function isUndone(kind: VariationKind, { passes }: Canonicalizer): boolean {
  return VARIATION_PASSES[kind].every((name) => passes.some((pass) => pass.name === name && pass.needs === null));
}

function loosened({ pass = [], noPass = [], ...options }: CanonOptions, added: readonly string[]): CanonOptions {
  return { ...options, pass: [...pass, ...added], noPass: noPass.filter((name) => !added.includes(name)) };
}

/** A form with a field left empty sends `k=`. */
function withoutEmptyParams(key: string | null): string | null {
  const start = key?.indexOf('?') ?? -1;
  if (key === null || start < 0) return key;
  const end = key.indexOf('#', start);
  const query = key.slice(start + 1, end < 0 ? key.length : end);
  const left = dropParams(query, (param) => param.endsWith('='));
  return `${key.slice(0, start)}${left === null ? '' : `?${left}`}${end < 0 ? '' : key.slice(end)}`;
}
