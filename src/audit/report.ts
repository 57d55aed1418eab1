import type { Claim } from '../evidence/claim.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { SuggestedRedirect } from './decision/suggested-redirects.ts';
import type { Finding, Severity } from './finding.ts';
import type { HistoryRow } from './history.ts';
import type { RuleText } from './rule.ts';
import type { TimeSpan } from './site/site.ts';

/** The result of an audit, which the formats write. `config/schema/audit.schema.json` describes it as JSON. */
export interface AuditReport {
  /** The version of this structure. */
  readonly version: 1;
  /** The program that made the report. */
  readonly tool: {
    /** Always `dustpan`. */
    readonly name: 'dustpan';
    /** Of the package. */
    readonly version: string;
  };
  /** The time of the report, ISO 8601. */
  readonly createdAt: string;
  /** When responses arrived; null if there are none. */
  readonly crawled: TimeSpan | null;
  /** The URLs that the crawl started from. */
  readonly seeds: readonly string[];
  /** Counts of the whole crawl. */
  readonly summary: AuditSummary;
  /** The rules that the audit checked, in the order of reports. */
  readonly rules: readonly RuleText[];
  /**
   * The root causes of the findings: the most severe first, then those that affect the most pages. What a template does
   * on 500 pages is 500 findings and one cause.
   */
  readonly causes: readonly CauseRow[];
  /** Most severe first, without the severity `pass`. */
  readonly findings: readonly Finding[];
  /** Fingerprints of the baseline's findings that are gone; empty without a baseline. */
  readonly fixed: readonly string[];
  /** How many findings the baseline has too, which are left out; null without a baseline. */
  readonly known: number | null;
  /**
   * This audit and earlier ones that checked the same, oldest first; at most 50. Empty if only some rules were checked.
   */
  readonly history: readonly HistoryRow[];
  /** All entries of the crawl, in order of discovery. */
  readonly entries: readonly EntryRow[];
  /** Groups of URLs of the same page. The largest clusters come first. */
  readonly clusters: readonly Cluster[];
  /** Entries that redirect. */
  readonly redirects: readonly RedirectRow[];
  /** The redirects to set up. */
  readonly suggestedRedirects: readonly SuggestedRedirect[];
  /** URLs that sitemaps list, one row per URL and sitemap. */
  readonly sitemap: readonly SitemapRow[];
  /** Indexable pages that lead their cluster: the pages that a sitemap should list. */
  readonly canonicals: readonly CanonicalRow[];
  /** Entries that the crawl skipped, by skip reason. */
  readonly skipped: readonly SkippedRow[];
  /** The claims of the ledger. */
  readonly claims: readonly ClaimRow[];
}

/** Counts of a whole crawl. */
export interface AuditSummary {
  /** Entries by state. */
  readonly states: Readonly<Record<string, number>>;
  /** HTML pages that were fetched successfully. */
  readonly pages: number;
  /** The pages among them that search engines may show: not marked noindex, and without another canonical URL. */
  readonly indexable: number;
  /** The pages among them that name another URL as canonical. */
  readonly canonicalized: number;
  /** Findings by severity. */
  readonly severities: Readonly<Record<Severity, number>>;
  /** Findings by rule id, without the severity `pass`. */
  readonly byRule: Readonly<Record<string, number>>;
  /** Entries by HTTP status, or by failure reason if there was no response: `200`, `301`, `timeout`. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Pages by depth, in links from a seed; index 0 counts the seeds. */
  readonly depths: readonly number[];
  /**
   * The duplicate URLs that the crawl avoided, as its summary counts them, by the pass they are attributed to, the largest
   * count first.
   */
  readonly saved: readonly {
    /** The name of the pass. */
    readonly pass: string;
    /** The class of the pass. */
    readonly class: string;
    /** How many URLs. */
    readonly count: number;
  }[];
  /** Pages by canonical URL: `self`, `elsewhere`, `conflicting`, `ignored` (search engines ignore the declaration, for example in the body) or `none`. */
  readonly canonicals: Readonly<Record<string, number>>;
}

/** Findings of one rule with one root cause. */
export interface CauseRow {
  /** The id of the rule. */
  readonly rule: string;
  /** The severity of the findings. */
  readonly severity: Severity;
  /** `Finding.cause` of the findings. */
  readonly cause: string;
  /** How many findings it has. */
  readonly findings: number;
  /** How many pages they are about. */
  readonly pages: number;
  /** The URLs of the first findings, at most 5. */
  readonly examples: readonly string[];
}

/** An entry of the crawl. */
export interface EntryRow {
  /** The first URL found for it, as written. */
  readonly url: string;
  /** The canonical key, the same for all its spellings. */
  readonly key: string;
  /** The passes that change the URL into the key. */
  readonly passes: readonly string[];
  /** `queued`, `leased`, `done`, `failed` or `skipped`. */
  readonly state: string;
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The skip or failure reason as a code, or a note on a fetched page; null if there is none. */
  readonly reason: string | null;
  /** Where the crawl found it: `seed`, `link`, `canonical`, `redirect` … */
  readonly source: string;
  /** The page or sitemap that led to it; null for seeds. */
  readonly foundOn: string | null;
  /** Links from a seed. */
  readonly depth: number;
  /** How many other pages link to it. */
  readonly inlinks: number;
  /** The canonical URL that it declares; null if it declares none, or several. */
  readonly canonical: string | null;
  /** Whether search engines may show it. */
  readonly indexable: boolean;
  /** The URLs that it redirects to, in order. */
  readonly redirects: readonly string[];
}

/** URLs of the same page. */
export interface Cluster {
  /** The URL that stands for the others. Findings, redirects and the sitemap name the same one. */
  readonly leader: string;
  /** Why, in words: `declared by the owner`, `redirects lead there` … */
  readonly reason: string;
  /** How many URLs there are, with the leader and those that `members` leaves out. */
  readonly size: number;
  /** The other URLs, at most 1000 rows. */
  readonly members: readonly ClusterMember[];
}

/** A URL of a cluster other than its leader. */
export interface ClusterMember {
  /** As found; the first one, if the row stands for several. */
  readonly url: string;
  /** HTTP status; null if the URL was not fetched or had no response. */
  readonly status: number | null;
  /** Why it belongs to the cluster: `spelling`, `redirect`, `canonical`, `equivalence` or `same-text`. */
  readonly by: string;
  /** The URL that it redirects to, names as canonical or is a spelling of: another member or the leader. */
  readonly to: string;
  /** The pass of a spelling, or the evidence of an equivalence; otherwise null. */
  readonly evidence: string | null;
  /** How many URLs the row stands for: spellings that differ only in their fragments are one row. */
  readonly count: number;
}

/** An entry that redirects. */
export interface RedirectRow {
  /** The URL that redirects. */
  readonly from: string;
  /** The last URL of the redirects. */
  readonly to: string;
  /** HTTP status of the first response. */
  readonly status: number | null;
  /** How many redirects there are in a row. */
  readonly hops: number;
  /** HTTP status at the end; null for a loop or if there was no response. */
  readonly end: number | null;
}

/** A URL that a sitemap lists. */
export interface SitemapRow {
  /** As written in the sitemap. */
  readonly url: string;
  /** The URL of the sitemap. */
  readonly sitemap: string;
  /** The `lastmod` as written; null if there is none. */
  readonly lastmod: string | null;
  /** HTTP status of the listed URL; null if there was no response. */
  readonly status: number | null;
  /** The id of the `sitemap/` rule that reports it; null if no rule does. */
  readonly rule: string | null;
}

/** An indexable page that leads its cluster. */
export interface CanonicalRow {
  /** The URL of the response, without its fragment. */
  readonly url: string;
  /** The `Last-Modified` header of the response; null if there is none. */
  readonly lastModified: string | null;
}

/** Entries that the crawl skipped for one reason. */
export interface SkippedRow {
  /** The skip reason, as a code. */
  readonly reason: string;
  /** The skip reason in words. */
  readonly means: string;
  /** How many entries were skipped. */
  readonly count: number;
  /** The first URLs, at most 20. */
  readonly examples: readonly string[];
}

/** A claim of the ledger with its evidence. */
export interface ClaimRow extends Claim {
  /** The evidence that the claim rests on. */
  readonly evidence: readonly Evidence[];
}
