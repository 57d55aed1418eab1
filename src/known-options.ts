import { didYouMean, quote, quoteValue } from './text/wording.ts';

/**
 * A function got an option that it does not have, or something else than an object of options. The message names both,
 * and the most similar option.
 */
export class UnknownOptionError extends TypeError {
  /** Always `UnknownOptionError`. */
  override readonly name = 'UnknownOptionError';
  /** Stable, for programs to compare. */
  readonly code = 'unknown-option';
}

/** The names of all options. The compiler refuses a list that misses one. */
export type OptionNames<T extends object> = Readonly<Record<keyof T, true>>;

/**
 * Refuses options that the type does not have. The compiler checks only object literals, and JavaScript nothing.
 *
 * @param where for the message: `of compile`, `in params of compile`
 * @throws {UnknownOptionError} for the first unknown option
 */
export function refuseUnknownOptions<T extends object>(
  given: T,
  names: Readonly<Record<keyof T, unknown>>,
  where: string,
): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UnknownOptionError(`the options ${where} are not an object; write them in { }`);
  }
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(names, name)) continue;
    throw new UnknownOptionError(`unknown option ${quote(name)} ${where}${didYouMean(name, Object.keys(names))}`);
  }
}

/**
 * Refuses options that belong in another option, which the message names.
 *
 * @param inner the names of its options
 * @throws {UnknownOptionError} for the first of them
 */
export function refuseMisplacedOptions(given: object, into: string, inner: object, where: string): void {
  const name = Object.keys(given ?? {}).find((each) => Object.hasOwn(inner, each));
  if (name === undefined) return;
  throw new UnknownOptionError(`unknown option ${quote(name)} ${where}; write ${into}: { ${name}: … }`);
}

/** What the value of an option must be. */
export interface OptionCheck {
  readonly fits: (value: unknown) => boolean;
  /** What to write instead of a value that does not fit. */
  readonly remedy: (value: unknown) => string;
}

/** The check of each option. The compiler refuses a list that misses one. */
export type OptionChecks<T extends object> = Readonly<Record<keyof T, OptionCheck>>;

/**
 * Refuses options that do not exist, and values that an option cannot have. The types say the same, but JavaScript has none.
 *
 * @param where for the message: `of crawl`
 * @throws {UnknownOptionError} for the first unknown option
 * @throws {TypeError} for the first value that does not fit
 */
export function refuseInvalidOptions<T extends object>(given: T, checks: OptionChecks<T>, where: string): void {
  refuseUnknownOptions(given, checks, where);
  for (const [name, { fits, remedy }] of Object.entries<OptionCheck>(checks)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined || fits(value)) continue;
    throw new TypeError(`the option ${name} ${where} is ${quoteValue(value)}; ${remedy(value)}`);
  }
}

/** @param remedy what to write, for the message */
export function optionCheck(fits: (value: unknown) => boolean, remedy: string): OptionCheck {
  return { fits, remedy: () => `write ${remedy}` };
}

/** Of an option that is checked where it is read. */
export const CHECKED_LATER: OptionCheck = optionCheck(() => true, '');
export const SWITCH: OptionCheck = optionCheck((value) => typeof value === 'boolean', 'true or false');
export const TEXT: OptionCheck = optionCheck((value) => typeof value === 'string', 'a string');
export const CALLBACK: OptionCheck = optionCheck((value) => typeof value === 'function', 'a function');
export const SIGNAL: OptionCheck = optionCheck(
  (value) => value instanceof AbortSignal,
  'the signal of an AbortController',
);

/** A number, which may be Infinity. */
export function atLeast(least: number): OptionCheck {
  return optionCheck((value) => typeof value === 'number' && value >= least, `a number of at least ${least}`);
}

/** The same options, but each that may be undefined is optional, and never undefined. */
type WithoutUndefined<T extends object> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** The options without those that are undefined, which count as omitted. */
export function withoutUndefined<T extends object>(options: T): WithoutUndefined<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an option that may be undefined may be omitted
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}
