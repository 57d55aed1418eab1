import type { ClaimKind } from './evidence.ts';
import { spellPath } from './spelling.ts';

/** How far a claim may be split up: by the first segment of the path, and for parameters by the path itself. */
export type Level = 'site' | 'section' | 'path';

export const LEVELS: Readonly<Record<ClaimKind, readonly Level[]>> = {
  www: ['site'],
  scheme: ['site'],
  ip: ['site'],
  slash: ['site', 'section'],
  index: ['site', 'section'],
  case: ['site', 'section'],
  slashes: ['site', 'section'],
  order: ['site', 'section', 'path'],
  param: ['site', 'section', 'path'],
  'default-param': ['site', 'section', 'path'],
};

/** The smallest part of a site that a path lies in: its own, spelled as in a key, with a slash at the end. */
function ownPart(path: string): string {
  const spelled = spellPath(path);
  return spelled.endsWith('/') ? spelled : `${spelled}/`;
}

/** The smallest part that evidence of the kind can be about; what holds for a whole host is about no part of it. */
export function partOf(kind: ClaimKind, path: string): string {
  return isOfHost(kind) ? '/' : ownPart(path);
}

/** Whether claims of the kind hold for a whole host. */
export function isOfHost(kind: ClaimKind): boolean {
  return LEVELS[kind].length === 1;
}

/** The smallest of the named parts that this one lies in; null where it lies in none. */
export function partAround(own: string, named: { readonly has: (part: string) => boolean }): string | null {
  let part = own;
  while (!named.has(part)) {
    if (part.length <= 1) return null;
    part = part.slice(0, part.lastIndexOf('/', part.length - 2) + 1);
  }
  return part;
}

/** The part of a level that a smallest part lies in. */
export function partAt(level: Level, own: string): string {
  if (level === 'site') return '/';
  return level === 'path' ? own : own.slice(0, own.indexOf('/', 1) + 1) || '/';
}

/** Parts of a site, of which it is asked whether they lie in another one. */
export class PartSet {
  readonly #sorted: readonly string[];

  constructor(parts: Iterable<string>) {
    this.#sorted = [...new Set(parts)].toSorted();
  }

  /** Whether one of them lies in the part, or is it. */
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
