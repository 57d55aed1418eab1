import { didYouMean, quote } from './text/wording.ts';

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
export function refuseUnknownOptions<T extends object>(given: T, names: OptionNames<T>, where: string): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UnknownOptionError(`the options ${where} are not an object; write them in { }`);
  }
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(names, name)) continue;
    throw new UnknownOptionError(`unknown option ${quote(name)} ${where}${didYouMean(name, Object.keys(names))}`);
  }
}

/** The options without those that are undefined, which count as omitted. */
export function withoutUndefined<T extends object>(options: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only options that may be omitted can be undefined
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
