import type { Issue, Severity } from './finding.ts';
import type { AuditPage, AuditRecord } from './site/page.ts';
import type { AuditSite } from './site/site.ts';

/** What a rule says of itself. */
export interface RuleText {
  /** Its group and name: `canonical/missing`. */
  readonly id: string;
  readonly severity: Severity;
  /** What is wrong, as a heading of a few words: `no canonical URL`. */
  readonly title: string;
  /** When it applies, in a sentence. */
  readonly condition: string;
  /** What it leads to, in a sentence: why somebody should care. */
  readonly why: string;
  /** What to do, in a sentence. */
  readonly remedy: string;
  /** Where it is written: a standard's clause, or the documentation of a search engine. */
  readonly reference: string;
}

/**
 * Something to look for in a crawl: one file in `rules/`, and a line in its `index.ts`. A rule has `checkPage` or
 * `checkSite`, whichever says it shorter.
 */
export interface Rule extends RuleText {
  readonly examples: { readonly bad: readonly ExamplePage[]; readonly good: readonly ExamplePage[] };
  /** Looks at one page; called for each one that was fetched and is HTML. */
  readonly checkPage?: (page: AuditPage, record: AuditRecord, site: AuditSite) => Iterable<Issue>;
  /** Looks at all there is. */
  readonly checkSite?: (site: AuditSite) => Iterable<Issue>;
}

/** A URL of a small site with what the server answers; the first of an example is the seed. */
export interface ExamplePage {
  readonly url: string;
  /** 200 unless said. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTML; for a sitemap or a robots.txt what it holds. */
  readonly body?: string;
}
