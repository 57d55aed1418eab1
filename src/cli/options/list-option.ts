import { Option } from 'commander';

/**
 * An option that may be repeated.
 *
 * @param parse adds a value to those before
 * @param none what the help calls an empty list
 */
export function repeatable<T>(
  flags: string,
  description: string,
  parse: (text: string, before: readonly T[]) => readonly T[],
  none = 'none',
): Option {
  return withoutNegation(new Option(flags, `${description}; repeatable`).argParser(parse).default([], none));
}

/** The values of an option that may be repeated, as given. */
export function more(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** An option `--no-x` that takes a list: commander would read it as the negation of `--x`. */
export function withoutNegation(option: Option): Option {
  option.negate = false;
  return option;
}
