import type { ParamPattern, ParamRule } from '../../src/facts/param-rules.ts';
import { compilePattern } from '../../src/facts/pattern.ts';
import { hasParamOption, readOptions, splitRule } from './adguard-options.ts';
import { readUrlPattern } from './adguard-pattern.ts';
import { isName } from './names.ts';
import { type ParamList, REASONS, Tally } from './tally.ts';

/** The maximum length of a rule; longer lines must be a mistake. */
const MAX_LINE = 4000;

/**
 * Reads the `$removeparam` rules of a filter list for AdGuard or uBlock Origin
 * (https://adguard.com/kb/general/ad-filtering/create-own-filters/#removeparam-modifier) and ignores all other rules.
 */
export function readAdguard(text: string): ParamList {
  const tally = new Tally();
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const disabled = new Set(
    lines.flatMap((line) => (/[$,]badfilter\b/.test(line) ? [line.replace(/,?badfilter\b/, '')] : [])),
  );
  for (const line of lines) {
    if (!isRemoveParam(line) || /[$,]badfilter\b/.test(line)) continue;
    const rule = disabled.has(line) ? 'that another rule disables' : readRule(line);
    if (typeof rule === 'string') tally.leaveOut(rule);
    else tally.take(rule);
  }
  return tally;
}

/** Whether a line of a filter list is a `$removeparam` rule. */
export function isRemoveParam(line: string): boolean {
  return !line.startsWith('!') && hasParamOption(line);
}

/** A rule, or the reason to skip it. */
function readRule(line: string): ParamRule | string {
  if (line.length > MAX_LINE) return REASONS.pattern;
  const keeps = line.startsWith('@@');
  const parts = splitRule(keeps ? line.slice(2) : line);
  if (parts === null) return 'that cannot be read';
  const options = readOptions(parts.options);
  if (typeof options === 'string') return options;
  const where = readUrlPattern(parts.pattern, { keeps, hasHosts: options.hosts !== undefined });
  if (typeof where === 'string') return where;
  const { param: given, ...sites } = options;
  const param = readParam(given, keeps);
  if (typeof param === 'string') return param;
  return { action: keeps ? 'keep' : 'drop', ...where, ...sites, params: [param] };
}

/** The modifier's value: `name`, `/pattern/i`, `~name`, `~/pattern/`, or nothing for all parameters. */
function readParam(value: string, keeps: boolean): ParamPattern | string {
  if (value === '') return keeps ? { is: 'name', text: '*' } : 'that remove whole queries';
  const inverted = value.startsWith('~') ? { inverted: true as const } : {};
  const text = value.startsWith('~') ? value.slice(1) : value;
  const pattern = /^\/(.*)\/([a-z]*)$/.exec(text);
  if (pattern === null) return isName(text) && !text.endsWith('*') ? { is: 'name', text, ...inverted } : REASONS.name;
  const source = (pattern[1] ?? '').replaceAll('\\,', ',');
  const ignoreCase = (pattern[2] ?? '').includes('i');
  if (compilePattern(source, ignoreCase) === null) return REASONS.pattern;
  return { is: 'param-pattern', text: source, ...(ignoreCase && { ignoreCase }), ...inverted };
}
