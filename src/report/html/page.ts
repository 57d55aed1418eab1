import type { AuditReport } from '../../audit/report.ts';
import { printable } from '../../printable.ts';
import { headOf, lists, scriptJson } from './embedded.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** The report's document, part by part: first what the page is drawn with, then the lists. */
export async function* page(report: AuditReport): AsyncGenerator<string> {
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${await policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="dustpan">
<title>${escapeText(`Audit of ${subjectOf(report.seeds)}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<noscript><p>This report needs JavaScript, which it brings along: allow it for this file.</p></noscript>
<script type="application/json" id="report">${scriptJson(headOf(report))}</script>
<script>${SCRIPT}</script>
`;
  yield* lists(report);
  yield '</body>\n</html>\n';
}

/** Nothing is loaded and nothing runs but the one style and the one script; not even this script can make markup of text. */
async function policy(): Promise<string> {
  return [
    "default-src 'none'",
    `style-src '${await hashOf(STYLE)}'`,
    `script-src '${await hashOf(SCRIPT)}'`,
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
