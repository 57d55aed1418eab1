/** Imports every part of the library that has no program of its own here. It prints three lines. */
export const LIBRARY: string = `
  import { compile } from 'dustpan';
  import { MemoryFrontier } from 'dustpan/frontier';
  import { Fetcher } from 'dustpan/crawler';
  import { distinct } from 'dustpan/dedup';
  import { AuditSite, audit, RULES } from 'dustpan/audit';
  const frontier = new MemoryFrontier();
  const site = await AuditSite.read({ entries: frontier.entries(), links: frontier.links(), canon: {} });
  const findings = await audit(site, { rules: RULES, canonicalizer: compile() });
  console.log(findings.length, 'findings');
  for await (const link of distinct(['http://a/', 'HTTP://A/'])) console.log(link);
  console.log(compile().canonicalize('HTTP://A/'), typeof MemoryFrontier, typeof Fetcher);`;

/** Opens the crawl file that its argument names for writing, which upgrades it. */
export const UPGRADE: string = `
  import { openFrontier } from 'dustpan/frontier';
  await (await openFrontier(process.argv[1])).close();`;

/** The documentation's first crawl, of a site of its own. It prints a line for each page. */
export const CRAWL: string = `
  import { createServer } from 'node:http';
  import { crawl } from 'dustpan/crawler';
  const pages = { '/': '<h1>One</h1><a href="/two?utm_source=x">', '/two?utm_source=x': '<h1>Two</h1><a href="/two">' };
  const server = createServer(({ url }, response) => {
    response.writeHead(pages[url] ? 200 : 404, { 'content-type': 'text/html' }).end(pages[url]);
  }).listen(0, '127.0.0.1', async () => {
    const origin = 'http://127.0.0.1:' + server.address().port;
    for await (const page of crawl(origin + '/', { db: 'crawl.dustpan' })) {
      console.log(page.status, page.url.slice(origin.length), page.key.slice(origin.length), (await page.dom())('h1').text());
    }
    server.close();
  });`;

/** Uses the types of all exports. */
export const TYPES: string = `
  import { compile, uniqueKey, UrlError } from 'dustpan';
  import { AuditSite, audit, RULES } from 'dustpan/audit';
  import { crawl } from 'dustpan/crawler';
  import { dedup } from 'dustpan/dedup';
  import { openFrontier } from 'dustpan/frontier';
  import { wikidot } from 'dustpan/slug';
  export { audit, AuditSite, compile, dedup, openFrontier, RULES, uniqueKey, UrlError, wikidot };
  for await (const page of crawl('https://example.com/', { db: 'example.dustpan' })) {
    console.log(page.status, page.url, page.key, (await page.dom())('h1').text());
  }`;

/** Uses all exports of dustpan-url. It prints a line. */
export const URL_PART: string = `
  import { compile, UrlError } from 'dustpan-url';
  import * as lazy from 'dustpan-url/lazy';
  import { wikidot } from 'dustpan-url/slug';
  const key = await (await lazy.compile()).key('http://Bücher.example/#x');
  console.log(compile().canonicalize('HTTP://A/'), key, wikidot('A B'), compile().key('x') instanceof UrlError);`;
