import { lowercaseLetters } from '../url/percent.ts';
import type { ClaimKind } from './claim-kind.ts';
import { normalizePath } from './normal-form.ts';

// The notation for parts of a site, in claims and facts:
// - "/": the whole site
// - "/docs/", "/en/docs/": a section or a folder of one, with everything below it
// - "/docs/a/$": that page alone, with or without a trailing slash; "/$" is the home page
// - "/*/$": the pages directly below the root, such as "/about"; not the home page
// A place is the path of one page, with a trailing slash.

/** The whole site. */
export const WHOLE_SITE = '/';
/** The pages directly below the root. */
export const TOP_PAGES = '/*/$';

const HOST_KINDS: ReadonlySet<ClaimKind> = new Set(['www', 'scheme', 'ip']);
const QUERY_KINDS: ReadonlySet<ClaimKind> = new Set(['order', 'param', 'default-param']);

/** Whether claims of this kind apply to a whole host. */
export function isOfHost(kind: ClaimKind): boolean {
  return HOST_KINDS.has(kind);
}

/** Whether claims of this kind are about queries, which each page may read differently. */
export function isOfQuery(kind: ClaimKind): boolean {
  return QUERY_KINDS.has(kind);
}

/**
 * The place of a page: its path in canonical spelling, without what the kind is about. An index page has the place of
 * its folder. For `case` and `slashes`, paths that differ only in those have the same place.
 */
export function placeOf(kind: ClaimKind, path: string): string {
  if (isOfHost(kind)) return WHOLE_SITE;
  const spelled = normalizePath(path);
  if (kind === 'index') return spelled.slice(0, spelled.lastIndexOf('/') + 1) || WHOLE_SITE;
  const place = spelled.endsWith('/') ? spelled : `${spelled}/`;
  return scopePath(kind, place);
}

/** A path as facts of this kind compare it. */
export function scopePath(kind: string, path: string): string {
  if (kind === 'case') return lowercaseLetters(path);
  return kind === 'slashes' ? path.replace(/\/{2,}/g, '/') : path;
}

/** The canonical spelling of a part that the user names. Kinds about a whole host always give the whole site. */
export function partNamed(kind: ClaimKind, path: string): string {
  if (isOfHost(kind)) return WHOLE_SITE;
  return path.endsWith('/$') ? `${placeOf(kind, path.slice(0, -1))}$` : placeOf(kind, path);
}

/** The page at a place, and no other. For a page at `/*` it is the section of that name: the page has no name of its own. */
export function pageAlone(place: string): string {
  const page = `${place}$`;
  return page === TOP_PAGES ? place : page;
}

/** The section of a place: its first segment, or `/` for the home page. */
export function sectionOf(place: string): string {
  return place.slice(0, place.indexOf('/', 1) + 1) || WHOLE_SITE;
}

/** The deepest folder that contains all these places, which lie in one section; at least one. */
export function folderAround([first = WHOLE_SITE, ...others]: readonly string[]): string {
  return others.reduce((folder, other) => {
    let common = folder;
    while (!other.startsWith(common)) common = parentOf(common);
    return common;
  }, first);
}

/** The folder that contains the page or folder at a place. */
export function parentOf(place: string): string {
  return place.slice(0, place.lastIndexOf('/', place.length - 2) + 1);
}

/** Whether the place is directly below the root. */
export function isAtTop(place: string): boolean {
  return place.indexOf('/', 1) === place.length - 1;
}

/**
 * The group of pages from which samples are taken in turn: the home page, the pages directly below the root, or a
 * section.
 */
export function areaOf(path: string): string {
  if (path === '/' || path === '') return pageAlone(WHOLE_SITE);
  const place = path.endsWith('/') ? path : `${path}/`;
  return isAtTop(place) ? TOP_PAGES : sectionOf(place);
}

/** Whether a part contains a place. */
export function holds(part: string, place: string): boolean {
  if (part === TOP_PAGES) return isAtTop(place);
  return part.endsWith('/$') ? place.length === part.length - 1 && part.startsWith(place) : place.startsWith(part);
}

/** A rank by which to choose the narrowest of several parts. */
export function narrowness(part: string): number {
  if (!part.endsWith('/$')) return part.length;
  return part === TOP_PAGES ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY;
}

/** The smallest of the named parts that a place lies in; null where it lies in none. */
export function partAround(place: string, named: { readonly has: (part: string) => boolean }): string | null {
  if (named.has(pageAlone(place))) return pageAlone(place);
  if (isAtTop(place) && named.has(TOP_PAGES)) return TOP_PAGES;
  let part = place;
  while (!named.has(part)) {
    if (part.length <= 1) return null;
    part = parentOf(part);
  }
  return part;
}

/** A set of parts of a site. */
export class PartSet {
  readonly #sorted: readonly string[];

  constructor(parts: Iterable<string>) {
    this.#sorted = [...new Set(parts)].toSorted();
  }

  get size(): number {
    return this.#sorted.length;
  }

  /** Whether a member is within the part or equal to it. */
  hasWithin(part: string): boolean {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sorted[middle] ?? '') < part) from = middle + 1;
      else to = middle;
    }
    return this.#sorted[from]?.startsWith(part) ?? false;
  }
}
