import type { Option } from 'commander';

/** An option `--no-x` that takes a list: commander would read it as the negation of `--x`. */
export function withoutNegation(option: Option): Option {
  option.negate = false;
  return option;
}
