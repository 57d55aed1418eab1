import type { Edition } from '../../report/html/page.ts';
import { LIVE_STYLE } from '../../report/html/style.ts';
import { escapeMarkup } from '../../text/escape-markup.ts';
import { quotedMessage } from '../render/printable.ts';

/** Seconds until the page reloads itself: fewer than a report is kept for. */
export const RETRY = 2;

/** Reloads by script: with a fragment in the address, a refresh declared in the document would not load anything. */
export const PROBLEM: Edition = {
  style: LIVE_STYLE,
  script: `setTimeout(() => location.reload(), ${RETRY * 1000});`,
  allowances: [],
};

/** The page shown while there is no report: because it is being made, or cannot be. */
export function problemPage(title: string, text: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PROBLEM.style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="foreign">${escapeText(text)}</p>
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
