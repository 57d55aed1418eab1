import { normalizeParam } from '../../src/facts/normal-form.ts';
import type { ParamPattern } from '../../src/facts/param-rules.ts';
import { compilePattern } from '../../src/facts/pattern.ts';

const MAX_NAME = 200;

/** Whether the text may be the name of a parameter, as it stands in URLs; at its end it may have a `*`. */
export function isName(text: string): boolean {
  const name = text.replace(/\*$/, '');
  return name !== '' && text.length <= MAX_NAME && !/[=#\s*]/.test(name) && normalizeParam(name) === name;
}

/** The parameters whose whole name the regular expression matches, ignoring case; null where RE2 does not take it. */
export function nameMatching(source: string): ParamPattern | null {
  if (/^[\w-]+$/.test(source)) return source.length <= MAX_NAME ? { is: 'name', text: source, ignoreCase: true } : null;
  if (compilePattern(source, true) === null) return null;
  return { is: 'name-pattern', text: source, ignoreCase: true };
}
