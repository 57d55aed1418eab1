import { evidenceOf } from '../evidence/claim-evidence.ts';
import { type OptionNames, refuseUnknownOptions } from '../known-options.ts';
import { PASSES } from '../passes/index.ts';
import { version } from '../version.ts';
import { clustersOf } from './clusters.ts';
import { isListable } from './decision/decision.ts';
import { suggestedRedirects } from './decision/suggested-redirects.ts';
import { entryRows } from './entry-rows.ts';
import type { Finding } from './finding.ts';
import { causesOf } from './groups.ts';
import type { HistoryRow } from './history.ts';
import type {
  AuditReport,
  AuditSummary,
  CanonicalRow,
  ClaimRow,
  RedirectRow,
  SitemapRow,
  SkippedRow,
} from './report.ts';
import type { CustomRule, RuleText } from './rule.ts';
import { RULES } from './rules/index.ts';
import { countedCanonicals } from './site/counted-canonicals.ts';
import type { AuditPage } from './site/page.ts';
import type { AuditSite } from './site/site.ts';
import { preferredUrl } from './site/spellings.ts';
import { namesAnother } from './site/target.ts';
import { whenRead } from './when-read.ts';

/** What a report says in addition to the site, or instead of it. */
export interface ReportOptions {
  /** The version of the program that makes the report. That of this package by default. */
  readonly toolVersion?: string;
  /** The time of the report. Now by default. */
  readonly createdAt?: Date;
  /** When the oldest and newest responses arrived. That of the site by default. */
  readonly crawled?: AuditReport['crawled'];
  /** The URLs that the crawl started from. Those of the site by default. */
  readonly seeds?: readonly string[];
  /** The rules that the audit checked. {@link RULES} by default, as in `audit`. */
  readonly rules?: readonly CustomRule[];
  /** The ids of rules that failed on some pages: what they no longer find does not count as fixed. */
  readonly failedRules?: readonly string[];
  /** A map from the fingerprint of each finding of an earlier audit to the id of its rule. Null by default: no baseline. */
  readonly baseline?: ReadonlyMap<string, string> | null;
  /** This audit and those to compare it with. Empty by default. */
  readonly history?: readonly HistoryRow[];
  /** The claims of the ledger with their evidence. Those of the site by default. */
  readonly claims?: readonly ClaimRow[];
  /** Explains a skip reason in words. By default, the words of its code: `not included`. */
  readonly meaningOf?: (reason: string) => string;
}

/** All options of `buildReport`. */
export const REPORT_OPTIONS: OptionNames<ReportOptions> = {
  toolVersion: true,
  createdAt: true,
  crawled: true,
  seeds: true,
  rules: true,
  failedRules: true,
  baseline: true,
  history: true,
  claims: true,
  meaningOf: true,
};

/** Deeper pages count as being at this depth. */
const MAX_DEPTH = 1000;
/** How many example URLs to list for a skip reason. */
const MAX_EXAMPLES = 20;

/**
 * Builds the report of an audit, which `reportText` and the formats write. With a baseline, the report leaves out findings
 * that the baseline has.
 *
 * @param found all findings, in the order of `audit`
 * @throws {UnknownOptionError} if an option does not exist
 */
export function buildReport(site: AuditSite, found: readonly Finding[], options: ReportOptions = {}): AuditReport {
  refuseUnknownOptions(options, REPORT_OPTIONS, 'of buildReport');
  const { toolVersion = version, createdAt = new Date(), crawled = site.crawled, seeds = seedsOf(site) } = options;
  const { rules = RULES, failedRules = [], baseline = null, history = [], claims = claimsOf(site) } = options;
  const { meaningOf = inWords } = options;
  const left = baseline === null ? found : found.filter(({ fingerprint }) => !baseline.has(fingerprint));
  const findings = left.filter(({ severity }) => severity !== 'pass');
  // As long as the crawl, and only some formats read them.
  const entries = whenRead(() => entryRows(site));
  const clusters = whenRead(() => clustersOf(site));
  const redirects = whenRead(() => site.pages.flatMap((page) => redirectOf(page, site)));
  const suggested = whenRead(() => suggestedRedirects(site));
  const canonicals = whenRead(() =>
    site.pages.flatMap((page) => (isListable(page, site) ? canonicalRow(page, site) : [])),
  );
  return {
    version: 1,
    tool: { name: 'dustpan', version: toolVersion },
    createdAt: createdAt.toISOString(),
    crawled,
    seeds,
    summary: summaryOf(site, left),
    rules: rules.map(textOf),
    causes: causesOf(findings, rules),
    findings,
    fixed:
      baseline === null
        ? []
        : fixedOf(
            baseline,
            new Set(found.map(({ fingerprint }) => fingerprint)),
            rules.filter(({ id }) => !failedRules.includes(id)),
          ),
    known: baseline === null ? null : found.length - left.length,
    history,
    get entries() {
      return entries();
    },
    get clusters() {
      return clusters();
    },
    get redirects() {
      return redirects();
    },
    get suggestedRedirects() {
      return suggested();
    },
    sitemap: sitemapRows(site, left),
    get canonicals() {
      return canonicals();
    },
    skipped: skippedRows(site, meaningOf),
    claims,
  };
}

function seedsOf({ pages }: AuditSite): readonly string[] {
  return pages.filter(({ entry }) => entry.source === 'seed').map(({ url }) => url);
}

function claimsOf({ claims, evidence }: AuditSite): readonly ClaimRow[] {
  const known = evidenceOf(claims, evidence);
  return claims.map((claim) => ({ ...claim, evidence: known.get(claim) ?? [] }));
}

function inWords(reason: string): string {
  return reason.replaceAll('-', ' ');
}

/** The baseline's findings that are gone. Ignores findings of rules that this audit did not check. */
function fixedOf(
  baseline: ReadonlyMap<string, string>,
  found: ReadonlySet<string>,
  rules: readonly CustomRule[],
): readonly string[] {
  const looked = new Set(rules.flatMap(({ id, severity }) => (severity === 'pass' ? [] : [id])));
  return [...baseline].flatMap(([print, rule]) => (looked.has(rule) && !found.has(print) ? [print] : []));
}

function textOf({ id, severity, title, condition, why, remedy, reference }: CustomRule): RuleText {
  return { id, severity, title, condition, why, remedy, reference };
}

function summaryOf(site: AuditSite, findings: readonly Finding[]): AuditSummary {
  const pages = site.pages.filter(({ isPage }) => isPage);
  return {
    states: tally(site.pages.map(({ entry }) => entry.state)),
    pages: pages.length,
    indexable: pages.filter(({ isIndexable }) => isIndexable).length,
    canonicalized: pages.filter(namesAnother).length,
    severities: { error: 0, warning: 0, info: 0, pass: 0, ...tally(findings.map(({ severity }) => severity)) },
    byRule: tally(findings.flatMap(({ rule, severity: own }) => (own === 'pass' ? [] : [rule]))),
    statuses: tally(site.pages.flatMap(statusOf)),
    depths: depthsOf(pages),
    saved: savedBy(site),
    canonicals: tally(pages.map((page) => canonicalOf(page, site))),
  };
}

function statusOf({ entry: { state, status, reason } }: AuditPage): readonly string[] {
  if (status !== null) return [String(status)];
  return state === 'failed' ? [reason ?? 'failed'] : [];
}

function depthsOf(pages: readonly AuditPage[]): readonly number[] {
  const depths: number[] = [];
  for (const { entry } of pages) {
    const depth = Math.min(entry.depth, MAX_DEPTH);
    while (depths.length <= depth) depths.push(0);
    depths[depth] = (depths[depth] ?? 0) + 1;
  }
  return depths;
}

function savedBy({ duplicates, canon }: AuditSite): AuditSummary['saved'] {
  const classes = new Map([...PASSES, ...(canon.passes ?? [])].map((pass) => [pass.name, pass.class]));
  return [...duplicates]
    .map(([pass, count]) => ({ pass, class: classes.get(pass) ?? '', count }))
    .toSorted((a, b) => b.count - a.count || (a.pass < b.pass ? -1 : 1));
}

function canonicalOf(page: AuditPage, site: AuditSite): string {
  if (page.canonical !== null) return page.canonical.key === page.key ? 'self' : 'elsewhere';
  const declared = site.record(page)?.canonicals ?? [];
  if (countedCanonicals(declared).length > 0) return 'conflicting';
  return declared.length > 0 ? 'ignored' : 'none';
}

function redirectOf(page: AuditPage, site: AuditSite): readonly RedirectRow[] {
  const { aliasBy, reason, url, status, location } = page.entry;
  if (aliasBy !== 'redirect' && reason !== 'redirect-loop') return [];
  const { page: last, chain, url: end } = site.end(page);
  const hops = Math.max(chain.length - 1, 1);
  // The entry that closes a loop is not an alias. Its response names the URL.
  const to = aliasBy === null ? (location ?? end) : end;
  return [{ from: url, to, status, hops, end: last === null ? null : last.entry.status }];
}

function sitemapRows(site: AuditSite, findings: readonly Finding[]): readonly SitemapRow[] {
  const faults = new Map(
    findings.filter(({ rule }) => rule.startsWith('sitemap/')).map(({ key, rule }) => [key, rule] as const),
  );
  return site.pages.flatMap(({ key, entry }) =>
    entry.listings.map(({ url, sitemap, lastmod }) => {
      const file = site.page(sitemap)?.url ?? sitemap;
      return { url, sitemap: file, lastmod, status: entry.status, rule: faults.get(key) ?? null };
    }),
  );
}

function canonicalRow(page: AuditPage, site: AuditSite): CanonicalRow {
  return { url: preferredUrl(page, site), lastModified: page.entry.details?.lastModified ?? null };
}

function skippedRows({ pages }: AuditSite, meaningOf: (reason: string) => string): readonly SkippedRow[] {
  const skipped = Map.groupBy(
    pages.filter(({ entry }) => entry.state === 'skipped'),
    ({ entry }) => entry.reason ?? '',
  );
  return [...skipped]
    .map(([reason, those]) => ({
      reason,
      means: meaningOf(reason),
      count: those.length,
      examples: those.slice(0, MAX_EXAMPLES).map(({ entry }) => entry.url),
    }))
    .toSorted((a, b) => b.count - a.count);
}

function tally(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}
