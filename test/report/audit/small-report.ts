import type { AuditReport } from '../../../src/audit/report.ts';
import { RULES } from '../../../src/audit/rules/index.ts';
import { entryRow, finding, reportOf } from '../html/sample-report.ts';

const SITE = 'https://www.brooms.example';
const NAMES: readonly string[] = ['target/error', 'canonical/missing', 'links/redirect', 'canonical/self', 'dup/www'];

/** A finding of each severity, a rule with several causes, a rule without findings, and a rule of the severity pass. */
export function smallReport(): AuditReport {
  return reportOf(
    [
      finding('target/error', `${SITE}/shop/mop`, 'names a canonical URL that answers with status 404', {
        severity: 'error',
        evidence: { target: `${SITE}/shop/mops`, status: 404, reason: null },
        related: [`${SITE}/shop/mops`],
        line: 8,
      }),
      ...['/shop/1', '/shop/2', '/shop/3', '/journal/a?page=2'].map((path) =>
        finding('canonical/missing', SITE + path, 'declares no canonical URL', { severity: 'warning', passes: [] }),
      ),
      finding('links/redirect', `${SITE}/home`, 'is linked, but redirects', {
        severity: 'info',
        evidence: { end: `${SITE}/`, links: 12, spellings: [`${SITE}/home`, `${SITE}/%68ome`] },
        status: 301,
        passes: ['decode-unreserved'],
      }),
    ],
    {
      rules: RULES.filter(({ id }) => NAMES.includes(id)).map(
        ({ id, severity, title, condition, why, remedy, reference }) => ({
          id,
          severity,
          title,
          condition,
          why,
          remedy,
          reference,
        }),
      ),
      fixed: ['0011223344556677'],
      known: 2,
      history: [9, 6, 3].map((error, at) => ({
        crawled: `2026-05-${10 + at}T09:30:00.000Z`,
        requests: 'named',
        pages: 64,
        severities: { error, warning: 4, info: 1 },
        byRule: { 'target/error': error, 'canonical/missing': 4, 'links/redirect': 1 },
      })),
      entries: [entryRow('https://www.brooms.example/shop/mop', { status: 404, indexable: false })],
      redirects: [
        { from: `${SITE}/home`, to: `${SITE}/`, status: 301, hops: 1, end: 200 },
        { from: `${SITE}/index`, to: `${SITE}/`, status: 301, hops: 3, end: 200 },
        { from: `${SITE}/mop`, to: `${SITE}/shop/mop`, status: 301, hops: 2, end: 404 },
      ],
      suggestedRedirects: [
        { from: `${SITE}/index`, to: `${SITE}/`, why: '3 redirects in a row' },
        { from: `${SITE}/shop/1?sort=a&q="`, to: `${SITE}/shop/1`, why: 'the same page; declared by the owner' },
      ],
      canonicals: [
        { url: `${SITE}/`, lastModified: 'Fri, 20 Nov 2026 09:30:00 GMT' },
        { url: `${SITE}/shop/1`, lastModified: null },
      ],
      clusters: [
        {
          leader: `${SITE}/`,
          reason: 'redirects lead there',
          size: 2,
          members: [{ url: `${SITE}/home`, status: 301, by: 'redirect', to: `${SITE}/`, evidence: null, count: 1 }],
        },
        {
          leader: `${SITE}/shop/1`,
          reason: 'declared by the owner',
          size: 7,
          members: [
            {
              url: `${SITE}/shop/1?sort=a&q="`,
              status: 200,
              by: 'equivalence',
              to: `${SITE}/shop/1`,
              evidence: null,
              count: 1,
            },
            { url: `${SITE}/shop/2`, status: 200, by: 'same-text', to: `${SITE}/shop/1`, evidence: null, count: 1 },
            { url: `${SITE}/print/1`, status: 200, by: 'canonical', to: `${SITE}/shop/1`, evidence: null, count: 1 },
            {
              url: `${SITE}/shop/1?utm_source=x`,
              status: null,
              by: 'spelling',
              to: `${SITE}/shop/1`,
              evidence: 'drop-tracking-params',
              count: 3,
            },
          ],
        },
      ],
    },
  );
}
