import { policyOf } from '../report/html/page.ts';
import { escapeMarkup } from '../text/escape-markup.ts';
import { STYLE } from './style.ts';

/** The parts of the page that a build makes. */
export interface PlaygroundParts {
  /** The script, fit for a `script` element. */
  readonly script: string;
  /** The licences of the packages in the script. */
  readonly licences: string;
  /** The version of the package. */
  readonly version: string;
}

/** A dustpan, 32 by 32. */
const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path fill='#1a5fb4' d='M14 2h4v11h9l3 15H2l3-15h9z'/><path fill='#fff' d='M8 21h16v3H8z'/></svg>";

/** The playground as one document. Its policy lets it load nothing and run only this script. */
export async function playgroundDocument({ script, licences, version }: PlaygroundParts): Promise<string> {
  const policy = await policyOf({ style: STYLE, script, allowances: ['img-src data:'] });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Canonicalize, compare and deduplicate URLs in the browser. Nothing is sent anywhere.">
<meta name="generator" content="dustpan ${escapeMarkup(version)}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<title>dustpan playground</title>
<style>${STYLE}</style>
</head>
<body>
<noscript><p>This page needs JavaScript. All scripts are in this file; allow them to run.</p></noscript>
<template id="licences">${escapeMarkup(licences)}</template>
<script>${script}</script>
</body>
</html>
`;
}
