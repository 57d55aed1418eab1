import type { AuditEntry } from './entry.ts';

/**
 * The URL that a redirect leads to: the one that it names, or where that one redirects to within its key.
 *
 * @param location the URL that the redirect names; null if it is not known
 * @param target the entry of that URL
 */
export function landing(
  location: string | null,
  { url, finalUrl, firstFailure }: Pick<AuditEntry, 'url' | 'finalUrl' | 'firstFailure'>,
): string {
  const fetched = finalUrl ?? url;
  // A URL that failed does not lead to the one that was fetched instead.
  return finalUrl !== null && firstFailure === null ? fetched : (location ?? fetched);
}
