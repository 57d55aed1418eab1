import { gzipSync } from 'node:zlib';
import { type Behaviour, respond } from './server.ts';

const MIB = 1024 * 1024;
const HTML = 'content-type: text/html\r\n';
const XML = 'content-type: application/xml\r\n';

function times(count: number, piece: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => piece(n)).join('');
}

/** A page that is created on request. */
function page(body: () => string | Uint8Array, header: string = HTML): Behaviour {
  return (socket) => respond(socket, body(), header);
}

function links(href: (n: number) => string): Behaviour {
  return page(() => times(100_000, (n) => `<a href="${href(n)}">x</a>`));
}

const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** Pages, sitemaps and files that are much too large in some way. */
export const FLOODS: Readonly<Record<string, Behaviour>> = {
  '/links': links((n) => `/l${n}`),
  '/links-in-half-a-megabyte': page(() => times(30_000, (n) => `<a href=/h${n}>`)),
  '/long-links': page(() => times(2000, (n) => `<a href="/${'a'.repeat(4900)}${n}">x</a>`)),
  '/long-base': page(() => `<base href="/${'b'.repeat(8000)}/">${times(100_000, (n) => `<a href=${n}>x</a>`)}`),
  '/spellings': links((n) => `/ok?utm_source=${n}`),
  '/fragments': links((n) => `/ok#${n}`),
  '/escapes': links((n) => `/%7e%c3%bc/../e${n}?b=1&a=%2f#x`),
  '/hosts': links((n) => `http://h${n}.elsewhere.example/`),
  '/hosts-in-unicode': links((n) => `http://\u00fc${n}.elsewhere.example/`),
  '/invalid-urls': links((n) => `http://[${n}/`),
  '/credentials': links((n) => `http://u${n}:p@elsewhere.example/`),
  '/srcset': page(() => `<img srcset="${times(100_000, (n) => `/i${n}.png ${n + 1}w, `)}">`),
  '/json-ld': page(() => times(50_000, (n) => `<script type="application/ld+json">{"url":"/j${n}"}</script>`)),
  '/hreflang': page(() => times(50_000, (n) => `<link rel=alternate hreflang=x-${n} href="/a${n}">`)),
  '/open-graph': page(() => times(50_000, (n) => `<meta property="og:url" content="/o${n}">`)),
  '/canonicals': page(() => times(50_000, (n) => `<link rel=canonical href="/c${n}">`)),

  '/nuls': page(() => Buffer.alloc(9_000_000)),
  '/zeros-in-gzip': page(() => gzipSync(Buffer.alloc(64 * MIB)), `${HTML}content-encoding: gzip\r\n`),
  '/words': page(() => 'word '.repeat(1_800_000)),
  '/references': page(() => '&amp;'.repeat(1_800_000)),
  '/title-of-references': page(() => `<title>${'&amp;\0'.repeat(1_500_000)}`),
  '/attribute-of-references': page(() => `<a href="${'&amp;'.repeat(1_800_000)}">`),
  '/attribute-of-line-ends': page(() => `<a href="${'a\n'.repeat(4_500_000)}">`),
  '/name-of-megabytes': page(() => `<${'aB'.repeat(4_500_000)}>`),
  '/elements': page(() => '<p>'.repeat(3_000_000)),
  '/comments': page(() => '<!--'.repeat(2_400_000)),
  '/utf-16-le': page(() => Buffer.from(`\ufeff${'\u00fc\u20ac'.repeat(2_300_000)}`, 'utf16le')),
  '/windows-1252': page(() => Buffer.alloc(9_000_000, 0x80), 'content-type: text/html; charset=windows-1252\r\n'),
  '/gb18030': page(() => Buffer.alloc(9_000_000, 0x81), 'content-type: text/html; charset=gb18030\r\n'),

  '/sitemap': page(() => `<urlset ${SITEMAP}>${times(50_000, (n) => `<url><loc>/s${n}</loc></url>`)}</urlset>`, XML),
  '/sitemap-of-long-urls': page(
    () => `<urlset ${SITEMAP}>${times(20_000, (n) => `<url><loc>/${'s'.repeat(1900)}${n}</loc></url>`)}</urlset>`,
    XML,
  ),
  '/sitemap-of-alternates': page(
    () =>
      `<urlset ${SITEMAP}>${times(500, (n) => `<url><loc>/t${n}</loc>${times(100, (m) => `<xhtml:link rel="alternate" hreflang="x" href="/t${n}-${m}"/>`)}</url>`)}</urlset>`,
    XML,
  ),
  '/feed': page(
    () => `<rss version="2.0"><channel>${times(100_000, (n) => `<item><link>/f${n}</link></item>`)}</channel></rss>`,
    'content-type: application/rss+xml\r\n',
  ),

  '/robots-of-rules': page(() => `User-agent: *\n${times(25_000, (n) => `Disallow: /a${n}*b\n`)}`, ''),
  '/robots-of-one-rule': page(() => `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}\n`, ''),
  '/robots-of-parameters': page(() => `User-agent: *\nClean-param: ${times(60_000, (n) => `k${n}&`)}\n`, ''),
};
