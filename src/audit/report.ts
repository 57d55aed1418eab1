import type { Claim } from '../evidence/claim.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Finding, Severity } from './finding.ts';
import type { RuleText } from './rule.ts';

/** All that an audit has to say, as the formats write it. JSON, but for the lists that are read as they are written. */
export interface AuditReport {
  /** Of this shape. */
  readonly version: 1;
  readonly tool: { readonly name: 'dustpan'; readonly version: string };
  /** ISO 8601. */
  readonly createdAt: string;
  /** When the oldest and the newest of the answers came that it goes by, ISO 8601; null where there are none. */
  readonly crawled: { readonly from: string; readonly to: string } | null;
  readonly seeds: readonly string[];
  readonly summary: AuditSummary;
  /** Every rule that was looked with, in the order of reports. */
  readonly rules: readonly RuleText[];
  /** The gravest first. */
  readonly findings: readonly Finding[];
  /** Findings of an earlier audit that are no more, where there was a baseline: their fingerprints. */
  readonly fixed: readonly string[];
  /** Entries that are one page, those of most members first. */
  readonly clusters: readonly Cluster[];
  readonly redirects: readonly RedirectRow[];
  readonly sitemap: readonly SitemapRow[];
  /** Pages that search engines may show and that stand for themselves: what a sitemap should list. */
  readonly canonicals: readonly CanonicalRow[];
  readonly skipped: readonly SkippedRow[];
  readonly claims: readonly ClaimRow[];
}

export interface AuditSummary {
  /** Entries by state. */
  readonly states: Readonly<Record<string, number>>;
  /** Pages that were fetched, with success, and are HTML; and of these, those that search engines may show. */
  readonly pages: number;
  readonly indexable: number;
  readonly severities: Readonly<Record<Severity, number>>;
  /** Findings by rule, without what is as it should be. */
  readonly byRule: Readonly<Record<string, number>>;
  /** Entries by status: `200`, `301`, and the code of the failure where there was no answer. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Pages by links from a seed: at index 0 the seeds. */
  readonly depths: readonly number[];
  /** Duplicates that were not fetched, by the pass that told, with its class. */
  readonly saved: readonly { readonly pass: string; readonly class: string; readonly count: number }[];
  /** How pages declare their canonical URL: `self`, `elsewhere`, `none`, `conflicting`. */
  readonly canonicals: Readonly<Record<string, number>>;
}

export interface Cluster {
  /** The URL that stands for the others: the canonical one, as the site or the evidence says. */
  readonly leader: string;
  readonly members: readonly ClusterMember[];
}

export interface ClusterMember {
  readonly url: string;
  readonly status: number | null;
  /** How it is one with the leader: `spelling`, `redirect`, `canonical`, `equivalence`, `same-text`. */
  readonly by: string;
  /** The URL that it redirects to, names or is a spelling of: another member or the leader. */
  readonly to: string;
  /** The pass that tells, or the evidence in words; null where there is none. */
  readonly evidence: string | null;
}

export interface RedirectRow {
  readonly from: string;
  readonly to: string;
  readonly status: number | null;
  readonly hops: number;
  /** The status at the end. */
  readonly end: number | null;
}

export interface SitemapRow {
  readonly url: string;
  readonly sitemap: string;
  readonly lastmod: string | null;
  readonly status: number | null;
  /** The rule that finds fault with it; null where none does. */
  readonly rule: string | null;
}

export interface CanonicalRow {
  readonly url: string;
  /** The field `Last-Modified` of its response. */
  readonly lastModified: string | null;
}

export interface SkippedRow {
  readonly reason: string;
  readonly means: string;
  readonly count: number;
  readonly examples: readonly string[];
}

export interface ClaimRow extends Claim {
  readonly evidence: readonly Evidence[];
}
