import type { EntryReason } from '../reasons.ts';
import {
  type AliasKind,
  type Entry,
  type EntryId,
  type EntryState,
  type FoundUrl,
  isLasting,
  type Outcome,
  type PageDetails,
  type Role,
  type Spelling,
  selfEnd,
} from '../store.ts';
import { type AliasView, aliasTarget, declarationInCircle, isSelf, type Station } from './aliases.ts';
import { type Attempted, type Course, type Failure, failureOf, isOfSpelling, nextTry } from './other-spelling.ts';

/** A leased entry, as far as its outcome depends on it. */
export interface HeldEntry
  extends Attempted,
    Pick<Entry, 'id' | 'key' | 'url' | 'finalUrl' | 'site' | 'depth' | 'fetchedAt' | 'role' | 'aliasBy'> {
  readonly aliasOf: EntryId | null;
}

/** The fields that a final outcome writes. */
export interface Result {
  readonly state: Extract<EntryState, 'done' | 'failed' | 'skipped'>;
  readonly reason: EntryReason | null;
  readonly status: number | null;
  readonly contentType: string | null;
  readonly digest: string | null;
  readonly aliasOf: EntryId | null;
  readonly aliasBy: AliasKind | null;
  /** The URL that it redirects to; null if it does not redirect. */
  readonly location: string | null;
  readonly role: Role;
}

/** The fields that change if the entry is fetched again. An entry that was fetched before keeps its status and reason. */
export interface Again {
  readonly status: number | null;
  readonly reason: EntryReason | null;
  /** Null leaves it. */
  readonly hops: number | null;
  /** The URL to fetch next time; null leaves it. */
  readonly fetch: string | null;
  /** Milliseconds since the epoch; null for no wait. */
  readonly notBefore: number | null;
  /** Attempts to add. */
  readonly attempts: number;
}

/** What a store writes for one outcome. */
export type OutcomePlan =
  /** The document has not changed since the last fetch. */
  | { readonly kind: 'kept' }
  | {
      readonly kind: 'again';
      readonly again: Again;
      /** Another spelling of the entry, which saved no fetch. */
      readonly spelling: string | null;
      /** By which spelling the entry is fetched from now on; null if that does not change. */
      readonly course: Course | null;
    }
  | {
      readonly kind: 'finished';
      readonly result: Result;
      /** What to store of the page; null removes what is stored. */
      readonly details: PageDetails | null;
      /** An entry whose declared canonical closed a circle and is dropped. */
      readonly undeclared: Station | null;
      /** By which spelling the entry is fetched from now on; null if that does not change. */
      readonly course: Course | null;
    };

/**
 * Plans what an outcome changes, in the same way for every store.
 *
 * @param spellings if `wantsSpellings`: the entry's spellings other than the first, with those found in the same
 * transaction, at most `MAX_SPELLINGS`
 */
export function planOutcome(
  entry: HeldEntry,
  outcome: Outcome,
  view: AliasView,
  spellings: readonly Spelling[] | null = null,
): OutcomePlan {
  switch (outcome.kind) {
    case 'unchanged':
      return { kind: 'kept' };
    case 'retry': {
      const { status, reason, notBefore } = outcome;
      return {
        kind: 'again',
        again: { status, reason, notBefore, attempts: 1, hops: null, fetch: null },
        spelling: null,
        course: null,
      };
    }
    case 'page':
      return finished(pageResult(entry, outcome, view), outcome.details);
    case 'redirect':
      return isSelf(entry, outcome.to.key, view)
        ? redirectWithin(entry, outcome, view, spellings)
        : redirectAway(entry, outcome, view, spellings);
    case 'failed':
      return failed(entry, { state: 'failed', reason: outcome.reason, status: outcome.status }, spellings);
    case 'refused':
      return failed(entry, { state: 'skipped', reason: outcome.reason, status: null }, spellings);
  }
}

/** Whether the plan of an outcome depends on the spellings of its entry. */
export function wantsSpellings({ firstFailure }: Pick<HeldEntry, 'firstFailure'>, outcome: Outcome): boolean {
  // A redirect may turn out to be a loop.
  if (firstFailure !== null && (outcome.kind === 'failed' || outcome.kind === 'redirect')) return true;
  const failure = failureOf(outcome);
  return failure !== null && isOfSpelling(failure);
}

/** The URL of another entry that the outcome names: where it redirects to, or its declared canonical. */
export function namedByOutcome(entry: HeldEntry, outcome: Outcome, view: AliasView): FoundUrl | null {
  const named = outcome.kind === 'page' ? outcome.canonical : outcome.kind === 'redirect' ? outcome.to : null;
  return named === null || isSelf(entry, named.key, view) ? null : named;
}

/** What becomes of the links that an entry had: the document's own replace them, none remain, or they stay. */
export function linksAfter(outcome: Outcome, state: EntryState): 'replaced' | 'removed' | 'kept' {
  if (state === 'queued') return 'kept';
  if (outcome.kind === 'page' || outcome.kind === 'redirect') return 'replaced';
  const isFailure = outcome.kind === 'failed' || outcome.kind === 'refused';
  return isFailure && isLasting(outcome) ? 'removed' : 'kept';
}

type Redirect = Extract<Outcome, { kind: 'redirect' }>;
type Page = Extract<Outcome, { kind: 'page' }>;

/** To another spelling of the entry, which is fetched next, unless that goes on for too long. */
function redirectWithin(
  entry: HeldEntry,
  outcome: Redirect,
  view: AliasView,
  spellings: readonly Spelling[] | null,
): OutcomePlan {
  const end = selfEnd(outcome, entry.finalUrl ?? entry.url);
  if (end !== null) return planOutcome(entry, end, view, spellings);
  const fetch = outcome.to.url.toWellFormed();
  return {
    kind: 'again',
    again: { status: null, reason: null, notBefore: null, attempts: 0, hops: outcome.to.hops, fetch },
    spelling: fetch === entry.url ? null : fetch,
    course: null,
  };
}

function redirectAway(
  entry: HeldEntry,
  { status, to }: Redirect,
  view: AliasView,
  spellings: readonly Spelling[] | null,
): OutcomePlan {
  const undeclared = declarationInCircle(entry.id, to.key, view);
  const aliasOf = aliasTarget(entry.id, to.key, view, undeclared);
  const location = to.url.toWellFormed();
  if (aliasOf === null) return failed(entry, { state: 'failed', reason: 'redirect-loop', status }, spellings, location);
  const alias = {
    ...NOTHING,
    state: 'done',
    role: entry.role,
    status,
    aliasOf,
    aliasBy: 'redirect',
    location,
  } as const;
  return finished(alias, null, undeclared);
}

function pageResult(entry: HeldEntry, outcome: Page, view: AliasView): Result {
  const { status, contentType, digest, note, role } = outcome;
  const page: Result = { ...NOTHING, state: 'done', status, contentType, digest, reason: note, role };
  if (entry.aliasBy === 'equivalence') return { ...page, aliasBy: entry.aliasBy, aliasOf: entry.aliasOf };
  const named = namedByOutcome(entry, outcome, view);
  if (named === null) return page;
  const aliasOf = aliasTarget(entry.id, named.key, view);
  return aliasOf === null ? { ...page, reason: 'canonical-loop' } : { ...page, aliasOf, aliasBy: 'canonical' };
}

/** @param location where the URL that failed redirects to */
function failed(
  entry: HeldEntry,
  failure: Failure,
  spellings: readonly Spelling[] | null,
  location: string | null = null,
): OutcomePlan {
  const { course, end } = spellings === null ? { course: null, end: failure } : nextTry(entry, failure, spellings);
  const isFirst = entry.firstFailure === null;
  const nothing = { ...NOTHING, role: entry.role, location: isFirst ? location : null };
  if (end !== null) return { ...finished({ ...nothing, ...end }), course };
  const again = { status: null, reason: null, notBefore: null, attempts: 0, hops: 0, fetch: null };
  return { kind: 'again', again, spelling: null, course };
}

function finished(
  result: Result,
  details: PageDetails | null = null,
  undeclared: Station | null = null,
): Extract<OutcomePlan, { kind: 'finished' }> {
  return { kind: 'finished', result, details, undeclared, course: null };
}

const NOTHING = {
  reason: null,
  status: null,
  contentType: null,
  digest: null,
  aliasOf: null,
  aliasBy: null,
  location: null,
} as const;
