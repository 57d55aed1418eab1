import type { FetchedDocument } from '../../../crawler/sitemaps/document.ts';
import type { SitemapEntry, SitemapKind } from '../../../crawler/sitemaps/entry.ts';
import { readFeed } from '../../../crawler/sitemaps/feed.ts';
import { readSitemap } from '../../../crawler/sitemaps/sitemap.ts';
import type { DocumentProblem } from '../../../db/reasons.ts';

export interface WholeSitemap {
  readonly kind: SitemapKind | null;
  readonly entries: readonly SitemapEntry[];
  readonly problems: readonly DocumentProblem[];
}

type Given = Partial<Omit<FetchedDocument, 'body'>>;

function documentOf(body: string | Uint8Array, given: Given): FetchedDocument {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { url: 'https://h.example/maps/a.xml', contentType: null, truncated: false, ...given, body: bytes };
}

/** All batches of a sitemap combined. */
export async function sitemapOf(body: string | Uint8Array, given: Given = {}): Promise<WholeSitemap> {
  const batches = await Array.fromAsync(readSitemap(documentOf(body, given)));
  return {
    kind: batches.at(-1)?.kind ?? null,
    entries: batches.flatMap(({ entries }) => entries),
    problems: batches.flatMap(({ problems }) => problems),
  };
}

/** The URLs of a sitemap's entries. */
export async function urlsOf(body: string | Uint8Array, given: Given = {}): Promise<readonly string[]> {
  return (await sitemapOf(body, given)).entries.map(({ url }) => url);
}

/** A `urlset` of entries, written unchanged. */
export function urlset(...entries: readonly string[]): string {
  const inner = entries.map((entry) => `<url>${entry}</url>`).join('');
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;
}

export interface WholeFeed {
  readonly links: readonly string[];
  readonly problems: readonly DocumentProblem[];
}

export async function feedOf(body: string | Uint8Array, given: Given = {}): Promise<WholeFeed> {
  const { links, problems } = await readFeed(documentOf(body, given));
  return { links, problems: [...problems] };
}
