import { isTexts } from '../../text/is-texts.ts';
import type { CanonicalDeclaration, LanguageAlternate, PageRecord, RobotsDirectives } from './page-record.ts';

/** The fields stored for a page that rules use. */
export type AuditRecord = Omit<PageRecord, 'text' | 'noVarySearch'> & {
  /** The number of words of its text; null if the crawl did not read the text. */
  readonly words: number | null;
};

/** Reads a stored record. Fields of the wrong type become null, and list items of the wrong type are dropped. */
export function recordFrom(json: object): AuditRecord {
  const parts = new Map<string, unknown>(Object.entries(json));
  const text = (name: string): string | null => textOrNull(parts.get(name));
  const { delay, url } = fieldsOf(parts.get('refresh'));
  const words = parts.get('words');
  return {
    title: text('title'),
    language: text('language'),
    base: text('base'),
    robots: listOf(parts.get('robots'), isDirectives),
    canonicals: listOf(parts.get('canonicals'), isCanonical),
    alternates: listOf(parts.get('alternates'), isAlternate),
    next: text('next'),
    prev: text('prev'),
    amp: text('amp'),
    openGraphUrl: text('openGraphUrl'),
    refresh: typeof delay === 'number' && typeof url === 'string' ? { delay, url } : null,
    words: typeof words === 'number' ? words : null,
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

function isAlternate(value: unknown): value is LanguageAlternate {
  const { language, url } = fieldsOf(value);
  return typeof language === 'string' && typeof url === 'string';
}

function listOf<T>(value: unknown, isItem: (item: unknown) => item is T): readonly T[] {
  return Array.isArray(value) ? value.filter(isItem) : [];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
