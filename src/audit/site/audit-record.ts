import { fieldsOf, isTextOrNull } from '../../stored-fields.ts';
import { isTexts } from '../../text/is-texts.ts';
import type {
  CanonicalDeclaration,
  LanguageAlternate,
  PageRecord,
  RobotsDirectives,
  ServedVersion,
} from './page-record.ts';

/** What a page says about itself, for rules: fields of {@link PageRecord}, and two more. */
export type AuditRecord = Omit<PageRecord, 'text' | 'noVarySearch'> & {
  /** The number of words of its text; null if the crawl did not read the text. */
  readonly words: number | null;
  /** The languages that a sitemap names, each with the first of its URLs; empty for pages. */
  readonly languages: readonly LanguageAlternate[];
};

/**
 * Reads a stored record. Fields of the wrong type become null, and list items of the wrong type are dropped.
 *
 * @param own a text to use instead of equal ones: most pages name their own URL
 */
export function recordFrom(json: object, own = ''): AuditRecord {
  const parts = fieldsOf(json);
  const { delay, url } = fieldsOf(parts['refresh']);
  const { title, description, heading, language, base, next, prev, amp, openGraphUrl, words } = parts;
  return {
    title: textOrNull(title),
    description: textOrNull(description),
    heading: textOrNull(heading),
    language: textOrNull(language),
    base: textOrNull(base),
    robots: listOf(parts['robots'], isDirectives),
    canonicals: canonicalsIn(parts['canonicals'], own),
    alternates: listOf(parts['alternates'], isAlternate),
    languages: listOf(parts['languages'], isAlternate),
    next: textOrNull(next),
    prev: textOrNull(prev),
    amp: textOrNull(amp),
    openGraphUrl: textOrNull(openGraphUrl),
    refresh: typeof delay === 'number' && typeof url === 'string' ? { delay, url } : null,
    words: typeof words === 'number' ? words : null,
    served: servedIn(parts['served']),
  };
}

function servedIn(value: unknown): ServedVersion | null {
  const { title, robots, canonicals, alternates, words, links, added } = fieldsOf(value);
  if (typeof words !== 'number' || typeof links !== 'number') return null;
  const { links: addedLinks, first } = fieldsOf(added);
  return {
    ...(isTextOrNull(title) && { title }),
    ...(Array.isArray(robots) && { robots: listOf(robots, isDirectives) }),
    ...(isTexts(canonicals) && { canonicals }),
    ...(Array.isArray(alternates) && { alternates: listOf(alternates, isAlternate) }),
    words,
    links,
    added: { links: typeof addedLinks === 'number' ? addedLinks : 0, first: textOrNull(first) },
  };
}

function isDirectives(value: unknown): value is RobotsDirectives {
  const { from, agent, directives } = fieldsOf(value);
  return (from === 'header' || from === 'meta') && isTextOrNull(agent) && isTexts(directives);
}

function isCanonical(value: unknown): value is CanonicalDeclaration {
  const { where, href, url, attributes, line, column, pushedBy } = fieldsOf(value);
  if (typeof href !== 'string' || !isTextOrNull(url) || !isTexts(attributes)) return false;
  if (where === 'header') return true;
  const isPlaced = typeof line === 'number' && typeof column === 'number';
  const { tag, line: tagLine } = fieldsOf(pushedBy);
  const isPushed = pushedBy === null || (typeof tag === 'string' && typeof tagLine === 'number');
  return (where === 'head' || where === 'body') && isPlaced && isPushed;
}

function canonicalsIn(value: unknown, own: string): readonly CanonicalDeclaration[] {
  const declared = listOf(value, isCanonical);
  return declared.length === 0 ? NONE : declared.map((one) => sharing(one, own));
}

/** The declaration with equal texts as one object: an audit keeps the records of all pages. */
function sharing(declaration: CanonicalDeclaration, own: string): CanonicalDeclaration {
  const { href, url, attributes } = declaration;
  const shared = href === own ? own : href;
  return {
    ...declaration,
    href: shared,
    url: url === href ? shared : url,
    attributes: attributes.length === 0 ? NONE : attributes,
  };
}

function isAlternate(value: unknown): value is LanguageAlternate {
  const { language, url } = fieldsOf(value);
  return typeof language === 'string' && typeof url === 'string';
}

const NONE: readonly never[] = [];

function listOf<T>(value: unknown, isItem: (item: unknown) => item is T): readonly T[] {
  // An audit keeps the records of all pages, and most lists are empty.
  if (!Array.isArray(value) || value.length === 0) return NONE;
  const items: readonly unknown[] = value;
  // A filtered list takes several times the memory of one from JSON.
  return items.every(isItem) ? items : items.filter(isItem);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
