import type { AuditReport, ClaimRow } from '../../../src/audit/report.ts';
import { entryRow, finding, reportOf, sampleReport } from './sample-report.ts';

/** What a site may send in the hope that a report runs it, or that nobody can read the report. */
const HOSTILE_TEXTS: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(2)</script>',
  '<!--<script>',
  '"><svg onload=alert(3)>',
  "javascript:alert('4')",
  'data:text/html,<script>alert(5)</script>',
  'https://h/"onmouseover="alert(6)',
  'https://h/\u202egnp.exe\u2066\u200f',
  'https://h/\0\x1b[31m\r\n\u2028\ud800',
  '=HYPERLINK("https://evil.example")',
  '__proto__',
  'constructor',
  `https://h/${'a'.repeat(100_000)}`,
  '\u0300'.repeat(5000),
];

/** The sample report with hostile text wherever a site has a say, and in every other place besides. */
export function hostileReport(): AuditReport {
  const sample = sampleReport();
  const [first = ''] = HOSTILE_TEXTS;
  const claims: readonly ClaimRow[] = sample.claims.flatMap((claim) =>
    HOSTILE_TEXTS.map((text) => ({
      ...claim,
      host: text,
      about: text,
      path: text,
      target: text,
      reason: text,
      evidence: claim.evidence.map((one) => ({
        ...one,
        url: text,
        page: text,
        seen: text,
        hops: [{ url: text, status: 301, location: text }],
      })),
    })),
  );
  const counts = Object.fromEntries(HOSTILE_TEXTS.map((text) => [text, 1]));
  const report = reportOf(
    HOSTILE_TEXTS.map((text, index) => ({
      ...finding(index % 2 === 0 ? 'canonical/missing' : text, text, text, {
        evidence: { [text]: text, list: HOSTILE_TEXTS, none: null },
        related: HOSTILE_TEXTS,
        cause: text,
        passes: [text],
      }),
    })),
  );
  return {
    ...report,
    seeds: [first, ...HOSTILE_TEXTS],
    tool: { name: 'dustpan', version: first },
    createdAt: first,
    rules: [
      ...report.rules,
      ...HOSTILE_TEXTS.map((text) => ({
        id: text,
        severity: 'error' as const,
        title: text,
        condition: text,
        why: text,
        remedy: text,
        reference: text,
      })),
    ],
    summary: {
      ...report.summary,
      states: counts,
      statuses: counts,
      canonicals: counts,
      saved: HOSTILE_TEXTS.map((text) => ({ pass: text, class: text, count: 1 })),
    },
    history: HOSTILE_TEXTS.map((text) => ({
      crawled: text,
      requests: 'named',
      pages: 1,
      severities: { error: 1, warning: 0, info: 9 },
      byRule: { [text]: 1 },
    })),
    clusters: HOSTILE_TEXTS.map((leader) => ({
      leader,
      reason: leader,
      size: HOSTILE_TEXTS.length + 1,
      members: HOSTILE_TEXTS.map((url) => ({ url, status: null, by: url, to: leader, evidence: url, count: 1 })),
    })),
    entries: HOSTILE_TEXTS.map((text) =>
      entryRow(text, {
        passes: [text],
        state: text,
        reason: text,
        source: text,
        foundOn: text,
        canonical: text,
        redirects: [text],
      }),
    ),
    redirects: HOSTILE_TEXTS.map((text) => ({ from: text, to: text, status: null, hops: 1, end: null })),
    sitemap: HOSTILE_TEXTS.map((text) => ({ url: text, sitemap: text, lastmod: text, status: null, rule: text })),
    skipped: HOSTILE_TEXTS.map((text) => ({ reason: text, means: text, count: 1, examples: HOSTILE_TEXTS })),
    claims,
  };
}
