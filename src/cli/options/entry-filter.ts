import { InvalidArgumentError } from 'commander';
import type { Entry } from '../../../db/index.ts';
import { matchesWildcard } from '../../facts/site-profile.ts';
import { didYouMean, quote } from '../../text/wording.ts';

/** A parsed condition of `--where`. */
export type EntryFilter = (entry: Entry) => boolean;

type Field = TextField | NumberField;

interface TextField {
  readonly kind: 'text';
  readonly of: (entry: Entry) => string | null;
  /** All possible values, if there are few. */
  readonly values?: readonly string[];
}

interface NumberField {
  readonly kind: 'number' | 'status' | 'time';
  readonly of: (entry: Entry) => number | null;
}

const FIELDS: Readonly<Record<string, Field>> = {
  url: { kind: 'text', of: ({ url }) => url },
  key: { kind: 'text', of: ({ key }) => key },
  site: { kind: 'text', of: ({ site }) => site },
  state: { kind: 'text', of: ({ state }) => state, values: ['queued', 'leased', 'done', 'failed', 'skipped'] },
  status: { kind: 'status', of: ({ status }) => status },
  reason: { kind: 'text', of: ({ reason }) => reason },
  depth: { kind: 'number', of: ({ depth }) => depth },
  contentType: { kind: 'text', of: ({ contentType }) => contentType },
  source: { kind: 'text', of: ({ source }) => source },
  foundOn: { kind: 'text', of: ({ foundOn }) => foundOn },
  role: { kind: 'text', of: ({ role }) => role, values: ['page', 'sitemap'] },
  aliasOf: { kind: 'text', of: ({ aliasOf }) => aliasOf },
  aliasBy: { kind: 'text', of: ({ aliasBy }) => aliasBy, values: ['redirect', 'canonical', 'equivalence'] },
  fetchedAt: { kind: 'time', of: ({ fetchedAt }) => fetchedAt },
};

/** The help text of `--where`. */
export const WHERE_HELP: string = [
  "only entries that match, such as state=failed, status=4xx, 'depth<3' or 'url~*/tag/*' (* is any text);",
  'repeatable: all conditions must match.',
  `Fields: ${Object.keys(FIELDS).join(', ')}.`,
  'An empty value matches entries without the field: aliasOf=',
].join(' ');

/** Parses a condition and adds it to earlier ones, for a repeatable option. */
export function where(expression: string, before: readonly EntryFilter[] = []): readonly EntryFilter[] {
  return [...before, parseCondition(expression)];
}

/** The entries that match all conditions. */
export async function* selected(
  entries: AsyncIterable<Entry>,
  conditions: readonly EntryFilter[],
): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    if (conditions.every((holds) => holds(entry))) yield entry;
  }
}

const EXPRESSION = /^\s*([A-Za-z]+)\s*(!=|<=|>=|[=<>~])\s*([^]*)$/;

/** @throws {InvalidArgumentError} if the condition cannot be parsed */
function parseCondition(expression: string): EntryFilter {
  const [, name = '', operator = '', rest = ''] =
    EXPRESSION.exec(expression) ?? refuse('Write a condition such as state=failed.');
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field === undefined) refuse(`Unknown field ${quote(name)}${didYouMean(name, Object.keys(FIELDS))}.`);
  const value = rest.trim();
  if (value === '') return emptiness(field, operator);
  return field.kind === 'text' ? textCondition(field, operator, value) : numberCondition(field, operator, value);
}

function emptiness({ of }: Field, operator: string): EntryFilter {
  if (operator === '=') return (entry) => of(entry) === null || of(entry) === '';
  if (operator === '!=') return (entry) => of(entry) !== null && of(entry) !== '';
  refuse('Write a value after the operator.');
}

function textCondition({ of, values }: TextField, operator: string, value: string): EntryFilter {
  if (operator === '~') return (entry) => matchesWildcard(value, of(entry) ?? '');
  if (values !== undefined && !values.includes(value))
    refuse(`Unknown value ${quote(value)}${didYouMean(value, values)}.`);
  if (operator === '=') return (entry) => of(entry) === value;
  if (operator === '!=') return (entry) => of(entry) !== value;
  refuse('Compare a text field with =, != or ~.');
}

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** An entry without the number matches only `!=`. */
function numberCondition({ kind, of }: NumberField, operator: string, value: string): EntryFilter {
  const compare = COMPARISONS[operator] ?? refuse('Compare a number field with =, !=, <, <=, > or >=.');
  if (kind === 'status' && /^[1-5]xx$/i.test(value)) return classCondition(of, operator, Number(value.charAt(0)));
  const limit = kind === 'time' ? timeOf(value) : numberOf(value);
  if (Number.isNaN(limit)) refuse(`Write ${WANTED[kind]} after the operator.`);
  return (entry) => {
    const number = of(entry);
    return number === null ? operator === '!=' : compare(number, limit);
  };
}

const WANTED: Readonly<Record<NumberField['kind'], string>> = {
  number: 'a whole number',
  status: 'a status such as 404, or a class such as 4xx',
  time: 'a date such as 2026-01-31 or 2026-01-31T12:00Z',
};

function classCondition(of: NumberField['of'], operator: string, wanted: number): EntryFilter {
  const is: EntryFilter = (entry) => Math.floor((of(entry) ?? 0) / 100) === wanted;
  if (operator === '=') return is;
  if (operator === '!=') return (entry) => !is(entry);
  refuse('Compare a class such as 4xx with = or !=.');
}

function numberOf(value: string): number {
  return /^\d+$/.test(value) ? Number(value) : Number.NaN;
}

/** Milliseconds since the epoch. */
function timeOf(value: string): number {
  return /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(value) ? Date.parse(value) : Number.NaN;
}

function refuse(message: string): never {
  throw new InvalidArgumentError(message);
}
