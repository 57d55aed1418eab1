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
 * (https://docs.clearurls.xyz/latest/specs/rules/). What rewrites paths, blocks or redirects is left out.
 *
 * @throws {SettingsError} where the file is not of that form
 */
export function readClearUrls(json: unknown, file: string): ParamList {
  const tally = new Tally();
  for (const provider of Object.values(validate(schema, json, file).providers)) readProvider(provider, tally);
  return tally.list();
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

/** Where a provider's rules hold, or the reason why that cannot be told. */
function scopeOf({ urlPattern, exceptions = [] }: Provider): Pick<ParamRule, 'url' | 'exceptUrls'> | string {
  if (inFrontOfQuery(urlPattern) !== urlPattern) return REASONS.query;
  // An exception for some queries of a page is taken for one of the page: so nothing is dropped that should stay.
  const exceptUrls = exceptions.map(inFrontOfQuery);
  if (exceptUrls.includes(null)) return REASONS.query;
  const sources = exceptUrls.filter((source) => source !== null);
  if ([urlPattern, ...sources].some((source) => compilePattern(source, true) === null)) return REASONS.pattern;
  return { ...(urlPattern !== '.*' && { url: urlPattern }), ...(sources.length > 0 && { exceptUrls: sources }) };
}

/**
 * The part of a regular expression in front of what it wants of the query, which is the whole where it wants nothing;
 * null where the two cannot be told apart.
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

/** `[^?]` does not: it says that the query has not begun. */
function mentionsQuery(source: string): boolean {
  return /\\\?|[&=#]|\[(?!\^)[^\]]*\?/.test(source.replace(/\[\^(?:\\.|[^\]])*\]/g, '').replace(/\(\?[:=!<]/g, '('));
}
