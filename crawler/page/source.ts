import { UrlError } from '../../src/url/error.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import { resolve } from '../../src/url/resolve.ts';
import type { Declarations } from './declarations.ts';

/** Headers or markup, and what their references are resolved against. */
export interface Source {
  readonly declarations: Declarations;
  readonly base: ParsedUrl | UrlError;
}

/** What a reference leads to, which may still be no URL; null where there is nothing to give. */
export function absoluteUrl({ base }: Source, reference: string): string | null {
  if (base instanceof UrlError) return null;
  const absolute = resolve(base, reference);
  return absolute instanceof UrlError ? null : absolute;
}

/** The canonical that search engines heed, resolved: not one in the body, where a page's visitors may have put it. */
export function canonicalOf(source: Source): string | null {
  const canonical = source.declarations.canonicals.find(({ where }) => where !== 'body');
  return canonical === undefined ? null : absoluteUrl(source, canonical.href);
}
