import type { Issue, Severity } from './finding.ts';
import type { AuditPage, AuditRecord } from './site/page.ts';
import type { AuditSite } from './site/site.ts';

/** The texts of a rule. */
export interface RuleText {
  /** Group and name: `canonical/missing`. */
  readonly id: string;
  /** The default severity of findings. A rule may set another one for a single finding. */
  readonly severity: Severity;
  /** The problem, as a heading of a few words: `no canonical URL`. */
  readonly title: string;
  /** When the rule reports a finding, as a sentence. */
  readonly condition: string;
  /** The consequence of the problem, as a sentence. */
  readonly why: string;
  /** How to fix the problem, as a sentence. */
  readonly remedy: string;
  /** The source: a standard's clause, or the URL of a search engine's documentation. */
  readonly reference: string;
}

/** A rule of your own: a check of a crawl. It has `checkPage`, `checkSite` or both. */
export interface CustomRule extends RuleText {
  /** Two small, similar sites. */
  readonly examples?: RuleExamples;
  /** Whether its findings name targets of links, also on other sites. Otherwise findings about other sites are dropped. */
  readonly isAboutLinks?: boolean;
  /**
   * Does long work that the checks need, in steps: between two steps, the audit can show its progress or stop. Called once,
   * before the checks. If it throws, the rule checks nothing.
   */
  readonly prepare?: (site: AuditSite) => Iterable<unknown>;
  /** Checks one page. Called for each HTML page that was fetched successfully. */
  readonly checkPage?: (page: AuditPage, record: AuditRecord, site: AuditSite) => Iterable<Issue>;
  /** Checks the whole crawl. Called once. */
  readonly checkSite?: (site: AuditSite) => Iterable<Issue>;
}

/** A built-in rule. */
export interface Rule extends CustomRule {
  readonly examples: RuleExamples;
}

/** Two small, similar sites. */
export interface RuleExamples {
  /** Here the rule reports a finding. */
  readonly bad: readonly ExamplePage[];
  /** Here it does not. */
  readonly good: readonly ExamplePage[];
}

/** A URL of an example site and its response. The first URL of an example is the seed. */
export interface ExamplePage {
  /** Absolute. */
  readonly url: string;
  /** HTTP status; 200 by default. */
  readonly status?: number;
  /** Response headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The response body: HTML, a sitemap or a robots.txt. */
  readonly body?: string;
  /** The body as a browser shows it, if scripts change it. The crawl of an example with such a page renders it. */
  readonly rendered?: string;
}
