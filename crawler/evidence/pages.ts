import type { Entry } from '../../db/store.ts';

/** The state of an entry, as far as it is evidence. */
export type FetchState = 'page' | 'gone' | 'to-root' | 'to-other' | 'unfetched';

/**
 * The URL fetched last: the URL as found, the target of a redirect within the entry, or another URL because that led to no
 * page.
 */
export function urlOf({
  finalUrl,
  url,
  state,
  aliasBy,
}: Pick<Entry, 'finalUrl' | 'url' | 'state' | 'aliasBy'>): string {
  // While another URL waits to be fetched, the redirect is still that of the first one.
  return aliasBy === 'redirect' && state !== 'done' ? url : (finalUrl ?? url);
}

/** The state of an entry; null if it says nothing about its page. */
export function fetchStateOf({ state, status, role, aliasBy }: Entry): FetchState | null {
  if (role !== 'page' || aliasBy === 'redirect' || aliasBy === 'equivalence') return null;
  if (state === 'queued' || state === 'leased') return 'unfetched';
  if (state === 'done') return status === 200 ? 'page' : null;
  return state === 'failed' && (status === 404 || status === 410) ? 'gone' : null;
}
