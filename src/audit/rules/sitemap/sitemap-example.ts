import type { ExamplePage } from '../../rule.ts';

/** For rules' examples: a robots.txt and a sitemap that lists one URL. */
export function sitemapOf(url: string): readonly ExamplePage[] {
  return [
    {
      url: 'https://example.com/robots.txt',
      headers: { 'content-type': 'text/plain' },
      body: 'Sitemap: https://example.com/sitemap.xml',
    },
    {
      url: 'https://example.com/sitemap.xml',
      headers: { 'content-type': 'application/xml' },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}</loc></url></urlset>`,
    },
  ];
}
