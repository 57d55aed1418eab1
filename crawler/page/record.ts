import type {
  CanonicalDeclaration,
  LanguageAlternate,
  NoVarySearch,
  PageRecord,
  RefreshDeclaration,
} from '../../src/audit/site/page-record.ts';
import { startWithoutCredentials, withoutUserinfo } from '../../src/url/credentials.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import type { PageContent } from './html/html.ts';
import type { Relation } from './relation.ts';
import { absoluteUrl, type Source } from './source.ts';

/** The most UTF-16 units stored of a text or a URL. */
export const MAX_LENGTH = 2048;

/**
 * The data of a page that is stored for the audit.
 *
 * @param content null if the response is not HTML
 * @param sources headers, then markup
 */
export function recordOf(
  content: PageContent | null,
  sources: readonly Source[],
  noVarySearch: NoVarySearch | null,
): PageRecord {
  const markup = sources.at(-1);
  return {
    title: content?.title ?? null,
    description: content?.description ?? null,
    heading: content?.heading ?? null,
    language: cut(content?.language),
    base: cut(content?.base),
    robots: sources.flatMap(({ declarations }) => declarations.robots),
    canonicals: sources.flatMap(canonicals),
    alternates: sources.flatMap(alternates),
    next: firstOf(sources, 'next'),
    prev: firstOf(sources, 'prev'),
    amp: firstOf(sources, 'amp'),
    openGraphUrl: markup && content?.openGraphUrl ? recordedUrl(markup, content.openGraphUrl) : null,
    refresh: refreshOf(sources),
    text: content?.text ?? null,
    noVarySearch,
    served: null,
  };
}

function cut(text: string | null | undefined): string | null {
  return text ? startWithoutCredentials(text, MAX_LENGTH) : (text ?? null);
}

function recordedUrl(source: Source, reference: string): string | null {
  const absolute = absoluteUrl(source, reference);
  const url = absolute === null ? null : withoutUserinfo(absolute);
  return url === null || url.length > MAX_LENGTH || parseUrl(url) instanceof UrlError ? null : url;
}

function canonicals(source: Source): CanonicalDeclaration[] {
  return source.declarations.canonicals.map((canonical) => {
    const url = recordedUrl(source, canonical.href);
    return { ...canonical, href: startWithoutCredentials(canonical.href, MAX_LENGTH), url };
  });
}

function alternates(source: Source): LanguageAlternate[] {
  return source.declarations.related.flatMap(({ href, relations, hreflang }) => {
    if (hreflang === null || !relations.includes('alternate')) return [];
    const url = recordedUrl(source, href);
    return url === null ? [] : [{ language: startWithoutCredentials(hreflang, MAX_LENGTH), url }];
  });
}

function firstOf(sources: readonly Source[], relation: Relation): string | null {
  for (const source of sources) {
    const link = source.declarations.related.find(({ relations }) => relations.includes(relation));
    if (link !== undefined) return recordedUrl(source, link.href);
  }
  return null;
}

function refreshOf(sources: readonly Source[]): RefreshDeclaration | null {
  for (const source of sources) {
    const { refresh } = source.declarations;
    const url = refresh?.url ? recordedUrl(source, refresh.url) : null;
    if (refresh && url !== null) return { delay: refresh.delay, url };
  }
  return null;
}
