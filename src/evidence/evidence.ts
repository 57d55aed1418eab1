import type { ClaimKind } from '../facts/claim-kind.ts';
/** What evidence is about, its place on the site aside. */
export interface Subject {
  readonly kind: ClaimKind;
  /** As in a fact; for www the host without it. */
  readonly host: string;
  /** The name of a parameter, or of one with its value (`sort=asc`), the file name of an index page, the domain of an IP address; null for other kinds. */
  readonly about: string | null;
}

/**
 * What evidence comes from, the strongest first:
 * - `user`: the user's word
 * - `permanent-redirect`: a 301 or 308
 * - `declaration`: rel=canonical on both pages, `No-Vary-Search`, `Clean-param`
 * - `content`: two pages fetched and compared
 * - `temporary-redirect`: a 302, 303 or 307
 * - `status`: one of the two is no page
 * - `log`: statuses and sizes in an access log
 */
export const EVIDENCE_SOURCES = [
  'user',
  'permanent-redirect',
  'declaration',
  'content',
  'temporary-redirect',
  'status',
  'log',
] as const;

export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** One observation: two URLs that differ in nothing but what the subject is about, and whether they are one page. */
export interface Evidence extends Subject {
  readonly source: EvidenceSource;
  /** Whether the two are one page; where they are not, or one of them is none, the claim is refuted. */
  readonly supports: boolean;
  /** Where on the site: the path of `page`; of what the user or a declaration says, the part of the site, which ends in a slash. */
  readonly path: string;
  /** The form that the site itself uses: the value that a fact would have. Null where that says nothing. */
  readonly target: string | null;
  /** The URL that was tried, on the wire. Null where no single one was. */
  readonly url: string | null;
  /** The URL of the page that it may stand for; null where no single one was. */
  readonly page: string | null;
  /** What the server answered on the way, in order; empty where nothing was asked. */
  readonly hops: readonly Hop[];
  /** What was seen, as a code: `redirects`, `loses-path`, `same-bytes`, `same-text`, `other-text`, `not-found` … */
  readonly seen: string;
  /** Whether the crawl saw it in passing, or somebody asked for it. */
  readonly by: 'crawl' | 'probe' | 'user' | 'log';
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** One answer of a server. */
export interface Hop {
  readonly url: string;
  readonly status: number;
  /** Where it redirects to, absolute; null where it does not. */
  readonly location: string | null;
}
