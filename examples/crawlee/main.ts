/** A crawl with Crawlee that fetches a page once, however links write its URL: dustpan makes the unique keys. */
import { CheerioCrawler, type RequestOptions } from '@crawlee/cheerio';
import { uniqueKey } from 'dustpan';

const [start, pause = '1'] = process.argv.slice(2);
if (start === undefined) {
  console.error('name the site: npm start -- https://example.com/');
  process.exit(2);
}

/** The URL is fetched as found; the key only identifies the page. */
function byKey(request: RequestOptions): RequestOptions {
  return { ...request, uniqueKey: uniqueKey(request.url ?? '') };
}

const crawler = new CheerioCrawler({
  respectRobotsTxtFile: true,
  sameDomainDelaySecs: Number(pause),
  // With several at a time, the queue of Crawlee 3.18 sometimes gives out the same request twice.
  maxConcurrency: 1,
  maxRequestsPerCrawl: 200,
  async requestHandler({ request, $, enqueueLinks, pushData }) {
    console.log(request.url);
    await pushData({ url: request.url, key: request.uniqueKey, title: $('title').text() });
    await enqueueLinks({ strategy: 'same-hostname', transformRequestFunction: byKey });
  },
});
const { requestsFinished, requestsFailed } = await crawler.run([byKey({ url: start })]);
console.log(`${requestsFinished} pages in storage/datasets/default, ${requestsFailed} failed`);
if (requestsFinished === 0) process.exitCode = 3;
