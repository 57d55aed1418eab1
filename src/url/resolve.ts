import { refuseNonText } from '../text/refuse-non-text.ts';
import { schemeEnd } from './authority.ts';
import { removeDots } from './dot-segments.ts';
import { UrlError } from './error.ts';
import { parseUrl } from './parse.ts';
import { hasOpaquePath, isSpecial, type ParsedUrl, serialize } from './parsed-url.ts';

/**
 * Resolves a reference against a base by RFC 3986 5.2, with the URL Standard's leniency for special schemes. Makes no
 * other change: unusual spellings stay.
 *
 * The arguments have the order of `new URL(reference, base)`.
 *
 * @param reference absolute or relative, as written in a page
 * @param base an absolute URL; pass the result of {@link parseUrl} to resolve many references of one page
 * @returns the absolute URL, which may itself be invalid (`http://[`); an error if the base is invalid, or if it has an
 * opaque path and the reference is more than a fragment
 * @throws {TypeError} if the reference is not a string, or if the base is neither a string nor a parsed URL
 */
export function resolve(reference: string, base: string | ParsedUrl): string | UrlError {
  refuseNonText(reference, 'the reference of resolve');
  if (typeof base !== 'object' || base === null || !('separator' in base)) refuseNonText(base, 'the base of resolve');
  const url = typeof base === 'string' ? parseUrl(base) : base;
  return url instanceof UrlError ? url : new Resolver(url).resolve(reference);
}

const OPAQUE_BASE = 'the reference is relative, and its base, such as mailto:, has no path to resolve it against';

/** Resolves many references against one base. See {@link resolve}. */
export class Resolver {
  readonly #base: ParsedUrl;
  readonly #isSpecial: boolean;
  /** What a relative path follows: the origin, and the path up to its last slash. */
  readonly folder: string;
  /** Everything before the path. */
  readonly #origin: string;
  /** The path up to its last slash (RFC 3986 5.2.3). */
  readonly #folder: string;

  constructor(base: ParsedUrl) {
    this.#base = base;
    this.#isSpecial = isSpecial(base.protocol);
    this.#origin = serialize({ ...base, leading: '', path: '', query: null, fragment: null, trailing: '' });
    // Clients remove the dot segments of the base too: after `/a/b/..`, the folder is `/a/`.
    const path = removeDots(base, this.#isSpecial ? base.path.replaceAll('\\', '/') : base.path);
    this.#folder = path === '' ? '/' : path.slice(0, path.lastIndexOf('/') + 1);
    this.folder = this.#origin + this.#folder;
  }

  /**
   * @returns the absolute URL, which may itself be invalid; an error if the base has an opaque path that it cannot
   * extend
   */
  resolve(reference: string): string | UrlError {
    const text = trimReference(reference);
    const colon = schemeEnd(text) + 1;
    if (colon > 0 && !isRelativeInSpiteOfScheme(this.#base, text, colon)) return text;
    const relative = colon === 0 ? text : text.slice(colon);
    if (hasOpaquePath(this.#base) && !relative.startsWith('#')) return new UrlError('no-scheme', 0, OPAQUE_BASE);
    return this.#resolveRelative(relative);
  }

  #resolveRelative(reference: string): string {
    const end = pathEnd(reference);
    const written = end === reference.length ? reference : reference.slice(0, end);
    const path = this.#isSpecial && written.includes('\\') ? written.replaceAll('\\', '/') : written;
    const rest = reference.slice(end);
    if (path === '') return this.#withPathOfBase(rest);
    if (path.startsWith('//')) return `${this.#base.scheme}:${reference}`;
    const merged = path.startsWith('/') ? path : this.#folder + path;
    return this.#origin + removeDots(this.#base, merged) + rest;
  }

  #withPathOfBase(rest: string): string {
    const { path, query } = this.#base;
    const isQueryKept = query !== null && !rest.startsWith('?');
    return this.#origin + path + (isQueryKept ? `?${query}` : '') + rest;
  }
}

/** Removes what every browser ignores: controls and spaces around the reference, tabs and newlines in it. */
export function trimReference(reference: string): string {
  let start = 0;
  let end = reference.length;
  while (start < end && reference.charCodeAt(start) <= 0x20) start++;
  while (end > start && reference.charCodeAt(end - 1) <= 0x20) end--;
  const text = start === 0 && end === reference.length ? reference : reference.slice(start, end);
  // oxlint-disable-next-line no-control-regex -- the URL Standard removes these
  return /[\t\n\r]/.test(text) ? text.toWellFormed().replace(/[\t\n\r]+/g, '') : text;
}

/** URL Standard, special relative or authority state: `http:a` against an http base is a relative reference. */
function isRelativeInSpiteOfScheme(base: ParsedUrl, text: string, colon: number): boolean {
  const protocol = text.slice(0, colon - 1).toLowerCase();
  return protocol === base.protocol && isSpecial(protocol) && !text.startsWith('//', colon);
}

/** The index of the first `?` or `#`, or the length. */
function pathEnd(reference: string): number {
  const end = reference.search(/[?#]/);
  return end < 0 ? reference.length : end;
}
