import { type Entry, isToFetch } from '../../db/store.ts';
import { isRedirectOfFirst } from '../../src/audit/site/landing.ts';

/** The state of an entry, as far as it is evidence. A `merged` one is a page that a claim took for another one. */
export type FetchState = 'page' | 'merged' | 'gone' | 'to-root' | 'to-other' | 'unfetched';

/**
 * The URL fetched last: the URL as found, the target of a redirect within the entry, or another URL because that led to no
 * page.
 */
export function urlOf(entry: Pick<Entry, 'finalUrl' | 'url' | 'state' | 'aliasBy'>): string {
  return isRedirectOfFirst(entry) ? entry.url : (entry.finalUrl ?? entry.url);
}

/** The state of an entry; null if it says nothing about its page. */
export function fetchStateOf(entry: Entry): FetchState | null {
  const { state, status, role, aliasBy } = entry;
  if (role !== 'page' || aliasBy === 'redirect') return null;
  if (aliasBy === 'equivalence') return state === 'done' && status === 200 ? 'merged' : null;
  if (isToFetch(entry)) return 'unfetched';
  if (state === 'done') return status === 200 ? 'page' : null;
  return state === 'failed' && (status === 404 || status === 410) ? 'gone' : null;
}
