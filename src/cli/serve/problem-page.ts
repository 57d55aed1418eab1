import type { Edition } from '../../report/html/page.ts';
import { LIVE_STYLE } from '../../report/html/style.ts';
import { escapeMarkup } from '../../text/escape-markup.ts';
import { quotedMessage } from '../render/printable.ts';

/** Seconds until the page reloads itself. */
const RETRY = 5;

/** Reloads by script: with a fragment in the address, a refresh declared in the document would not load anything. */
export const PROBLEM: Edition = {
  style: LIVE_STYLE,
  script: `setTimeout(() => location.reload(), ${RETRY * 1000});`,
  allowances: [],
};

/** The page shown while the report cannot be rendered, with the reason. */
export function problemPage(problem: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Report not available</title>
<style>${PROBLEM.style}</style>
</head>
<body>
<main>
<h1>The report is not available</h1>
<p class="foreign">${escapeText(problem)}</p>
<p class="note">This page tries again every ${RETRY} seconds.</p>
</main>
<script>${PROBLEM.script}</script>
</body>
</html>
`;
}

function escapeText(text: string): string {
  return escapeMarkup(text.split('\n').map(quotedMessage).join('\n'));
}
