import type { Key } from '../canon/key.ts';

/** The gravest first. `pass` is what is as it should be, and is only counted. */
export const SEVERITIES = ['error', 'warning', 'info', 'pass'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** What a rule says of a page: the runner makes a finding of it. */
export interface Issue {
  /** The page that it is about: whose owner has something to do. */
  readonly key: Key;
  /** Another severity than the rule's own, for this one. */
  readonly severity?: Severity;
  /** What is wrong here: a clause without a capital and a full stop. */
  readonly message: string;
  /** What shows it, each fact under its name: `target`, `status`, `hops`, `similarity`, `evidence` … */
  readonly evidence?: Readonly<Record<string, EvidenceValue>>;
  /** Other URLs that it takes to understand it: members of a cluster, stations of a chain, in order. */
  readonly related?: readonly string[];
  /** Where in the page's markup, from 1. */
  readonly line?: number | null;
  readonly column?: number | null;
  /** What pages with the same root cause have in common, where that is more than the template of their paths. */
  readonly cause?: string;
}

export type EvidenceValue = string | number | boolean | null | readonly string[];

/** Something that a rule has found, with what belongs to every finding. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly key: Key;
  /** As found. */
  readonly url: string;
  readonly message: string;
  readonly evidence: Readonly<Record<string, EvidenceValue>>;
  readonly related: readonly string[];
  readonly line: number | null;
  readonly column: number | null;
  /** What it has in common with others of one root cause. */
  readonly cause: string;
  /** The same for the same finding in a later crawl. */
  readonly fingerprint: string;
  readonly page: FindingPage;
}

/** What is known of the page that a finding is about. */
interface FindingPage {
  readonly status: number | null;
  readonly depth: number;
  /** Links to it from other pages, and the first of these pages. */
  readonly inlinks: number;
  readonly referrers: readonly string[];
  /** Fingerprint of its text. */
  readonly text: string | null;
  /** The passes that take its URL to its key. */
  readonly passes: readonly string[];
}
