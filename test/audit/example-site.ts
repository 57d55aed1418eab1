import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { close, listen } from '../../config/demo-site/loopback.ts';
import { wikidot } from '../../config/sites/wikidot.ts';
import { parseConnectTo } from '../../crawler/fetch/connect-to.ts';
import type { PageRenderer } from '../../crawler/render/rendering.ts';
import { keptRobots } from '../../crawler/robots/kept-rule.ts';
import type { SessionOptions } from '../../crawler/session-options.ts';
import { MemoryFrontier } from '../../db/index.ts';
import type { ExamplePage } from '../../src/audit/rule.ts';
import { AuditSite } from '../../src/audit/site/site.ts';
import type { CanonOptions } from '../../src/canon/options.ts';
import { crawl } from '../crawler/crawling.ts';

/** Certificate hosts: example.com, example.org and their subdomains. */
const CERTIFICATE = readFileSync(new URL('example-cert.pem', import.meta.url), 'utf8');
const PRIVATE_KEY = readFileSync(new URL('example-key.pem', import.meta.url), 'utf8');

/** One host of the examples is a wiki, whose paths have a slug form. */
const CANON: CanonOptions = { sites: [{ ...wikidot, hosts: ['wiki.example.com'] }] };

interface SiteOptions {
  /** The seed: the first page. */
  readonly seeds?: readonly string[];
  /** For other hosts than those of the examples; of the same key. */
  readonly certificate?: string;
  readonly canon?: CanonOptions;
  /** Starts what renders the pages. Default: they become what the examples say. */
  readonly renderer?: NonNullable<SessionOptions['rendering']>['start'];
}

/** Crawls the pages of an example. All other URLs answer with 404. */
export async function auditSite(pages: readonly ExamplePage[], options: SiteOptions = {}): Promise<AuditSite> {
  const { seeds = pages.slice(0, 1).map(({ url }) => url), certificate = CERTIFICATE, canon = CANON } = options;
  const http = createServer(answers('http', pages));
  const https = createTlsServer({ key: PRIVATE_KEY, cert: certificate }, answers('https', pages));
  const [httpPort, httpsPort] = await Promise.all([listen(http), listen(https)]);
  const isRendered = pages.some(({ rendered }) => rendered !== undefined);
  const frontier = new MemoryFrontier();
  try {
    await crawl(
      seeds,
      {
        canon,
        fetch: {
          userAgent: 'dustpan-test',
          connectTo: [`:80:127.0.0.1:${httpPort}`, `:443:127.0.0.1:${httpsPort}`].map(parseConnectTo),
          ca: certificate,
        },
        concurrency: 4,
        delay: 0,
        robots: true,
        robotsSitemaps: true,
        retries: 0,
        rendering: {
          mode: isRendered ? 'always' : 'off',
          start: options.renderer ?? (async () => rendererOf(pages)),
        },
        scope: { kind: 'any', traps: { maxSimilar: 20, maxEndless: 20_000 } },
      },
      frontier,
    );
  } finally {
    await Promise.all([close(http), close(https)]);
  }
  const { sitemapLines } = await keptRobots(frontier, new Set(pages.map(({ url }) => new URL(url).origin)));
  return AuditSite.read({
    entries: frontier.entries(),
    links: frontier.links(),
    canon,
    sitemapLines: () => sitemapLines,
  });
}

/** A slow test compares what it says with what Chromium makes of the same pages. */
function rendererOf(pages: readonly ExamplePage[]): PageRenderer {
  const byUrl = new Map(pages.map(({ url, rendered }) => [url, rendered]));
  return {
    render: async (url, { body }) => {
      const rendered = byUrl.get(url);
      const html = rendered === undefined ? Buffer.from(body ?? []) : Buffer.from(rendered);
      return { html, truncated: false, url: null, left: [], notes: [] };
    },
    close: () => Promise.resolve(),
  };
}

function answers(scheme: 'http' | 'https', pages: readonly ExamplePage[]): RequestListener {
  const byUrl = new Map(pages.map((page) => [page.url.replace(/#.*/s, ''), page]));
  return ({ headers, url }, response) => {
    const page = byUrl.get(`${scheme}://${headers.host ?? ''}${url ?? ''}`);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = { 'content-type': 'text/html; charset=utf-8' };
    response.writeHead(page.status ?? 200, { ...type, ...page.headers }).end(page.body ?? '');
  };
}
