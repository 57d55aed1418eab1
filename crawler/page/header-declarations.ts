import type { DeclaredCanonical } from '../../src/audit/site/page-record.ts';
import { escapeBytes } from '../../src/text/bytes.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import { header } from '../fetch/response.ts';
import {
  type Declarations,
  MAX_CANONICALS,
  MAX_RELATED,
  MAX_ROBOTS,
  notCanonical,
  type RelatedLink,
} from './declarations.ts';
import { type HeaderLink, parseLinkHeader } from './link-header.ts';
import { parseRefresh } from './refresh.ts';
import { relationsOf } from './relation.ts';
import { parseRobotsTag } from './robots-directives.ts';

/** The declarations in the `Link`, `Refresh` and `X-Robots-Tag` headers of a response. */
export function readHeaders(response: Pick<FetchResponse, 'headers'>): Declarations {
  // A link with an anchor describes another page.
  const links = parseLinkHeader(response.headers['link'] ?? []).filter(({ anchor }) => anchor === null);
  const refresh = parseRefresh(escapeBytes(header(response, 'refresh') ?? ''));
  return {
    links: new Map(),
    canonicals: links
      .filter(({ rel }) => rel.includes('canonical'))
      .slice(0, MAX_CANONICALS)
      .map(canonical),
    related: links
      .map(related)
      .filter(({ relations }) => relations.length > 0)
      .slice(0, MAX_RELATED),
    refresh: refresh?.url ? refresh : null,
    robots: parseRobotsTag(response.headers['x-robots-tag'] ?? []).slice(0, MAX_ROBOTS),
  };
}

/** Whether a response has `X-Robots-Tag`, `No-Vary-Search`, or a `Link` or `Refresh` that dustpan uses. */
export function hasDeclarations(response: Pick<FetchResponse, 'headers'>): boolean {
  const declared = readHeaders(response);
  const lists = [declared.canonicals, declared.related, declared.robots];
  const hasNoVarySearch = response.headers['no-vary-search'] !== undefined;
  return hasNoVarySearch || declared.refresh !== null || lists.some((list) => list.length > 0);
}

function canonical({ target, params }: HeaderLink): DeclaredCanonical {
  const attributes = notCanonical(params);
  return { where: 'header', href: escapeBytes(target), attributes, line: null, column: null, pushedBy: null };
}

function related({ target, rel, params }: HeaderLink): RelatedLink {
  const rels = new Set(rel);
  const hreflang = params.get('hreflang') ?? null;
  const relations = relationsOf(rels, hreflang, params.get('type') ?? null);
  return { href: escapeBytes(target), relations, hreflang, nofollow: rels.has('nofollow') };
}
