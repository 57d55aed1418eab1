import { z } from 'zod';
import type { ParamRule } from '../../src/facts/param-rules.ts';
import { compilePattern } from '../../src/facts/pattern.ts';
import { validate } from '../validate.ts';
import { nameMatching } from './names.ts';
import { type ParamList, REASONS, Tally } from './tally.ts';

const patterns = z.exactOptional(z.array(z.string()));

const providerSchema = z.object({
  urlPattern: z.string(),
  rules: patterns,
  rawRules: patterns,
  referralMarketing: patterns,
  exceptions: patterns,
  redirections: patterns,
  completeProvider: z.exactOptional(z.boolean()),
});

const schema = z.object({ providers: z.record(z.string(), providerSchema) });

type Provider = z.infer<typeof providerSchema>;

/**
 * Reads the format of ClearURLs: providers, each with a pattern for URLs and patterns for names of parameters
 * (https://docs.clearurls.xyz/latest/specs/rules/). Skips rules that rewrite paths, block or redirect.
 *
 * @throws {SettingsError} if the file has another format
 */
export function readClearUrls(json: unknown, file: string): ParamList {
  const tally = new Tally();
  for (const provider of Object.values(validate(schema, json, file).providers)) readProvider(provider, tally);
  return tally;
}

function readProvider(provider: Provider, tally: Tally): void {
  const { rules = [], referralMarketing = [], rawRules = [], redirections = [], completeProvider = false } = provider;
  tally.leaveOut('that rewrite the URL itself', rawRules.length);
  tally.leaveOut('that unwrap redirects', redirections.length);
  tally.leaveOut('that block whole sites', completeProvider ? 1 : 0);
  const names = [...rules, ...referralMarketing];
  const where = scopeOf(provider);
  if (typeof where === 'string') {
    tally.leaveOut(where, names.length);
    return;
  }
  for (const name of names) {
    const param = nameMatching(name);
    if (param === null) tally.leaveOut(REASONS.pattern);
    else tally.take({ ...where, action: 'drop', params: [param] });
  }
}

/** The URLs that a provider's rules apply to, or the reason to skip them. */
function scopeOf({ urlPattern, exceptions = [] }: Provider): Pick<ParamRule, 'url' | 'exceptUrls'> | string {
  if (inFrontOfQuery(urlPattern) !== urlPattern) return REASONS.query;
  // Extends exceptions for some queries to all queries of the page, so that no parameter is dropped by mistake.
  const exceptUrls = exceptions.map(inFrontOfQuery);
  if (exceptUrls.includes(null)) return REASONS.query;
  const sources = exceptUrls.filter((source) => source !== null);
  if ([urlPattern, ...sources].some((source) => compilePattern(source, true) === null)) return REASONS.pattern;
  return { ...(urlPattern !== '.*' && { url: urlPattern }), ...(sources.length > 0 && { exceptUrls: sources }) };
}

/**
 * The part of a regular expression that precedes its match of the query; all of it if it does not match a query. Null if
 * the parts cannot be separated.
 */
function inFrontOfQuery(source: string): string | null {
  let depth = 0;
  let group = 0;
  for (const { 0: atom, index } of source.matchAll(/\\.|\[(?:\\.|[^\]])*\]|[^]/gs)) {
    if (atom === '|' && depth === 0 && mentionsQuery(source)) return null;
    if (atom === ')') depth--;
    if (atom === '(' && depth++ === 0) group = index;
    if (!mentionsQuery(atom)) continue;
    return source.slice(0, depth > 0 ? group : index) || null;
  }
  return source;
}

/** Whether a regular expression matches part of a query. `[^?]` does not: it keeps the match before the query. */
function mentionsQuery(source: string): boolean {
  return /\\\?|[&=#]|\[(?!\^)[^\]]*\?/.test(source.replace(/\[\^(?:\\.|[^\]])*\]/g, '').replace(/\(\?[:=!<]/g, '('));
}
