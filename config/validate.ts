import type { z } from 'zod';
import { didYouMean, quote } from '../src/text/wording.ts';
import { SettingsError } from './settings-error.ts';

/**
 * Validates a value against a schema.
 *
 * @param file the source of the value, for messages
 * @returns the value in the type of the schema
 * @throws {SettingsError} with one problem for each place that does not match
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown, file: string): T {
  const result = schema.safeParse(value, { error: describe, reportInput: true });
  if (result.success) return result.data;
  throw new SettingsError(
    file,
    result.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${placeOf(path)}: ${message}`)),
  );
}

/** `facts[3].value`, as it would be written in JavaScript. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`;
    const name = String(key);
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${place}[${quote(name)}]`;
    return place === '' ? name : `${place}.${name}`;
  }, '');
}

type Issue = z.core.$ZodRawIssue;

/** The problem and what to do; undefined if the schema has its own message. */
function describe(issue: Issue): string | undefined {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `unknown key ${quote(key)}${didYouMean(key, keysOf(issue))}`).join('; ');
  }
  if (issue.code === 'invalid_type') {
    const noun = NOUNS[issue.expected] ?? issue.expected;
    return issue.input === undefined ? `is missing; write ${noun}` : `is ${nounOf(issue.input)}; write ${noun}`;
  }
  if (issue.code === 'invalid_value') return choiceProblem(issue.input, issue.values.map(String));
  if (issue.code === 'invalid_key') return issue.issues[0]?.message;
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    return choiceProblem(propertyOf(issue.input, issue.discriminator), kindsOf(issue));
  }
  return undefined;
}

function choiceProblem(input: unknown, values: readonly string[]): string {
  if (input === undefined) return `is missing; write ${values.map(quote).join(' or ')}`;
  if (values.length === 1) return `is ${shown(input)}; write ${values[0]}`;
  return `${shown(input)} is not allowed here${didYouMean(typeof input === 'string' ? input : '', values)}`;
}

function shown(input: unknown): string {
  return typeof input === 'string' ? quote(input) : typeof input === 'number' ? String(input) : nounOf(input);
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
  record: 'an object in { }',
  function: 'a function',
};

function nounOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  const type = typeof input;
  return type === 'string' ? 'text' : (NOUNS[type] ?? type);
}

function propertyOf(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null && name in input ? Reflect.get(input, name) : undefined;
}

/** The keys that the failing schema allows: those of an object, or of a record with fixed names. */
function keysOf({ inst }: Issue): readonly string[] {
  const shape = propertyOf(inst, 'shape');
  if (typeof shape === 'object' && shape !== null) return Object.keys(shape);
  const names = propertyOf(propertyOf(inst, 'keyType'), 'options');
  return Array.isArray(names) ? names.map(String) : [];
}

function kindsOf(issue: Issue): readonly string[] {
  const options: unknown = Reflect.get(issue, 'options');
  return Array.isArray(options) ? options.map(String) : [];
}
