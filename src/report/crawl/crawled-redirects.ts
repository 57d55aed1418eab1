import { landing, nameOf } from '../../audit/site/landing.ts';
import { wireUrl } from '../../canon/wire-url.ts';
import { isRedirect, statusIn } from '../../status-codes.ts';
import { plural } from '../../text/plural.ts';
import { UrlError } from '../../url/error.ts';
import type { Crawled, ReportEntry, ReportFormat } from '../format.ts';

/** How many redirects in a row to follow; browsers give up after 20. */
const MAX_HOPS = 100;

export const redirects: ReportFormat = {
  name: 'redirects',
  summary: 'redirects with their final targets; one per line, tab-separated: from, to, status, number of redirects',
  write: async (crawl, sink) => {
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
      const [from, to] = [wireUrl(nameOf(entry)), wireUrl(landing(end.location, end.target))];
      if (isBroken(end.target, to)) broken++;
      if (from instanceof UrlError || to instanceof UrlError) continue;
      await sink.write(`${from}\t${to}\t${entry.status ?? ''}\t${end.hops}\n`);
    }
    if (loops > 0) sink.note(`left out: ${plural(loops, 'redirect')} in a loop`);
    if (broken > 0) sink.note(`${broken} of the redirects ${broken === 1 ? 'ends' : 'end'} in an error`);
  },
};

/** Whether a URL of an entry answers with an error. Its first URL may, although another one does not. */
function isBroken({ state, url, firstFailure }: ReportEntry, to: string | UrlError): boolean {
  const firstFails = firstFailure !== null && firstFailure !== 'robots' && !isRedirect(statusIn(firstFailure));
  return state === 'failed' || (firstFails && to === wireUrl(url));
}

interface RedirectsEnd {
  readonly target: ReportEntry;
  /** The URL that the last redirect names; null if it is not known. */
  readonly location: string | null;
  readonly hops: number;
}

/** The last target of an entry's redirects; null for a loop. */
async function follow(from: ReportEntry, crawl: Crawled): Promise<RedirectsEnd | null> {
  let target = from;
  let location: string | null = null;
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const next = target.aliasBy === 'redirect' && target.aliasOf !== null ? await crawl.entry(target.aliasOf) : null;
    if (next === null) return { target, location, hops };
    location = target.location;
    target = next;
  }
  return null;
}
