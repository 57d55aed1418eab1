import type { Key } from '../../src/canon/key.ts';
import { refuseInvalidKey } from '../errors.ts';
import { type StoredSpelling, UNWANTED } from '../plan/other-spelling.ts';
import type { StoredListing } from '../plan/stored-entry.ts';
import type { FoundUrl, RekeyRequest } from '../store.ts';
import { type AnyPlanView, type Asking, ask, forEachGivingWay } from './asking.ts';
import type { Member, Members, Misplaced } from './view.ts';

/**
 * Finds the spellings and listings whose key is neither the key of their member nor that of its group. A member stops
 * being fetched by a spelling that leaves it. An alias is fetched again if the URL that it redirects to now belongs to
 * another entry.
 */
export function* takeMisplaced(members: Members, { find }: Pick<RekeyRequest, 'find'>): Asking<Misplaced, AnyPlanView> {
  const ids = [...members.keys()];
  const spellings: StoredSpelling[] = [];
  const listings: StoredListing[] = [];
  const found: (readonly [FoundUrl, number | null])[] = [];
  yield* forEachGivingWay(yield* ask((view: AnyPlanView) => view.spellings(ids)), (spelling) => {
    const member = members.get(spelling.entry);
    if (member === undefined) return;
    const { depth, role, foundOn } = member.before;
    const one = find(spelling.url, { depth, hops: 0, source: 'link', role });
    if (isOwn(one.key, member)) return;
    spellings.push(spelling);
    found.push([spelling.mark === UNWANTED ? { ...one, skip: one.skip ?? 'nofollow' } : one, foundOn]);
    fetchNoMore(spelling.url, member);
  });
  yield* forEachGivingWay(yield* ask((view: AnyPlanView) => view.listings(ids)), (listing) => {
    const member = members.get(listing.entry);
    if (member === undefined) return;
    const { depth, role } = member.before;
    const one = find(listing.url, { depth, hops: 0, source: 'sitemap', role });
    if (isOwn(one.key, member)) return;
    listings.push(listing);
    found.push([{ ...one, lastmod: listing.lastmod }, listing.sitemap]);
  });
  for (const [{ key }] of found) refuseInvalidKey(key);
  yield* forEachGivingWay(members.values(), (member) => {
    if (leadsElsewhere(member, members, find)) member.after = { ...member.after, state: 'queued' };
  });
  return { spellings, listings, found };
}

function isOwn(key: Key, { after, found }: Member): boolean {
  return key === after.key || key === found.key;
}

/** Whether an entry redirects to a URL that now belongs to another entry than the one that it is an alias of. */
function leadsElsewhere({ after }: Member, members: Members, find: RekeyRequest['find']): boolean {
  const { state, aliasOf, aliasBy, location, depth, hops, role } = after;
  if (state !== 'done' || aliasBy !== 'redirect' || aliasOf === null || location === null) return false;
  const target = members.get(aliasOf);
  return target !== undefined && !isOwn(find(location, { depth, hops, source: 'redirect', role }).key, target);
}

/**
 * Handles a spelling that was fetched instead of the first, and that now belongs to another entry, with the page that it
 * led to and a fetch in progress.
 */
function fetchNoMore(url: string, member: Member): void {
  const { after } = member;
  if (after.finalUrl !== url) return;
  const state = after.state === 'skipped' ? after.state : 'queued';
  member.after = { ...after, finalUrl: null, firstFailure: null, state };
}
