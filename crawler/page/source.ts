import { orNull, UrlError } from '../../src/url/error.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import { Resolver } from '../../src/url/resolve.ts';
import { resolveReference } from '../reference.ts';
import type { Declarations } from './declarations.ts';
import { FolderUrls, isOfFolder } from './folder-urls.ts';
import { withEncodedQuery } from './query-encoding.ts';

/** Declarations of the headers or of the markup, with the base of their references. */
export interface Source {
  readonly declarations: Declarations;
  /** Null if there is no base, so that references lead nowhere. */
  readonly resolver: Resolver | null;
  /** The encoding of the document that has the references. */
  readonly encoding: string;
}

/** Combines declarations with the base of their references, and with the encoding of their document. */
export function sourceOf(declarations: Declarations, base: ParsedUrl | UrlError, encoding: string): Source {
  return { declarations, resolver: base instanceof UrlError ? null : new Resolver(base), encoding };
}

/** Of all crawls: what a reference leads to depends on nothing else. */
const known = new FolderUrls();

/** The absolute URL of a reference, which may still be invalid; null if the reference leads nowhere. */
export function absoluteUrl({ resolver, encoding }: Source, written: string): string | null {
  if (resolver === null) return null;
  const reference = withEncodedQuery(written, encoding);
  if (!isOfFolder(reference)) return resolved(reference, resolver);
  const { folder } = resolver;
  const before = known.find(folder, reference);
  if (before !== undefined) return before;
  const url = resolved(reference, resolver);
  if (url !== null) known.note(folder, reference, url);
  return url;
}

function resolved(reference: string, resolver: Resolver): string | null {
  return orNull(resolveReference(reference, resolver));
}
