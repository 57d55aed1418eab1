import { normalizeParam } from '../../src/facts/normal-form.ts';
import type { ParamPattern } from '../../src/facts/param-rules.ts';
import { compilePattern } from '../../src/facts/pattern.ts';

const MAX_NAME = 200;

/** Whether the text is a valid parameter name as written in URLs, optionally with `*` at the end. */
export function isName(text: string): boolean {
  const name = text.replace(/\*$/, '');
  return name !== '' && text.length <= MAX_NAME && !/[=#\s*]/.test(name) && normalizeParam(name) === name;
}

/** A pattern for parameters whose whole name matches the regular expression, ignoring case; null if RE2 rejects it. */
export function nameMatching(source: string): ParamPattern | null {
  if (/^[\w-]+$/.test(source)) return source.length <= MAX_NAME ? { is: 'name', text: source, ignoreCase: true } : null;
  if (compilePattern(source, true) === null) return null;
  return { is: 'name-pattern', text: source, ignoreCase: true };
}
