import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { Fetcher } from '../../../crawler/fetch/fetcher.ts';
import { header } from '../../../crawler/fetch/response.ts';
import { documentKind, wantsBody } from '../../../crawler/sitemaps/document-kind.ts';
import { respond, site } from '../web.ts';
import { sitemapOf, urlset } from './reading.ts';

const fetcher = new Fetcher({ userAgent: 'dustpan-test', allowPrivate: true });
afterAll(() => fetcher.close());

const XML = urlset('<loc>/a</loc>');

test.each([
  ['/sitemap.xml', { 'content-type': 'application/xml' }, XML],
  ['/sitemap.xml', { 'content-type': 'application/xml', 'content-encoding': 'gzip' }, gzipSync(XML)],
  ['/sitemap.xml.gz', { 'content-type': 'application/gzip' }, gzipSync(XML)],
  ['/sitemap.xml.gz', { 'content-type': 'application/octet-stream' }, gzipSync(XML)],
  ['/sitemap.xml.gz', { 'content-type': 'application/x-gzip', 'content-encoding': 'gzip' }, gzipSync(XML)],
  ['/sitemap.xml.gz', { 'content-type': 'application/gzip', 'content-encoding': 'gzip' }, gzipSync(gzipSync(XML))],
])('a sitemap that a server sends as %s with %j', async (path, headers, body) => {
  const { origin } = await site({ [path]: respond(200, headers, body) });
  const response = await fetcher.fetch(origin + path, {
    wantBody: () => wantsBody(headers['content-type'], path, false),
  });
  if (response.kind === 'failure' || response.body === null) throw new Error('no body');
  const contentType = header(response, 'content-type');
  expect(await documentKind(contentType, response.body, false)).toBe('sitemap');
  expect(await sitemapOf(response.body, { url: origin + path, contentType })).toMatchObject({
    entries: [{ url: `${origin}/a` }],
    problems: [],
  });
});
