/** A pass of your own: the print view of an article counts as the article. */
import { type CustomPass, definePass } from 'dustpan';
import type { DustpanConfig } from 'dustpan/config';

const PRINT = '/print';

export const dropPrintView: CustomPass = definePass({
  name: 'drop-print-view',
  class: 'changing',
  summary: 'drops /print from the end of paths on news.example',
  version: '1',
  examples: [{ before: 'https://news.example/a/print', after: 'https://news.example/a' }],
  apply: (url) => {
    if (url.asciiHost !== 'news.example' || !url.path.endsWith(PRINT)) return url;
    // All of them, so that a second run has nothing to do.
    let end = url.path.length;
    while (url.path.endsWith(PRINT, end)) end -= PRINT.length;
    return { ...url, path: url.path.slice(0, end) || '/' };
  },
});

const config: DustpanConfig = { passes: [dropPrintView] };
export default config;
