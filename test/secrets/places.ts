import type { ServerResponse } from 'node:http';

/** What a server answers with a URL planted in it. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Where in a document that a server sends a URL can stand. */
export interface Place {
  readonly name: string;
  /** Whether it is a part of a text: then what is a URL only by itself is none there. */
  readonly isText?: true;
  readonly reply: (url: string) => Reply;
}

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('\n', '&#10;');

const page = (head: string, body = 'text'): Reply => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>t</title>${head}</head><body>${body}</body></html>`,
});

/** A quoted string of HTTP. */
const inQuotes = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const xml = (body: string): Reply => ({ headers: { 'content-type': 'application/xml' }, body });
const feed = (value: object): Reply => ({
  headers: { 'content-type': 'application/feed+json' },
  body: JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 't', items: [], ...value }),
});
const headed = (name: string, value: string, reply: Reply = page('')): Reply => ({
  ...reply,
  // A character a byte, as they are sent.
  headers: { ...reply.headers, [name]: Buffer.from(value).toString('latin1') },
});

export const PLACES: readonly Place[] = [
  { name: 'a', reply: (url) => page('', `<a href="${html(url)}">x</a>`) },
  { name: 'a in svg', reply: (url) => page('', `<svg><a xlink:href="${html(url)}"/></svg>`) },
  { name: 'area', reply: (url) => page('', `<map><area href="${html(url)}"></map>`) },
  { name: 'canonical', reply: (url) => page(`<link rel=canonical href="${html(url)}">`) },
  { name: 'canonical in the body', reply: (url) => page('', `<p>x</p><link rel=canonical href="${html(url)}">`) },
  {
    name: 'canonical with attributes',
    reply: (url) => page(`<link rel=canonical hreflang=de href="${html(url)}">`),
  },
  {
    name: 'second canonical',
    reply: (url) => page(`<link rel=canonical href="/"><link rel=canonical href="${html(url)}">`),
  },
  { name: 'hreflang', reply: (url) => page(`<link rel=alternate hreflang=de href="${html(url)}">`) },
  {
    name: "hreflang's language",
    isText: true,
    reply: (url) => page(`<link rel=alternate hreflang="${html(url)}" href="/x">`),
  },
  { name: 'amphtml', reply: (url) => page(`<link rel=amphtml href="${html(url)}">`) },
  { name: 'next', reply: (url) => page(`<link rel=next href="${html(url)}">`) },
  { name: 'prev', reply: (url) => page(`<link rel=prev href="${html(url)}">`) },
  { name: 'feed', reply: (url) => page(`<link rel=alternate type=application/rss+xml href="${html(url)}">`) },
  { name: 'meta refresh', reply: (url) => page(`<meta http-equiv=refresh content="9; url=${html(url)}">`) },
  { name: 'og:url', reply: (url) => page(`<meta property="og:url" content="${html(url)}">`) },
  { name: 'base', reply: (url) => page(`<base href="${html(url)}"><link rel=canonical href=a>`, '<a href="x">x</a>') },
  {
    name: 'title',
    isText: true,
    reply: (url) => ({ headers: { 'content-type': 'text/html' }, body: `<title>see ${html(url)}</title>` }),
  },
  {
    name: 'title of a URL alone',
    reply: (url) => ({ headers: { 'content-type': 'text/html' }, body: `<title>${html(url)}</title>` }),
  },
  { name: 'description', isText: true, reply: (url) => page(`<meta name=description content="see ${html(url)}">`) },
  { name: 'meta robots', isText: true, reply: (url) => page(`<meta name=robots content="noindex, ${html(url)}">`) },
  { name: 'meta of an agent', isText: true, reply: (url) => page(`<meta name="${html(url)}" content="noindex">`) },
  { name: 'lang', isText: true, reply: (url) => ({ ...page(''), body: `<html lang="${html(url)}"><title>t</title>` }) },
  { name: 'h1 and text', isText: true, reply: (url) => page('', `<h1>${html(url)}</h1>${html(url)}`) },
  { name: 'img', reply: (url) => page('', `<img src="${html(url)}" srcset="${html(url)} 1x, ${html(url)} 2x">`) },
  {
    name: 'iframe and form',
    reply: (url) => page('', `<iframe src="${html(url)}"></iframe><form action="${html(url)}">`),
  },
  { name: 'JSON-LD', reply: (url) => page(`<script type="application/ld+json">${JSON.stringify({ url })}</script>`) },
  {
    name: 'redirect 301',
    reply: (url) => ({ status: 301, headers: { location: Buffer.from(url).toString('latin1') } }),
  },
  {
    name: 'redirect 302',
    reply: (url) => ({ status: 302, headers: { location: Buffer.from(url).toString('latin1') } }),
  },
  { name: 'Link canonical', reply: (url) => headed('link', `<${url}>; rel="canonical"`) },
  { name: 'Link alternate', reply: (url) => headed('link', `<${url}>; rel="alternate"; hreflang="de"`) },
  { name: 'Link next', reply: (url) => headed('link', `<${url}>; rel="next"`) },
  {
    name: "Link's language",
    isText: true,
    reply: (url) => headed('link', `</x>; rel="alternate"; hreflang=${inQuotes(url)}`),
  },
  { name: 'Refresh', reply: (url) => headed('refresh', `9; url=${url}`) },
  { name: 'X-Robots-Tag', isText: true, reply: (url) => headed('x-robots-tag', `noindex, ${url}`) },
  { name: 'No-Vary-Search', isText: true, reply: (url) => headed('no-vary-search', `params=(${inQuotes(url)})`) },
  { name: 'ETag', isText: true, reply: (url) => headed('etag', `"${url}"`) },
  { name: 'Last-Modified', isText: true, reply: (url) => headed('last-modified', `on ${url}`) },
  { name: 'Content-Type', isText: true, reply: (url) => headed('content-type', `text/html; from ${url}`) },
  { name: 'Content-Location', reply: (url) => headed('content-location', url) },
  { name: 'Content-Encoding', isText: true, reply: (url) => headed('content-encoding', url) },
  { name: 'Set-Cookie', reply: (url) => headed('set-cookie', `a=${url}`) },
  { name: 'Retry-After', reply: (url) => headed('retry-after', url) },
  { name: 'sitemap', reply: (url) => xml(`<urlset><url><loc>${html(url)}</loc></url></urlset>`) },
  {
    name: 'sitemap lastmod',
    isText: true,
    reply: (url) => xml(`<urlset><url><loc>/s</loc><lastmod>${html(url)}</lastmod></url></urlset>`),
  },
  {
    name: 'sitemap alternate',
    reply: (url) =>
      xml(`<urlset><url><loc>/s</loc><link rel="alternate" hreflang="de" href="${html(url)}"/></url></urlset>`),
  },
  {
    name: 'sitemap index',
    reply: (url) => xml(`<sitemapindex><sitemap><loc>${html(url)}</loc></sitemap></sitemapindex>`),
  },
  { name: 'RSS link', reply: (url) => xml(`<rss><channel><item><link>${html(url)}</link></item></channel></rss>`) },
  { name: 'RSS guid', reply: (url) => xml(`<rss><channel><item><guid>${html(url)}</guid></item></channel></rss>`) },
  { name: 'Atom link', reply: (url) => xml(`<feed><entry><link href="${html(url)}"/></entry></feed>`) },
  { name: 'xml:base', reply: (url) => xml(`<feed><entry xml:base="${html(url)}"><link href="x"/></entry></feed>`) },
  { name: 'JSON feed item', reply: (url) => feed({ items: [{ url }] }) },
  { name: 'JSON feed home page', reply: (url) => feed({ home_page_url: url }) },
  { name: 'JSON feed next', reply: (url) => feed({ next_url: url }) },
];

/** Lines of a robots.txt. */
export const ROBOTS_PLACES: readonly {
  readonly name: string;
  readonly isText?: true;
  readonly line: (url: string) => string;
}[] = [
  { name: 'robots.txt Sitemap', line: (url) => `Sitemap: ${url}` },
  { name: 'robots.txt comment', isText: true, line: (url) => `# see ${url}` },
  { name: 'robots.txt Disallow', isText: true, line: (url) => `Disallow: ${url}` },
  { name: 'robots.txt Clean-param', isText: true, line: (url) => `Clean-param: ref ${url}` },
  { name: 'robots.txt User-agent', isText: true, line: (url) => `Sitemaps-by: ${url}` },
];

/** Sends a reply. */
export function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  response.writeHead(status, headers).end(body);
}

/** Whether HTTP can carry the reply. */
export function isSendable({ headers = {} }: Reply): boolean {
  return Object.values(headers).every((value) => /^[\t -~\x80-\xff]*$/.test(value) && value.length < 16_000);
}
