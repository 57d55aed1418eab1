import { UrlError } from '../../src/url/error.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import { Resolver } from '../../src/url/resolve.ts';
import { resolveReference } from '../reference.ts';
import type { Declarations } from './declarations.ts';

/** Headers or markup, and what their references are resolved against. */
export interface Source {
  readonly declarations: Declarations;
  /** Null where there is no base, so that they lead nowhere. */
  readonly resolver: Resolver | null;
}

export function sourceOf(declarations: Declarations, base: ParsedUrl | UrlError): Source {
  return { declarations, resolver: base instanceof UrlError ? null : new Resolver(base) };
}

/** What a reference leads to, which may still be no URL; null where there is nothing to give. */
export function absoluteUrl({ resolver }: Source, reference: string): string | null {
  const absolute = resolver === null ? null : resolveReference(resolver, reference);
  return absolute instanceof UrlError ? null : absolute;
}

/** The canonical that search engines heed, resolved: not one in the body, where a page's visitors may have put it. */
export function canonicalOf(source: Source): string | null {
  const canonical = source.declarations.canonicals.find(({ where }) => where !== 'body');
  return canonical === undefined ? null : absoluteUrl(source, canonical.href);
}
