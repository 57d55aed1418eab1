import type { AuditReport } from '../../audit/report.ts';
import { printable } from '../../text/printable.ts';
import { LIVE_SCRIPT, SCRIPT } from './client-bundle.ts';
import { headOf, lists, scriptJson } from './embedded.ts';
import { LIVE_STYLE, STYLE } from './style.ts';

/** What a page consists of beside what it shows. */
export interface Edition {
  readonly style: string;
  readonly script: string;
  /** Directives of its policy that the file does without. */
  readonly allowances: readonly string[];
}

const FILE: Edition = { style: STYLE, script: SCRIPT, allowances: [] };
/** Of {@link livePage}. */
export const LIVE: Edition = { style: LIVE_STYLE, script: LIVE_SCRIPT, allowances: ["connect-src 'self'"] };

/** The report's document, part by part: first what the page is drawn with, then the lists. */
export function page(report: AuditReport): AsyncGenerator<string> {
  return documentOf(report, FILE, '');
}

/**
 * The document as a server shows it over a crawl that may go on: it asks `/progress` how far that is (`progress.ts`).
 *
 * @param revision of the database that the report is of; of characters that mean nothing in an attribute
 */
export function livePage(report: AuditReport, revision: string): AsyncGenerator<string> {
  return documentOf(report, LIVE, `<meta name="revision" content="${revision}">\n`);
}

async function* documentOf(report: AuditReport, edition: Edition, meta: string): AsyncGenerator<string> {
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${await policyOf(edition)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="dustpan">
${meta}<title>${escapeText(`Audit of ${subjectOf(report.seeds)}`)}</title>
<style>${edition.style}</style>
</head>
<body>
<noscript><p>This report needs JavaScript, which it brings along: allow it for this file.</p></noscript>
<script type="application/json" id="report">${scriptJson(headOf(report))}</script>
<script>${edition.script}</script>
`;
  yield* lists(report);
  yield '</body>\n</html>\n';
}

/** Its policy: nothing is loaded and nothing runs but the one style and the one script; not even this script can make markup of text. */
export async function policyOf({ style, script, allowances }: Edition): Promise<string> {
  return [
    "default-src 'none'",
    `style-src '${await hashOf(style)}'`,
    `script-src '${await hashOf(script)}'`,
    ...allowances,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** https://www.w3.org/TR/CSP3/#framework-directive-source-list */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

function subjectOf(seeds: readonly string[]): string {
  const [first = 'a site'] = seeds;
  return first.slice(0, 200).replace(/^https?:\/\/([^/]+)\/?$/, '$1');
}

/** For the title, in which only these two mean something. */
function escapeText(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
