import type { RobotsDirectives } from '../../src/audit/site/page-record.ts';
import { startWithoutCredentials } from '../../src/url/credentials.ts';

/** How much of a field or attribute is read, in UTF-16 units. */
const MAX_LENGTH = 2048;
const MAX_DIRECTIVES = 32;
const MAX_DIRECTIVE_LENGTH = 100;

/** Directives followed by a colon and a value. They must not be mistaken for names of user agents. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  'max-image-preview',
  'max-snippet',
  'max-video-preview',
  'unavailable_after',
]);

/** The directives of Google, Bing and Yandex, and those against use for AI. They distinguish a `meta` for one user agent from any other `meta`. */
const KNOWN: ReadonlySet<string> = new Set([
  ...WITH_VALUE,
  ...(
    'all archive follow index indexifembedded noarchive nocache nofollow noimageindex noindex none noodp nosnippet ' +
    'notranslate noydir noyaca noai noimageai'
  ).split(' '),
]);

/**
 * Parses `X-Robots-Tag` headers. A user agent's name before a directive applies to the rest of its field.
 *
 * @param value the value of one field, or the values of several fields, each parsed separately
 */
export function parseRobotsTag(value: string | readonly string[]): readonly RobotsDirectives[] {
  const fields = typeof value === 'string' ? [value] : value;
  return fields.flatMap((field) => rulesOf(field));
}

/**
 * Parses a `meta` element that may address robots.
 *
 * @param name `robots` for all, or the name of a user agent
 * @returns null if it does not address robots
 */
export function parseRobotsMeta(name: string, content: string): RobotsDirectives | null {
  const agent = name.toLowerCase();
  const directives = directivesOf(content).map(spell);
  const isMeant = agent === 'robots' || directives.some((directive) => KNOWN.has(nameOf(directive)));
  if (!isMeant || directives.length === 0) return null;
  return { from: 'meta', agent: agent === 'robots' ? null : agent, directives: bounded(directives) };
}

function rulesOf(field: string): RobotsDirectives[] {
  const rules = new Map<string | null, string[]>();
  let agent: string | null = null;
  for (const part of directivesOf(field)) {
    const [, name, rest] = AGENT.exec(part) ?? [];
    const isAgent = name !== undefined && !WITH_VALUE.has(name.toLowerCase());
    if (isAgent) agent = name === '*' ? null : name.toLowerCase();
    const directive = spell(isAgent ? (rest ?? '') : part);
    const known = rules.get(agent);
    if (directive === '') continue;
    if (known === undefined) rules.set(agent, [directive]);
    else known.push(directive);
  }
  return Array.from(rules, ([name, directives]) => ({ from: 'header', agent: name, directives: bounded(directives) }));
}

const AGENT = /^(\*|[a-z_][\w.-]*)[\t ]*:([^]*)$/i;

/** The parts between commas. A date with commas stays whole: the part after its comma starts with a digit. */
function directivesOf(list: string): string[] {
  const parts: string[] = [];
  let inDate = false;
  for (const piece of startWithoutCredentials(list, MAX_LENGTH).split(',')) {
    const part = piece.trim();
    if (inDate && /^\d/.test(part)) {
      parts.push(`${parts.pop() ?? ''}, ${part}`);
    } else if (part !== '') {
      parts.push(part);
      inDate = /unavailable_after/i.test(part);
    }
  }
  return parts;
}

function spell(directive: string): string {
  return directive
    .trim()
    .toLowerCase()
    .replace(/[\t ]*:[\t ]*/, ':')
    .slice(0, MAX_DIRECTIVE_LENGTH);
}

function nameOf(directive: string): string {
  return directive.split(':', 1)[0] ?? '';
}

function bounded(directives: readonly string[]): readonly string[] {
  return [...new Set(directives)].slice(0, MAX_DIRECTIVES);
}
