import type { AuditEntry } from './entry.ts';

type Fetched = Pick<AuditEntry, 'url' | 'finalUrl' | 'firstFailure'>;
type Named = Fetched & Pick<AuditEntry, 'state' | 'aliasBy'>;

/** The URL that names an entry: the first one found, or the one fetched instead because that led to no page. */
export function nameOf(entry: Named): string {
  const { url, finalUrl, firstFailure } = entry;
  return firstFailure === null || isRedirectOfFirst(entry) ? url : (finalUrl ?? url);
}

/** Whether the redirect of an entry is that of its first URL, while another one waits to be fetched. */
export function isRedirectOfFirst({ aliasBy, state }: Pick<AuditEntry, 'state' | 'aliasBy'>): boolean {
  return aliasBy === 'redirect' && state !== 'done';
}

/**
 * The URL that a redirect leads to: the one that it names, or where that one redirects to within its key.
 *
 * @param location the URL that the redirect names; null if it is not known
 * @param target the entry of that URL
 */
export function landing(location: string | null, { url, finalUrl, firstFailure }: Fetched): string {
  const fetched = finalUrl ?? url;
  // A URL that led to no page does not lead to the one that was fetched instead.
  return finalUrl !== null && firstFailure === null ? fetched : (location ?? fetched);
}
