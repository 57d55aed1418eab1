import type { ClaimKind } from '../facts/claim-kind.ts';

/** What evidence is about, apart from the part of the site. */
export interface Subject {
  /** The kind of fact. */
  readonly kind: ClaimKind;
  /** The host as in a fact; for `www`, the host without www. */
  readonly host: string;
  /**
   * The name of a parameter, or name and value (`sort=asc`); the file name of an index page; the domain of an IP
   * address; null for other kinds.
   */
  readonly about: string | null;
}

/**
 * Sources of evidence, strongest first:
 * - `user`: a statement by the user
 * - `permanent-redirect`: a 301 or 308
 * - `declaration`: rel=canonical on both pages, `No-Vary-Search`, `Clean-param`
 * - `content`: two pages fetched and compared
 * - `temporary-redirect`: a 302, 303 or 307
 * - `status`: one of the URLs is not a page
 * - `archive`: redirects and digests of pages in the index of a web archive
 * - `log`: status codes and sizes in an access log
 */
export const EVIDENCE_SOURCES = [
  'user',
  'permanent-redirect',
  'declaration',
  'content',
  'temporary-redirect',
  'status',
  'archive',
  'log',
] as const;

/** One of {@link EVIDENCE_SOURCES}. */
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** One observation: two URLs that differ only in the subject, and whether they are the same page. */
export interface Evidence extends Subject {
  /** Where the observation comes from. */
  readonly source: EvidenceSource;
  /**
   * Whether the URLs are the same page. If not, or if one of them is not a page, the evidence refutes the claim. Null if a
   * comparison left that open.
   */
  readonly supports: boolean | null;
  /** The path of `page`. For a statement or declaration about a part of the site, that part, with a trailing slash. */
  readonly path: string;
  /** The form that the site uses, as the value of a fact; null if unknown. */
  readonly target: string | null;
  /** The URL that was tried, as a client sends it; null if there is no single one. */
  readonly url: string | null;
  /** The URL of the page that it may be a duplicate of; null if there is no single one. */
  readonly page: string | null;
  /** The server's responses in order; empty if no request was made. */
  readonly hops: readonly Hop[];
  /** What was observed, as a code: `redirects`, `loses-path`, `same-bytes`, `same-text`, `other-text`, `not-found`, `noise` … */
  readonly seen: string;
  /** Who observed it: the crawl in passing, a probe, the user, a web archive, or an access log. */
  readonly by: 'crawl' | 'probe' | 'user' | 'archive' | 'log';
  /** When it was observed, in milliseconds since the epoch. */
  readonly at: number;
}

/** What was observed of a page that shows one text whatever the value of a parameter: it is evidence for that page alone. */
export const REPEATED_TEXT = 'repeated-text';

/** What a probe observed of two URLs of one page whose text or links change at each request. */
export const SAME_APART_FROM_CHANGES = 'same-apart-from-changes';

/** One response of a server. */
export interface Hop {
  /** The requested URL. */
  readonly url: string;
  /** The HTTP status code. */
  readonly status: number;
  /** The absolute URL that the response redirects to; null if it is not a redirect. */
  readonly location: string | null;
}
