/** A crawler of your own with p-queue: the key identifies a page, and the URL is fetched as found. */
import { load } from 'cheerio';
import { resolve, UrlError, uniqueKey } from 'dustpan';
import PQueue from 'p-queue';

/** Fetches all pages of the start's site, one after each `pause` (milliseconds). `keyOf` says which URLs are one page. */
export async function fetchSite(
  start: string,
  onPage: (url: string, html: string) => void,
  pause = 1000,
  keyOf: (url: string) => string = (url) => uniqueKey(url),
): Promise<void> {
  const queue = new PQueue({ concurrency: 4, interval: pause, intervalCap: pause === 0 ? Infinity : 1 });
  const seen = new Set<string>();
  const visit = (url: string): void => {
    const key = keyOf(url);
    if (seen.has(key) || URL.parse(url)?.origin !== new URL(start).origin) return;
    seen.add(key);
    queue.add(() => fetchPage(url)).catch(() => {}); // onError below rejects with it
  };
  const fetchPage = async (url: string): Promise<void> => {
    const response = await fetch(url);
    const html = await response.text();
    onPage(url, html);
    for (const { attribs } of load(html)('a[href]')) {
      const found = resolve(attribs['href'] ?? '', response.url);
      if (!(found instanceof UrlError)) visit(found);
    }
  };
  visit(start);
  await Promise.race([queue.onError(), queue.onIdle()]);
}
