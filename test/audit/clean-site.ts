import type { ExamplePage } from '../../src/audit/rule.ts';
import { BROOM, DUSTPAN, MOP } from '../../src/audit/rules/example-pages.ts';

const SITE = 'https://example.com';

/** A correct page: it names itself once, with its full URL. */
function page(path: string, body: string, head = ''): ExamplePage {
  const own = `<link rel="canonical" href="${SITE}${path}"><meta property="og:url" content="${SITE}${path}">`;
  return {
    url: SITE + path,
    body: `<!doctype html><html lang="en"><head><title>${SITE}${path}</title>${own}${head}</head><body>${body}`,
  };
}

function links(...paths: readonly string[]): string {
  return paths.map((path) => `<a href="${path}">${path.replaceAll(/[^a-z0-9]+/g, ' ')}</a>`).join(' ');
}

const LANGUAGES = `<link rel="alternate" hreflang="en" href="${SITE}/about"><link rel="alternate" hreflang="de" href="${SITE}/de/about"><link rel="alternate" hreflang="x-default" href="${SITE}/about">`;

const PATHS = ['/', '/shop/', '/shop/?page=2', '/shop/broom', '/shop/dustpan', '/shop/mop', '/about', '/de/about'];

/** A shop without problems: it does correctly what the bad examples get wrong. */
export const CLEAN_PAGES: readonly ExamplePage[] = [
  page('/', `<p>Everything that sweeps. ${links('/shop/', '/about')}`),
  page(
    '/shop/',
    `<p>Brooms first. ${links('/shop/broom', '/shop/dustpan', '/shop/?page=2')}`,
    '<link rel="next" href="/shop/?page=2">',
  ),
  page(
    '/shop/?page=2',
    `<p>Mops, and what else there is. ${links('/shop/mop', '/shop/')}`,
    '<link rel="prev" href="/shop/">',
  ),
  page('/shop/broom', BROOM, `<link rel="amphtml" href="${SITE}/amp/broom">`),
  page('/shop/dustpan', `${DUSTPAN} ${links('/shop/broom', '/cart')}`),
  page('/shop/mop', MOP),
  { ...page('/shop/broom', BROOM), url: `${SITE}/amp/broom` },
  page('/about', `<p>Three generations of broom makers. ${links('/de/about')}`, LANGUAGES),
  page('/de/about', `<p>Besenbinder seit drei Generationen. ${links('/about')}`, LANGUAGES),
  { url: `${SITE}/cart`, body: '<meta name="robots" content="noindex"><p>Your cart is empty.' },
  // Other forms of the home page that nothing links to: they redirect directly and permanently.
  { url: 'http://example.com/', status: 301, headers: { location: `${SITE}/` } },
  { url: `${SITE}/robots.txt`, body: `User-agent: *\nDisallow: /private/\nSitemap: ${SITE}/sitemap.xml\n` },
  {
    url: `${SITE}/sitemap.xml`,
    headers: { 'content-type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${PATHS.map((path) => `<url><loc>${SITE}${path}</loc></url>`).join('')}</urlset>`,
  },
];
