import type { Key } from '../canon/key.ts';

/** Severities, most severe first. Reports show `info` as a notice, and only count `pass`: nothing is wrong. */
export const SEVERITIES = ['error', 'warning', 'info', 'pass'] as const;

/** One of {@link SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];

/** A problem that a rule reports. `audit` turns it into a `Finding`. */
export interface Issue {
  /** The key of the page with the problem. */
  readonly key: Key;
  /**
   * The URL of the page that the issue is about. By default, the first one found; if that led to no page, the one that was
   * fetched instead.
   */
  readonly url?: string;
  /** Replaces the rule's severity for this issue. */
  readonly severity?: Severity;
  /** What is wrong, as a clause about the URL: `declares no canonical URL`. */
  readonly message: string;
  /** The facts behind the issue, by name: `target`, `status`, `hops`, `similarity`, `evidence` … */
  readonly evidence?: Readonly<Record<string, EvidenceValue>>;
  /** Other URLs involved: the members of a cluster, or the URLs of a chain in order. */
  readonly related?: readonly string[];
  /** Line in the page's HTML, from 1. */
  readonly line?: number | null;
  /** Column in the line, from 1, in UTF-16 code units. */
  readonly column?: number | null;
  /**
   * The other URL, if the issue is about how two URLs of a page differ. If a fact about the site makes them one page, the
   * fingerprint names the site instead of the page: a crawl finds such issues on pages that it fetched before it learned
   * the fact, and these may be others in the next crawl.
   */
  readonly twin?: string;
  /** Groups issues with the same root cause. The template of the URL by default. */
  readonly cause?: string;
}

/** A fact of a finding: a JSON scalar or a list of strings. */
export type EvidenceValue = string | number | boolean | null | readonly string[];

/** A problem that a rule found on a page. */
export interface Finding {
  /** The id of the rule. */
  readonly rule: string;
  /** The severity of this finding, which may differ from the rule's. */
  readonly severity: Severity;
  /** The key of the page. */
  readonly key: Key;
  /** The page's URL as found, without a fragment that its key drops. */
  readonly url: string;
  /** What is wrong, as a clause about the URL: `declares no canonical URL`. */
  readonly message: string;
  /** The facts behind the finding, by name. */
  readonly evidence: Readonly<Record<string, EvidenceValue>>;
  /** Other URLs involved: the members of a cluster, or the URLs of a chain in order. */
  readonly related: readonly string[];
  /** Line in the page's HTML, from 1; null if the finding has no place in it. */
  readonly line: number | null;
  /** Column in the line, from 1, in UTF-16 code units; null if the finding has no place in the HTML. */
  readonly column: number | null;
  /** The same text for findings with the same root cause. */
  readonly cause: string;
  /**
   * Identifies the finding across crawls: 16 hexadecimal digits of its rule and page, or of its rule and site, see
   * `Issue.twin`. Findings about several URLs of a page may share it.
   */
  readonly fingerprint: string;
  /** The page that the finding is about. */
  readonly page: FindingPage;
}

/** Facts about the page of a finding. */
export interface FindingPage {
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  /** Links from a seed. */
  readonly depth: number;
  /** How many other pages link to it. */
  readonly inlinks: number;
  /** The first pages that link to it. */
  readonly referrers: readonly string[];
  /** Fingerprint of its text; null if it has no text. */
  readonly text: string | null;
  /** The passes that change its URL into its key. */
  readonly passes: readonly string[];
}
