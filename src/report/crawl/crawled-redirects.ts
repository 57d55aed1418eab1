import { wireUrl } from '../../canon/wire-url.ts';
import { UrlError } from '../../url/error.ts';
import type { Crawled, ReportEntry, ReportFormat } from '../format.ts';

/** Redirects in a row that are followed; browsers give up at 20. */
const MAX_HOPS = 100;

export const redirects: ReportFormat = {
  name: 'redirects',
  summary: 'each redirect with where it ends, a line each: from, to, status and number of redirects, tabs between',
  write: async (crawl, files) => {
    let loops = 0;
    let broken = 0;
    for await (const entry of crawl.entries()) {
      if (entry.reason === 'redirect-loop') loops++;
      if (entry.aliasBy !== 'redirect') continue;
      const end = await follow(entry, crawl);
      if (end === null || end.target.reason === 'redirect-loop') {
        loops++;
        continue;
      }
      if (end.target.state === 'failed') broken++;
      const [from, to] = [wireUrl(entry.url), wireUrl(end.target.finalUrl ?? end.target.url)];
      if (from instanceof UrlError || to instanceof UrlError) continue;
      await files.write(`${from}\t${to}\t${entry.status ?? ''}\t${end.hops}\n`);
    }
    return [
      ...(loops === 0 ? [] : [`left out: ${loops} that go round in circles`]),
      ...(broken === 0 ? [] : [`${broken} of them end where there is no page`]),
    ];
  },
};

/** Where redirects lead in the end; null for a circle. */
async function follow(from: ReportEntry, crawl: Crawled): Promise<{ target: ReportEntry; hops: number } | null> {
  let target = from;
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const next = target.aliasBy === 'redirect' && target.aliasOf !== null ? await crawl.entry(target.aliasOf) : null;
    if (next === null) return { target, hops };
    target = next;
  }
  return null;
}
