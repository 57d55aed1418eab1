import type { Edition } from '../../report/html/page.ts';
import { LIVE_STYLE } from '../../report/html/style.ts';
import { quoted } from '../render/printable.ts';

/** Seconds until the page asks again, by itself. */
const RETRY = 5;

/** A script: to a place in the page, which the address may name, a refresh that the document declares would load nothing. */
export const PROBLEM: Edition = {
  style: LIVE_STYLE,
  script: `setTimeout(() => location.reload(), ${RETRY * 1000});`,
  allowances: [],
};

/** What is shown in place of a report that cannot be made: why, until it can. */
export function problemPage(problem: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No report</title>
<style>${PROBLEM.style}</style>
</head>
<body>
<main>
<h1>There is no report now</h1>
<p class="foreign">${escapeText(problem)}</p>
<p class="note">This page tries again every ${RETRY} seconds.</p>
</main>
<script>${PROBLEM.script}</script>
</body>
</html>
`;
}

function escapeText(text: string): string {
  return text.split('\n').map(quoted).join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
