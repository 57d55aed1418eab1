/** Covers: crawler/render/rendering.ts, crawler/render/render-mode.ts */
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { close, listen } from '../../../config/demo-site/loopback.ts';
import type { FetchResponse } from '../../../crawler/fetch/fetch-result.ts';
import { Fetcher } from '../../../crawler/fetch/fetcher.ts';
import type { RenderMode } from '../../../crawler/render/render-mode.ts';
import { type RenderedPage, renderingOf } from '../../../crawler/render/rendering.ts';
import { renderingFetcher } from '../../../crawler/render/rendering-fetcher.ts';
import { crawl } from '../crawling.ts';
import { site } from '../web.ts';

const SHELL = '<!doctype html><title>Shop</title><div id="root"></div><script src="/app.js"></script>';
const ARTICLE = `<!doctype html><script src="/a.js"></script>${'<p>Words of a page. <a href="/b">b</a> <a href="/c">c</a> <a href="/d">d</a>'.repeat(20)}`;
const RENDERED = { truncated: false, url: null, left: [], notes: [] } as const;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Fetches from a server, and renders what is to be rendered as a page of two words. */
async function fetched(
  answer: RequestListener,
  mode: Exclude<RenderMode, 'off'> = 'always',
  page: Partial<RenderedPage> = {},
  headers: readonly (readonly [string, string])[] = [],
): Promise<FetchResponse> {
  const server = createServer(answer);
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const fetcher = new Fetcher({ userAgent: 'x', seeds: [url], maxBytes: 10_000 });
  ends.push(
    () => fetcher.close(),
    () => close(server),
  );
  const render = async (): Promise<RenderedPage> => ({ ...RENDERED, html: Buffer.from('<p>Schöne Besen'), ...page });
  const result = await renderingFetcher(fetcher, { render }, mode).fetch(url, { headers });
  if (result.kind === 'failure') throw new Error(result.message);
  return result;
}

function html(body: string | Buffer, headers: Readonly<Record<string, string>> = {}, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=iso-8859-1', ...headers }).end(body);
  };
}

test('a page gets the body of the browser in its encoding, and keeps the served one beside it', async () => {
  const response = await fetched(html(SHELL, { 'x-robots-tag': 'noindex' }));
  expect(String(response.body)).toBe('<p>Schöne Besen');
  expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex' });
  expect(renderingOf(response)?.served?.record.title).toBe('Shop');
});

test('a rendered page that was sent with a blank type has the type of HTML', async () => {
  const response = await fetched(html(SHELL, { 'content-type': '' }));
  expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
});

test('a page that cannot be rendered stays as served, with the reason', async () => {
  const response = await fetched(html(SHELL), 'always', { html: null, notes: ['render-failed'] });
  expect(String(response.body)).toBe(SHELL);
  expect(renderingOf(response)).toEqual({ served: null, url: null, left: [], notes: ['render-failed'] });
});

test.each([
  ['an error', html(SHELL, {}, 404)],
  ['a redirect', html(SHELL, { location: '/b' }, 301)],
  ['a page cut at the limit', html(SHELL.padEnd(20_000))],
  ['another type', html(SHELL, { 'content-type': 'text/plain' })],
  ['a gzip file that is declared as HTML', html(gzipSync(SHELL))],
  ['a sitemap', html('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>')],
])('%s is not rendered', async (_what, answer) => {
  expect(renderingOf(await fetched(answer))).toBeNull();
});

test('with auto, only pages with signs of scripts are rendered', async () => {
  expect(renderingOf(await fetched(html(SHELL), 'auto'))).not.toBeNull();
  expect(renderingOf(await fetched(html(ARTICLE), 'auto'))).toBeNull();
  expect(renderingOf(await fetched(html(ARTICLE), 'always'))).not.toBeNull();
});

test('it does not ask whether a document has changed, because its scripts may show another page', async () => {
  const asked: unknown[] = [];
  const answer: RequestListener = (request, response) => {
    asked.push([request.headers['if-none-match'], request.headers['if-modified-since'], request.headers['x-other']]);
    html(SHELL)(request, response);
  };
  const headers = [
    ['if-none-match', '"1"'],
    ['If-Modified-Since', 'Mon, 23 Nov 2026 00:00:00 GMT'],
    ['x-other', '1'],
  ] as const;
  await fetched(answer, 'always', {}, headers);
  expect(asked).toEqual([[undefined, undefined, '1']]);
});

test('a crawl requests the links of a rendered page with the queries that the browser sends', async () => {
  const { origin, requests } = await site((target) => (target === '/' ? html(SHELL) : 'x'));
  const page = { ...RENDERED, html: Buffer.from('<a href="/b?q=ü">b</a>') };
  const start = async () => ({ render: async () => page, close: async () => {} });
  await crawl([`${origin}/`], { rendering: { mode: 'always', start }, scope: { maxDepth: 1 } });
  expect(requests).toEqual(['/', '/b?q=%FC']);
});
