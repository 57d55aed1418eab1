import type { Entry } from '../../db/store.ts';

/** What became of an entry, as far as it is evidence. */
export type FetchState = 'page' | 'gone' | 'to-root' | 'unfetched';

/** The URL that was fetched last: as found, or where a redirect within the entry led. */
export function urlOf({ finalUrl, url }: Pick<Entry, 'finalUrl' | 'url'>): string {
  return finalUrl ?? url;
}

/** What became of an entry; null where that is no evidence. */
export function fetchStateOf({ state, status, role, aliasBy }: Entry): FetchState | null {
  if (role !== 'page' || aliasBy === 'redirect' || aliasBy === 'equivalence') return null;
  if (state === 'queued' || state === 'leased') return 'unfetched';
  if (state === 'done') return status === 200 ? 'page' : null;
  return state === 'failed' && (status === 404 || status === 410) ? 'gone' : null;
}
