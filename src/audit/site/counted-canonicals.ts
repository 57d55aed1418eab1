import { uniqueKey } from '../../canon/unique-key.ts';
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

/**
 * The canonical URL that a page declares; null if no declaration counts, or if they differ: Google ignores them then.
 *
 * @param keyOf equal for URLs of one page, by default under the standard profile; null for URLs that do not count
 */
export function declaredCanonical(
  canonicals: readonly CanonicalDeclaration[],
  keyOf: (url: string) => string | null = (url) => uniqueKey(url),
): string | null {
  const counted = countedCanonicals(canonicals);
  if (counted.length <= 1) return counted[0]?.url ?? null;
  const urls = new Map<string, string>();
  for (const { url } of counted) {
    const key = url === null ? null : keyOf(url);
    if (url !== null && key !== null && !urls.has(key)) urls.set(key, url);
  }
  const [first = null, ...others] = urls.values();
  return others.length === 0 ? first : null;
}
