import { normalizeHost } from '../../src/facts/normal-form.ts';
import type { ParamRule } from '../../src/facts/param-rules.ts';
import { compilePattern } from '../../src/facts/pattern.ts';
import { REASONS } from './tally.ts';

type Where = Pick<ParamRule, 'hosts' | 'url'>;

/**
 * Parses the pattern in front of a rule's options.
 *
 * @param context whether the rule is an exception, and whether its options name the hosts
 * @returns the URLs that the rule applies to, or the reason to skip it
 */
export function readUrlPattern(
  pattern: string,
  { keeps, hasHosts }: { readonly keeps: boolean; readonly hasHosts: boolean },
): Where | string {
  if (pattern === '' || pattern === '*') return {};
  const host = /^\|\|([^/^*|?=&:]+)\^?$/.exec(pattern)?.[1];
  if (host !== undefined && !hasHosts && normalizeHost(host) === host) return { hosts: [host] };
  const source = /^\/.*\/$/.test(pattern) ? pattern.slice(1, -1) : translated(keeps ? withoutQuery(pattern) : pattern);
  if (source === null) return REASONS.query;
  // Rules are matched against URLs without their query, so a pattern with a query would never match.
  if (/[&=#]|\\\?/.test(source)) return REASONS.query;
  return compilePattern(source, true) === null ? REASONS.pattern : { url: source };
}

/** Extends an exception for some queries to all queries of the page, so that no parameter is dropped by mistake. */
function withoutQuery(pattern: string): string {
  return /^[^?&=]*/.exec(pattern)?.[0] ?? '';
}

/**
 * Translates a filter pattern into a regular expression: `||` is the start of a host or subdomain, `|` the start or end
 * of the URL, `^` a separator, `*` any text. Null for a pattern anchored at the end of the query.
 */
function translated(pattern: string): string | null {
  const [anchor = ''] = /^\|{0,2}/.exec(pattern) ?? [];
  const body = pattern.slice(anchor.length);
  if (body.endsWith('|')) return null;
  const start = ['', '^', '^[a-z]+://(?:[^/]*\\.)?'][anchor.length] ?? '';
  return start + body.replace(/[*^]|[.+?${}()|[\]\\]/g, (character) => TRANSLATED[character] ?? `\\${character}`);
}

const TRANSLATED: Readonly<Record<string, string>> = { '*': '.*', '^': '(?:[^A-Za-z0-9_.%-]|$)' };
