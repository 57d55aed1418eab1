import { wireUrl } from '../../canon/wire-url.ts';
import { UrlError } from '../../url/error.ts';
import type { AuditFormat } from './format.ts';

export const redirects: AuditFormat = {
  name: 'redirects',
  summary:
    'the redirects to set up, for redirect chains and for duplicate pages; one per line, tab-separated: from, to, why',
  write: async ({ suggestedRedirects }, sink) => {
    for (const { from, to, why } of suggestedRedirects) {
      const [sent, target] = [wireUrl(from), wireUrl(to)];
      if (sent instanceof UrlError || target instanceof UrlError || sent === target) continue;
      await sink.write(`${sent}\t${target}\t${why}\n`);
    }
  },
};
