import { isTemporary, statusIn } from '../../src/status-codes.ts';
import type { EntryReason } from '../reasons.ts';
import {
  type Entry,
  type EntryId,
  type EntryState,
  type FoundUrl,
  isLasting,
  type Outcome,
  type PageDetails,
  type Settlement,
  type SpellingOutcome,
  selfEnd,
} from '../store.ts';
import { type AliasView, aliasTarget, declarationInCircle, isCircle, isSelf, type Station } from './aliases.ts';
import { isNoSitemap, type Leads } from './found.ts';
import {
  type Attempted,
  BY_FIRST,
  type Course,
  type Failure,
  failureFor,
  failureOf,
  faultOf,
  isOfSpelling,
  isRedirected,
  isTriedBefore,
  type MarkedSpelling,
  nextTry,
  QUEUED,
} from './other-spelling.ts';

/** A leased entry, as far as its outcome depends on it. */
export interface HeldEntry
  extends Attempted,
    Pick<
      Entry,
      | 'id'
      | 'key'
      | 'site'
      | 'depth'
      | 'status'
      | 'contentType'
      | 'digest'
      | 'fetchedAt'
      | 'role'
      | 'aliasBy'
      | 'location'
      | 'reason'
    > {
  readonly aliasOf: EntryId | null;
}

/** The fields that a final outcome writes. */
export interface Result
  extends Pick<Entry, 'reason' | 'status' | 'contentType' | 'digest' | 'aliasBy' | 'location' | 'role'> {
  /**
   * `queued` if the first URL redirects, and another spelling is fetched. If none has a page, this result stays. Also if the
   * document must be read again as a sitemap.
   */
  readonly state: Exclude<EntryState, 'leased'>;
  readonly aliasOf: EntryId | null;
}

/** The fields that change if the entry is fetched again. An entry that was fetched before keeps its status and reason. */
export interface Again extends Pick<Entry, 'status' | 'reason'> {
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
export type OutcomePlan = {
  /** The entry whose declared canonical is dropped because it closes a circle; null if there is none. */
  readonly undeclared: Station | null;
  /** By which spelling the entry is fetched from now on; null if that does not change. */
  readonly course: Course | null;
} & (
  | {
      /** The document has not changed since the last fetch, or no spelling has a page after the first URL redirected. */
      readonly kind: 'kept';
    }
  | {
      readonly kind: 'again';
      readonly again: Again;
      /** Another spelling of the entry. It is fetched next, so it does not count as a fetch saved. */
      readonly spelling: string | null;
    }
  | {
      readonly kind: 'finished';
      readonly result: Result;
      /** What to store of the page; `kept` leaves what is stored, and null removes it. */
      readonly details: PageDetails | 'kept' | null;
    }
);

/**
 * Plans what an outcome changes, in the same way for every store.
 *
 * @param spellings the wanted spellings of the entry other than its first, with those found in the same transaction, at
 * most `MAX_SPELLINGS`; none if not `wantsSpellings`
 */
export function planOutcome(
  entry: HeldEntry,
  outcome: Outcome,
  view: AliasView,
  spellings: readonly MarkedSpelling[] = [],
): OutcomePlan {
  switch (outcome.kind) {
    case 'unchanged':
      return kept(entry, view, null);
    case 'retry': {
      const { status, reason, notBefore, isSiteAway = false } = outcome;
      return again({ status, reason, notBefore, attempts: isSiteAway ? 0 : 1 });
    }
    case 'page':
      return pageRead(entry, outcome, pageResult(entry, outcome, view));
    case 'redirect':
      return isSelf(entry, outcome.to.key, view)
        ? redirectWithin(entry, outcome, view, spellings)
        : redirectAway(entry, outcome, view, spellings);
    case 'failed':
    case 'refused':
      return withDocument(entry, outcome, failed(entry, failureOf(outcome), view, spellings));
  }
}

/**
 * An entry that fails only temporarily keeps its document, which is not shown meanwhile (`entryFrom`). If it is answered with
 * 304 later, it becomes a page with status 200, and loses its alias or note. So an entry with either is fetched in full.
 */
function withDocument(entry: HeldEntry, outcome: Failed, plan: OutcomePlan): OutcomePlan {
  if (plan.kind !== 'finished' || isLasting(outcome)) return plan;
  const { status, reason, contentType, digest, aliasBy } = entry;
  const isNoted = status !== null && status < 400 && reason !== null;
  const details = aliasBy === null && !isNoted ? 'kept' : null;
  return { ...plan, result: { ...plan.result, contentType, digest }, details };
}

/** Whether the plan of an outcome depends on the spellings of its entry. */
export function wantsSpellings(entry: Attempted, outcome: Outcome): boolean {
  const { firstFailure } = entry;
  if (outcome.kind === 'redirect') {
    const { status, to } = outcome;
    // A temporary redirect may turn out to be a loop.
    return (
      firstFailure !== null ||
      isTemporary(status) ||
      faultOf(entry, { ...REDIRECTED, status, location: to.url }) !== null
    );
  }
  if (outcome.kind !== 'failed' && outcome.kind !== 'refused') return false;
  return isOfSpelling(failureOf(outcome)) || (firstFailure !== null && outcome.kind === 'failed');
}

/** How an entry stands after an outcome of one of its spellings, if not as the outcome says. */
export function outcomeOfSpelling({ id, url, firstFailure }: HeldEntry, plan: OutcomePlan): SpellingOutcome | null {
  if (plan.course === null) return null;
  if (plan.kind === 'kept') return { id, url, state: 'done', reason: null, status: statusIn(firstFailure ?? '') };
  if (plan.kind === 'again' || plan.result.state === 'queued') return { id, url, ...QUEUED };
  const { state, reason, status } = plan.result;
  return firstFailure === null ? null : { id, url, state, reason, status };
}

/** Whether the plan of an outcome depends on what the entry is an alias of, because it may stay that alias. */
export function wantsAlias({ aliasBy, firstFailure }: HeldEntry, { kind }: Outcome): boolean {
  if (aliasBy === null || aliasBy === 'equivalence') return false;
  return kind === 'unchanged' || (kind !== 'page' && isRedirected({ firstFailure }));
}

/** How an entry stands after its outcome. */
export function standingAfter(
  { role, aliasBy }: HeldEntry,
  plan: OutcomePlan,
): Pick<Result, 'state' | 'reason' | 'role' | 'aliasBy'> {
  if (plan.kind === 'finished') return plan.result;
  return { state: plan.kind === 'kept' ? 'done' : 'queued', reason: null, role, aliasBy };
}

/** The other URL that an outcome may name: where it redirects to, or its declared canonical. */
export function namedIn(outcome: Outcome): FoundUrl | null {
  if (outcome.kind === 'page') return outcome.canonical;
  return outcome.kind === 'redirect' ? outcome.to : null;
}

/** That URL, if it is of another entry. */
export function namedByOutcome(entry: HeldEntry, outcome: Outcome, view: AliasView): FoundUrl | null {
  const named = namedIn(outcome);
  return named === null || isSelf(entry, named.key, view) ? null : named;
}

/** The URLs that a document leads to, with the other one that its outcome names. */
export function foundBy(entry: HeldEntry, { outcome, found }: Settlement, view: AliasView): readonly FoundUrl[] {
  const named = namedByOutcome(entry, outcome, view);
  if (named === null) return found;
  // Only a URL whose redirects lead back is requested again.
  const leadsElsewhere = named.hasNewCookies === true && aliasTarget(entry.id, named.key, view) !== null;
  return [leadsElsewhere ? { ...named, hasNewCookies: false } : named, ...found];
}

/** What becomes of the links that an entry had: the document's own replace them, none remain, or they stay. */
export function linksAfter(outcome: Outcome, plan: OutcomePlan): 'replaced' | 'removed' | 'kept' {
  if (plan.kind !== 'finished') return 'kept';
  if (outcome.kind === 'page') return 'replaced';
  if (outcome.kind === 'redirect') return plan.result.location === null ? 'removed' : 'replaced';
  const isFailure = outcome.kind === 'failed' || outcome.kind === 'refused';
  return isFailure && isLasting(outcome) ? 'removed' : 'kept';
}

/**
 * The links of a document that an outcome read. The page of another spelling also keeps where the first one redirects to:
 * links still lead there.
 */
export function leadsAfter({ firstFailure, aliasBy, aliasOf }: HeldEntry, outcome: Outcome, leads: Leads): Leads {
  const isDetour = outcome.kind === 'page' && aliasBy === 'redirect' && isRedirected({ firstFailure });
  return isDetour && aliasOf !== null ? { ...leads, named: [...leads.named, { id: aliasOf, url: null }] } : leads;
}

type Failed = Extract<Outcome, { kind: 'failed' | 'refused' }>;
type Redirect = Extract<Outcome, { kind: 'redirect' }>;
type Page = Extract<Outcome, { kind: 'page' }>;

/**
 * A redirect to another spelling of the entry. That is fetched next, unless there were too many redirects or it was tried
 * before.
 */
function redirectWithin(
  entry: HeldEntry,
  outcome: Redirect,
  view: AliasView,
  spellings: readonly MarkedSpelling[],
): OutcomePlan {
  const end = selfEnd(outcome, entry.finalUrl ?? entry.url);
  if (end !== null) return planOutcome(entry, end, view, spellings);
  const fetch = outcome.to.url.toWellFormed();
  // Many sites redirect every spelling of a missing page to one that they prefer.
  if (!isTemporary(outcome.status) && isTriedBefore(fetch, entry, spellings)) {
    return failed(entry, { ...LOOP, status: outcome.status }, view, spellings);
  }
  return { ...again({ hops: outcome.to.hops, fetch }), spelling: fetch === entry.url ? null : fetch };
}

function redirectAway(
  entry: HeldEntry,
  { status, to }: Redirect,
  view: AliasView,
  spellings: readonly MarkedSpelling[],
): OutcomePlan {
  const undeclared = declarationInCircle(entry.id, to.key, view);
  const aliasOf = aliasTarget(entry.id, to.key, view, undeclared);
  const location = to.url.toWellFormed();
  if (aliasOf === null) return failed(entry, { ...LOOP, status }, view, spellings, location);
  const alias = {
    ...NOTHING,
    state: 'done',
    role: entry.role,
    status,
    aliasOf,
    aliasBy: 'redirect',
    location,
  } as const;
  const fault = faultOf(entry, alias);
  if (fault === null) return finished(alias, null, undeclared);
  const course = nextTry(entry, fault, spellings);
  if (entry.firstFailure !== null)
    return course === null ? endAsFirst(entry, entry.firstFailure, view) : again({}, course);
  // The digest tells whether the page of another spelling has changed.
  const result = course === null ? alias : ({ ...alias, state: 'queued', digest: entry.digest } as const);
  return { ...finished(result, null, undeclared), course: course ?? courseAfter(spellings) };
}

/** A document that robots.txt named as a sitemap while it was read as a page is fetched in full again. */
function pageRead({ role, reason }: HeldEntry, { role: read, note, details }: Page, result: Result): OutcomePlan {
  const isReadAgain =
    role === 'sitemap' && read === 'page' && isNoSitemap({ reason }) && !isNoSitemap({ reason: note });
  return isReadAgain ? finished({ ...result, state: 'queued', reason: null, role }) : finished(result, details);
}

function pageResult(entry: HeldEntry, outcome: Page, view: AliasView): Result {
  const { status, contentType, digest, note, role } = outcome;
  const page: Result = { ...NOTHING, state: 'done', status, contentType, digest, reason: note, role };
  if (entry.aliasBy === 'equivalence') return { ...page, aliasBy: entry.aliasBy, aliasOf: entry.aliasOf };
  const named = namedByOutcome(entry, outcome, view);
  if (named === null) return page;
  const aliasOf = aliasTarget(entry.id, named.key, view);
  if (aliasOf !== null) return { ...page, aliasOf, aliasBy: 'canonical' };
  return { ...page, reason: note === null ? 'canonical-loop' : `${note} canonical-loop` };
}

/**
 * Another spelling is fetched, or the entry ends: as its first URL did, if another one failed.
 *
 * @param location where the URL that failed redirects to
 */
function failed(
  entry: HeldEntry,
  failure: Failure,
  view: AliasView,
  spellings: readonly MarkedSpelling[],
  location: string | null = null,
): OutcomePlan {
  const { firstFailure, role } = entry;
  const course = nextTry(entry, failure.reason, spellings);
  if (course !== null) return again({}, course);
  // A handler skipped the page that another spelling led to.
  const isOfPage = failure.reason === 'handler';
  if (firstFailure !== null && !isOfPage) return endAsFirst(entry, firstFailure, view);
  const end = finished({ ...NOTHING, role, ...failure, location });
  return { ...end, course: courseAfter(spellings) };
}

function endAsFirst(entry: HeldEntry, reason: EntryReason, view: AliasView): OutcomePlan {
  if (isRedirected(entry)) return kept(entry, view, BY_FIRST);
  return { ...finished({ ...NOTHING, role: entry.role, ...failureFor(reason) }), course: BY_FIRST };
}

/** The entry keeps what its last answer declared, unless other answers since then have made a circle of it. */
function kept(entry: HeldEntry, view: AliasView, course: Course | null): OutcomePlan {
  const { id, role, aliasOf, aliasBy, location, firstFailure } = entry;
  const isLoop = aliasOf !== null && aliasBy !== 'equivalence' && isCircle(id, aliasOf, view);
  if (isLoop && aliasBy === 'redirect') {
    const status = firstFailure === null ? null : statusIn(firstFailure);
    return { ...finished({ ...NOTHING, ...LOOP, role, status, location }), course };
  }
  return { kind: 'kept', undeclared: isLoop ? { id, state: 'done', role, aliasOf, aliasBy } : null, course };
}

/** The course of an entry that ends, if spellings are left that need not be tried any more. */
function courseAfter(spellings: readonly MarkedSpelling[]): Course | null {
  return spellings.some(({ mark }) => mark === null) ? BY_FIRST : null;
}

function again(change: Partial<Again>, course: Course | null = null): Extract<OutcomePlan, { kind: 'again' }> {
  const nothing = { status: null, reason: null, notBefore: null, attempts: 0, hops: null, fetch: null };
  return { kind: 'again', again: { ...nothing, ...change }, spelling: null, undeclared: null, course };
}

function finished(
  result: Result,
  details: PageDetails | null = null,
  undeclared: Station | null = null,
): Extract<OutcomePlan, { kind: 'finished' }> {
  return { kind: 'finished', result, details, undeclared, course: null };
}

const REDIRECTED = { state: 'done', reason: null } as const;

const LOOP = { state: 'failed', reason: 'redirect-loop' } as const;

const NOTHING = {
  reason: null,
  status: null,
  contentType: null,
  digest: null,
  aliasOf: null,
  aliasBy: null,
  location: null,
} as const;
