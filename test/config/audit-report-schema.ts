import { z } from 'zod';
import { SEVERITIES } from '../../src/audit/finding.ts';
import { REQUESTS } from '../../src/audit/history.ts';
import type { AuditReport } from '../../src/audit/report.ts';
import type { Key } from '../../src/canon/key.ts';
import { VERDICTS } from '../../src/evidence/claim.ts';
import { EVIDENCE_SOURCES } from '../../src/evidence/evidence.ts';
import { CLAIM_KINDS } from '../../src/facts/claim-kind.ts';

const count = z.int().min(0);
const counts = z.record(z.string(), count);
const status = z.int().nullable().describe('HTTP status; null if there was no response.');
const texts = z.array(z.string());
const severity = z.enum(SEVERITIES);
const milliseconds = z.number().describe('Milliseconds since the Unix epoch.');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in JSON, a key is a string
const key = z.string().describe('The canonical key of the page.') as unknown as z.ZodType<Key>;

const page = z.strictObject({
  status,
  depth: count.describe('Links from a seed.'),
  inlinks: count.describe('How many other pages link to it.'),
  referrers: texts.describe('The first pages that link to it.'),
  text: z.string().nullable().describe('Fingerprint of its text; null if it has no text.'),
  passes: texts.describe('The passes that change its URL into its key.'),
});

const finding = z.strictObject({
  rule: z.string().describe('The id of the rule.'),
  severity,
  key,
  url: z.string().describe('The URL of the page as found.'),
  message: z.string().describe('What is wrong, as a clause about the URL.'),
  evidence: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), texts]))
    .describe('The facts behind the finding, by name.'),
  related: texts.describe('Other URLs involved, such as the members of a cluster or the URLs of a chain.'),
  line: z.int().min(1).nullable().describe('Line in the HTML of the page.'),
  column: z.int().min(1).nullable().describe('Column in the line, in UTF-16 code units.'),
  cause: z.string().describe('The same text for findings with the same root cause.'),
  fingerprint: z.string().describe('Identifies the finding across crawls.'),
  page,
});

const cause = z.strictObject({
  rule: z.string().describe('The id of the rule.'),
  severity,
  cause: z.string().describe('The cause that its findings name.'),
  findings: count.describe('How many findings it has.'),
  pages: count.describe('How many pages they are about.'),
  examples: texts.max(5).describe('The URLs of the first findings.'),
});

const historyRow = z.strictObject({
  crawled: z.string().describe('When the newest response of the crawl arrived, ISO 8601.'),
  requests: z
    .enum(REQUESTS)
    .describe('What the audit fetched itself: nothing, URLs that pages name, or also links to other sites.'),
  pages: count.describe('HTML pages that were fetched successfully.'),
  severities: z.strictObject({ error: count, warning: count, info: count }),
  byRule: counts.describe('Findings by rule, without the severity pass.'),
});

const rule = z.strictObject({
  id: z.string(),
  severity,
  title: z.string().describe('The problem, as a heading.'),
  condition: z.string().describe('When the rule reports a finding.'),
  why: z.string().describe('The consequence of the problem.'),
  remedy: z.string().describe('How to fix the problem.'),
  reference: z.string().describe('A clause of a standard, or a URL.'),
});

const member = z.strictObject({
  url: z.string(),
  status,
  by: z.string().describe('Why it belongs to the cluster: spelling, redirect, canonical, equivalence or same-text.'),
  to: z.string().describe('The URL that it redirects to, names as canonical or is a spelling of.'),
  evidence: z.string().nullable().describe('The pass of a spelling, or the evidence of an equivalence.'),
  count: count.describe('How many URLs it stands for: spellings that differ only in their fragments are one.'),
});

const evidence = z.strictObject({
  kind: z.enum(CLAIM_KINDS),
  host: z.string(),
  about: z.string().nullable(),
  source: z.enum(EVIDENCE_SOURCES),
  supports: z.boolean().nullable(),
  path: z.string(),
  target: z.string().nullable(),
  url: z.string().nullable(),
  page: z.string().nullable(),
  hops: z.array(z.strictObject({ url: z.string(), status: z.int(), location: z.string().nullable() })),
  seen: z.string(),
  by: z.enum(['crawl', 'probe', 'user', 'archive', 'log']),
  at: milliseconds,
});

const claim = z.strictObject({
  kind: z.enum(CLAIM_KINDS),
  host: z.string(),
  about: z.string().nullable(),
  path: z.string(),
  verdict: z.enum(VERDICTS),
  target: z.string().nullable(),
  source: z.enum(EVIDENCE_SOURCES).nullable(),
  samples: count,
  contradictions: count,
  reason: z.string().nullable(),
  firstSeen: milliseconds,
  lastSeen: milliseconds,
  expires: milliseconds.nullable(),
  evidence: z.array(evidence),
});

const entryRow = z.strictObject({
  url: z.string(),
  key: z.string(),
  passes: texts,
  state: z.string(),
  status,
  reason: z.string().nullable(),
  source: z.string().describe('Where the crawl found it.'),
  foundOn: z.string().nullable().describe('The page or sitemap that led to it; null for seeds.'),
  depth: count,
  inlinks: count,
  canonical: z.string().nullable().describe('As declared; null for none or several.'),
  indexable: z.boolean(),
  redirects: texts.describe('The URLs that it redirects to, in order.'),
});

const summary = z.strictObject({
  states: counts.describe('Entries by state.'),
  pages: count.describe('HTML pages that were fetched successfully.'),
  indexable: count.describe('The pages among them that search engines may show.'),
  canonicalized: count.describe('The pages among them that name another URL as canonical.'),
  severities: z.record(severity, count),
  byRule: counts.describe('Findings by rule, without the severity pass.'),
  statuses: counts.describe('Entries by HTTP status, or by failure reason.'),
  depths: z.array(count).describe('Pages by depth, in links from a seed; index 0 counts the seeds.'),
  saved: z
    .array(z.strictObject({ pass: z.string(), class: z.string(), count }))
    .describe('Duplicate URLs that the crawl did not fetch, by the pass they are attributed to.'),
  canonicals: counts.describe(
    'Pages by canonical URL: self, elsewhere, conflicting, ignored (search engines ignore the declaration, for example in the body) or none.',
  ),
});

/** The structure that `audit --format json` writes. The published schema is made from it, and tests check reports with it. */
export const auditReportSchema: z.ZodType<AuditReport> = z.strictObject({
  version: z.literal(1).describe('The version of this structure.'),
  tool: z.strictObject({ name: z.literal('dustpan'), version: z.string() }),
  createdAt: z.string().describe('The time of the report, ISO 8601.'),
  crawled: z
    .strictObject({ from: z.string(), to: z.string() })
    .nullable()
    .describe('When the oldest and newest responses arrived, ISO 8601.'),
  seeds: texts,
  summary,
  rules: z.array(rule).describe('The rules that the audit checked.'),
  causes: z
    .array(cause)
    .describe('The root causes of the findings: the most severe first, then those that affect the most pages.'),
  findings: z.array(finding).describe('Most severe first.'),
  fixed: texts.describe('Fingerprints of findings of the baseline that are gone.'),
  known: count.nullable().describe('Findings that the baseline has too, which are left out; null without a baseline.'),
  history: z
    .array(historyRow)
    .describe(
      'This audit and earlier ones that checked the same, oldest first, with all findings, also those of a baseline. Empty if only some rules were checked.',
    ),
  entries: z.array(entryRow).describe('All entries of the crawl, in order of discovery.'),
  clusters: z.array(
    z.strictObject({
      leader: z.string().describe('The URL that stands for the others.'),
      reason: z.string().describe('Why, in words.'),
      size: count.describe('How many URLs there are, with the leader and those that members leaves out.'),
      members: z.array(member),
    }),
  ),
  redirects: z.array(z.strictObject({ from: z.string(), to: z.string(), status, hops: count, end: status })),
  suggestedRedirects: z
    .array(z.strictObject({ from: z.string(), to: z.string(), why: z.string() }))
    .describe('The redirects to set up.'),
  sitemap: z.array(
    z.strictObject({
      url: z.string(),
      sitemap: z.string(),
      lastmod: z.string().nullable(),
      status,
      rule: z.string().nullable().describe('The rule that reports the URL; null if no rule does.'),
    }),
  ),
  canonicals: z
    .array(z.strictObject({ url: z.string(), lastModified: z.string().nullable() }))
    .describe('Indexable pages that lead their cluster.'),
  skipped: z.array(z.strictObject({ reason: z.string(), means: z.string(), count, examples: texts })),
  claims: z.array(claim),
});
