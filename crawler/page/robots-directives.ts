import type { RobotsDirectives } from '../../src/audit/site/page-record.ts';
import { startWithoutCredentials } from '../../src/url/credentials.ts';

/** UTF-16 units of a field or attribute that are read. */
const MAX_LENGTH = 2048;
const MAX_DIRECTIVES = 32;
const MAX_DIRECTIVE_LENGTH = 100;

/** Directives that a colon and a value follow, so that their names are not taken for those of user agents. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  'max-image-preview',
  'max-snippet',
  'max-video-preview',
  'unavailable_after',
]);

/** The directives of Google, Bing and Yandex, by which a `meta` for one user agent is told from any other `meta`. */
const KNOWN: ReadonlySet<string> = new Set([
  ...WITH_VALUE,
  ...(
    'all archive follow index indexifembedded noarchive nocache nofollow noimageindex noindex none noodp nosnippet ' +
    'notranslate noydir noyaca'
  ).split(' '),
]);

/**
 * Reads `X-Robots-Tag` headers. A user agent's name in front of a directive holds for the rest of its field.
 *
 * @param value one field's value, or the values of several fields, each read on its own
 */
export function parseRobotsTag(value: string | readonly string[]): readonly RobotsDirectives[] {
  const fields = typeof value === 'string' ? [value] : value;
  return fields.flatMap((field) => rulesOf(field));
}

/**
 * Reads a `meta` element that may speak to robots.
 *
 * @param name `robots` for all, or a user agent's
 * @returns null where it does not
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

/** The parts between commas; of a date that holds some, they stay together: behind them it goes on with a digit. */
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
