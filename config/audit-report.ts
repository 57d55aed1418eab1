import { z } from 'zod';
import { SEVERITIES } from '../src/audit/finding.ts';
import type { AuditReport } from '../src/audit/report.ts';
import type { Key } from '../src/canon/key.ts';
import { VERDICTS } from '../src/evidence/claim.ts';
import { EVIDENCE_SOURCES } from '../src/evidence/evidence.ts';
import { CLAIM_KINDS } from '../src/facts/claim-kind.ts';

const count = z.int().min(0);
const counts = z.record(z.string(), count);
const status = z.int().nullable().describe('Of the answer; null where there was none.');
const texts = z.array(z.string());
const severity = z.enum(SEVERITIES);
const milliseconds = z.number().describe('Since the epoch.');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as JSON, a key is text like any other
const key = z.string().describe('The canonical URL that identifies the page.') as unknown as z.ZodType<Key>;

const page = z.strictObject({
  status,
  depth: count.describe('Links from a seed.'),
  inlinks: count.describe('Pages that link to it.'),
  referrers: texts.describe('The first of these.'),
  text: z.string().nullable().describe('Fingerprint of its text.'),
  passes: texts.describe('The passes that take its URL to its key.'),
});

const finding = z.strictObject({
  rule: z.string(),
  severity,
  key,
  url: z.string().describe('As found.'),
  message: z.string(),
  evidence: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), texts]))
    .describe('What shows it, each fact under its name.'),
  related: texts.describe('Other URLs that it takes to understand it.'),
  line: z.int().min(1).nullable().describe('Where in the markup of the page.'),
  column: z.int().min(1).nullable(),
  cause: z.string().describe('What it has in common with others of one root cause.'),
  fingerprint: z.string().describe('The same for the same finding in a later crawl.'),
  page,
});

const rule = z.strictObject({
  id: z.string(),
  severity,
  title: z.string(),
  condition: z.string(),
  why: z.string(),
  remedy: z.string(),
  reference: z.string(),
});

const member = z.strictObject({
  url: z.string(),
  status,
  by: z.string().describe('How it is one with the leader: spelling, redirect, canonical, equivalence or same-text.'),
  to: z.string().describe('The URL that it redirects to, names or is a spelling of.'),
  evidence: z.string().nullable(),
});

const evidence = z.strictObject({
  kind: z.enum(CLAIM_KINDS),
  host: z.string(),
  about: z.string().nullable(),
  source: z.enum(EVIDENCE_SOURCES),
  supports: z.boolean(),
  path: z.string(),
  target: z.string().nullable(),
  url: z.string().nullable(),
  page: z.string().nullable(),
  hops: z.array(z.strictObject({ url: z.string(), status: z.int(), location: z.string().nullable() })),
  seen: z.string(),
  by: z.enum(['crawl', 'probe', 'user', 'log']),
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

const summary = z.strictObject({
  states: counts.describe('Entries by state.'),
  pages: count.describe('Fetched, with success, and HTML.'),
  indexable: count.describe('Of these, those that search engines may show.'),
  severities: z.record(severity, count),
  byRule: counts.describe('Findings by rule, without what is as it should be.'),
  statuses: counts.describe('Entries by status, or by the code of the failure.'),
  depths: z.array(count).describe('Pages by links from a seed: at index 0 the seeds.'),
  saved: z
    .array(z.strictObject({ pass: z.string(), class: z.string(), count }))
    .describe('Duplicates that were not fetched, by the pass that told.'),
  canonicals: counts.describe('Pages by how they declare their canonical URL: self, elsewhere, none or conflicting.'),
});

/** What `audit --format json` writes. */
export const auditReportSchema: z.ZodType<AuditReport> = z.strictObject({
  version: z.literal(1).describe('Of this shape.'),
  tool: z.strictObject({ name: z.literal('dustpan'), version: z.string() }),
  createdAt: z.string().describe('ISO 8601.'),
  crawled: z
    .strictObject({ from: z.string(), to: z.string() })
    .nullable()
    .describe('When the oldest and the newest of the answers came that it goes by, ISO 8601.'),
  seeds: texts,
  summary,
  rules: z.array(rule).describe('Every rule that was looked with.'),
  findings: z.array(finding).describe('The gravest first.'),
  fixed: texts.describe('Fingerprints of findings of the baseline that are no more.'),
  clusters: z.array(z.strictObject({ leader: z.string(), members: z.array(member) })),
  redirects: z.array(z.strictObject({ from: z.string(), to: z.string(), status, hops: count, end: status })),
  sitemap: z.array(
    z.strictObject({
      url: z.string(),
      sitemap: z.string(),
      lastmod: z.string().nullable(),
      status,
      rule: z.string().nullable().describe('The rule that finds fault with it.'),
    }),
  ),
  canonicals: z
    .array(z.strictObject({ url: z.string(), lastModified: z.string().nullable() }))
    .describe('Pages that search engines may show and that stand for themselves.'),
  skipped: z.array(z.strictObject({ reason: z.string(), means: z.string(), count, examples: texts })),
  claims: z.array(claim),
});
