import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import type { ClaimKind, Subject } from '../../src/facts/evidence.ts';
import { wwwPair } from '../../src/facts/facts.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../../src/facts/site-facts.ts';
import { spellPath } from '../../src/facts/spelling.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';

const plain = compile();
const anything = compile({ assume: ASSUMABLE_FACTS });
const assuming: ReadonlyMap<AssumableFact, Canonicalizer> = new Map(
  ASSUMABLE_FACTS.map((kind) => [kind, compile({ assume: [kind] })]),
);

/** Whether two URLs are one without any claim. */
export function isSame(a: string, b: string): boolean {
  return haveOneKey(plain, a, b);
}

/** Whether claims could make two URLs one. */
export function areVariants(a: string, b: string): boolean {
  return haveOneKey(anything, a, b);
}

/**
 * The one kind of claim that lies between two URLs of a site; null where they are one anyway, where it takes several
 * kinds to make them one, or where none can.
 */
export function kindBetween(a: string, b: string): AssumableFact | null {
  if (isSame(a, b)) return null;
  const kinds = ASSUMABLE_FACTS.filter((kind) => haveOneKey(canonicalizerFor(kind), a, b));
  return kinds.length === 1 ? (kinds[0] ?? null) : null;
}

/** Makes one of URLs that differ in that kind only. */
export function canonicalizerFor(kind: AssumableFact): Canonicalizer {
  return assuming.get(kind) ?? plain;
}

/** What a pair of URLs is evidence about. */
export function subjectOf(kind: AssumableFact, url: string, page: string): Subject {
  const host = hostOf(page);
  switch (kind) {
    case 'www':
      return { kind, host: wwwPair(host)[0], about: null };
    case 'index':
      // Without its name, the path of a folder is the shorter one.
      return { kind, host, about: fileName(pathOf(url).length > pathOf(page).length ? url : page) };
    case 'scheme':
    case 'slash':
    case 'case':
    case 'slashes':
    case 'order':
      return { kind, host, about: null };
  }
}

/** The form that a URL has: the value that a fact would have. */
export function formOf(kind: ClaimKind, url: string): string | null {
  if (kind === 'www') return hostOf(url).startsWith('www.') ? 'add' : 'remove';
  if (kind === 'scheme') return url.startsWith('https:') ? 'https' : 'http';
  if (kind === 'slash') return pathOf(url).endsWith('/') ? 'add' : 'remove';
  return null;
}

/** As in a fact: with the port where it is not the scheme's own. Empty for what is no URL. */
export function hostOf(url: string): string {
  const parsed = keyed(url);
  if (parsed === null || parsed.asciiHost === null) return '';
  return parsed.port === null ? parsed.asciiHost : `${parsed.asciiHost}:${parsed.port}`;
}

/** As in a key. */
export function pathOf(url: string): string {
  return keyed(url)?.path ?? '/';
}

function fileName(url: string): string {
  const path = pathOf(url);
  return spellPath(path.slice(path.lastIndexOf('/') + 1));
}

function keyed(url: string): ParsedUrl | null {
  const key = plain.key(url);
  const parsed = key instanceof UrlError ? key : parseUrl(key);
  return parsed instanceof UrlError ? null : parsed;
}

function haveOneKey(canonicalizer: Canonicalizer, a: string, b: string): boolean {
  const [first, second] = [canonicalizer.key(a), canonicalizer.key(b)];
  return !(first instanceof UrlError) && first === second;
}
