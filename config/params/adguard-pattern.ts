import { normalizeHost } from '../../src/facts/normal-form.ts';
import type { ParamRule } from '../../src/facts/param-rules.ts';
import { compilePattern } from '../../src/facts/pattern.ts';
import { REASONS } from './tally.ts';

type Where = Pick<ParamRule, 'hosts' | 'url'>;

/**
 * Where a rule holds, from the pattern in front of its options; or the reason why it is left out.
 *
 * @param context whether the rule is an exception, and whether its options name the hosts
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
  // A query is no part of what rules are matched against, so a pattern that wants one would never hold.
  if (/[&=#]|\\\?/.test(source)) return REASONS.query;
  return compilePattern(source, true) === null ? REASONS.pattern : { url: source };
}

/** What an exception says of a page is taken for all its queries: so nothing is dropped that should stay. */
function withoutQuery(pattern: string): string {
  return /^[^?&=]*/.exec(pattern)?.[0] ?? '';
}

/** `||` starts a host or a part of one, `|` is an end of the URL, `^` what separates, `*` anything. Null for the end of a query. */
function translated(pattern: string): string | null {
  const [anchor = ''] = /^\|{0,2}/.exec(pattern) ?? [];
  const body = pattern.slice(anchor.length);
  if (body.endsWith('|')) return null;
  const start = ['', '^', '^[a-z]+://(?:[^/]*\\.)?'][anchor.length] ?? '';
  return start + body.replace(/[*^]|[.+?${}()|[\]\\]/g, (character) => TRANSLATED[character] ?? `\\${character}`);
}

const TRANSLATED: Readonly<Record<string, string>> = { '*': '.*', '^': '(?:[^A-Za-z0-9_.%-]|$)' };
