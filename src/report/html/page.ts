import type { AuditReport } from '../../audit/report.ts';
import { escapeMarkup } from '../../text/escape-markup.ts';
import { printable } from '../../text/printable.ts';
import { LIVE_SCRIPT, SCRIPT } from './client-bundle.ts';
import { headOf, lists, scriptJson } from './embedded.ts';
import { LIVE_STYLE, STYLE } from './style.ts';

/** The parts of a page that do not depend on the report. */
export interface Edition {
  /** The style sheet. */
  readonly style: string;
  readonly script: string;
  /** Additional directives for its policy. */
  readonly allowances: readonly string[];
}

const FILE: Edition = { style: STYLE, script: SCRIPT, allowances: [] };
/** The edition of {@link livePage}. */
export const LIVE: Edition = { style: LIVE_STYLE, script: LIVE_SCRIPT, allowances: ["connect-src 'self'"] };

/** The document of a report, in parts: first the head and the script, then the lists. */
export function page(report: AuditReport): AsyncGenerator<string> {
  return documentOf(report, FILE, '');
}

/**
 * The document of a report for a server whose crawl may still be running. The page polls `/progress` (`progress.ts`).
 *
 * @param revision the revision of the database that the report describes; must not need escaping in an attribute
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
${meta}<title>${escapeMarkup(printable(`Audit of ${subjectOf(report.seeds)}`))}</title>
<style>${edition.style}</style>
</head>
<body>
<noscript><p>This report needs JavaScript. All scripts are in this file; allow them to run.</p></noscript>
<script type="application/json" id="report">${scriptJson(headOf(report))}</script>
<script>${edition.script}</script>
`;
  yield* lists(report);
  yield '</body>\n</html>\n';
}

/** The content security policy: only the one style and script apply, nothing is loaded, and text never becomes markup. */
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
