import type { CanonicalDeclaration } from './page-record.ts';

/**
 * The declarations that search engines use: http(s) URLs in a header or the head, without attributes that change their
 * meaning. An `href` must not be empty (HTML Standard 4.2.4).
 */
export function countedCanonicals(canonicals: readonly CanonicalDeclaration[]): readonly CanonicalDeclaration[] {
  if (canonicals.length === 0) return canonicals;
  return canonicals.filter(
    ({ where, attributes, href, url }) =>
      where !== 'body' && attributes.length === 0 && href.trim() !== '' && url !== null && /^https?:/i.test(url),
  );
}

/** The canonical URL that a page declares; null if no declaration counts, or if they differ: Google ignores them then. */
export function declaredCanonical(canonicals: readonly CanonicalDeclaration[]): string | null {
  const [first = null, ...others] = new Set(countedCanonicals(canonicals).map(({ url }) => url));
  return others.length === 0 ? first : null;
}
