/** How another page relates to this one, according to a `link` element or a `Link` header. */
export type Relation = 'alternate' | 'amp' | 'feed' | 'next' | 'prev';

const FEED_TYPES: ReadonlySet<string> = new Set([
  'application/atom+xml',
  'application/feed+json',
  'application/rss+xml',
]);

/**
 * The relations that lead to pages and feeds. An alternate counts only if it is in another language or is a feed; other
 * alternates are stylesheets or other formats.
 *
 * @param rels link types in lower case
 * @param type a media type, with or without parameters
 */
export function relationsOf(rels: ReadonlySet<string>, hreflang: string | null, type: string | null): Relation[] {
  const relations: Relation[] = [];
  if (rels.has('alternate') && !rels.has('stylesheet')) {
    const mediaType = type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (FEED_TYPES.has(mediaType)) relations.push('feed');
    else if (hreflang !== null) relations.push('alternate');
  }
  if (rels.has('amphtml')) relations.push('amp');
  if (rels.has('next')) relations.push('next');
  // HTML Standard: "previous" is a synonym.
  if (rels.has('prev') || rels.has('previous')) relations.push('prev');
  return relations;
}

/** The tokens of a list such as `rel`, in lower case. */
export function tokens(value: string): ReadonlySet<string> {
  return new Set(value.toLowerCase().split(/[\t\n\f\r ]+/));
}
