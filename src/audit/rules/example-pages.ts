/** Texts and pages for rules' examples. The texts are long enough to compare. */
import type { ExamplePage } from '../rule.ts';

export const FLOOR_BROOM = '<p>This broom sweeps floors, stairs and yards, in summer as in winter.';
export const BROOM =
  '<p>This broom has a handle of ash and bristles of rice straw, is one and a half metres long, and sweeps yards, barns and cellars without losing a straw for years.';
export const DUSTPAN =
  '<p>The lip of our dustpans is made of natural rubber: it lies flat on any floor, so that even flour comes in at the first go, and nothing runs out again behind it.';
export const MOP =
  '<p>Cotton yarn, spun in the next village and washed twice before it is sold, gives mops that drink four times their weight, wring out easily and dry over night.';

/** The body of a page that names a canonical URL. */
export function canonicalTo(url: string, text = '<p>A broom.'): string {
  return `<link rel="canonical" href="${url}">${text}`;
}

/** A robots.txt and a sitemap that lists one URL. */
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
