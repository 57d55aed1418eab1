import { env } from 'node:process';

/** The options that every command has. */
interface TerminalFlags {
  readonly quiet?: true;
  readonly verbose?: true;
  readonly color?: 'auto' | 'always' | 'never';
}

/** A stream, perhaps a terminal. */
interface Screen {
  readonly isTTY?: boolean;
}

let flags: TerminalFlags = {};

/** Applies the options that every command has. */
export function configureTerminal(given: TerminalFlags): void {
  flags = given;
}

/** Whether only results and errors are printed. */
export function isQuiet(): boolean {
  return flags.quiet === true;
}

/** Whether a line per URL is printed. */
export function isVerbose(): boolean {
  return flags.verbose === true;
}

/** Whether the stream is a terminal that understands escape sequences. */
export function takesEscapes({ isTTY }: Screen): boolean {
  return isTTY === true && env['TERM'] !== 'dumb';
}

/**
 * Whether to print colors. `--color always` and `never` decide; then NO_COLOR (https://no-color.org/), then FORCE_COLOR,
 * then {@link takesEscapes}.
 */
export function hasColors(stream: Screen): boolean {
  if (flags.color === 'always' || flags.color === 'never') return flags.color === 'always';
  if (env['NO_COLOR']) return false;
  const force = env['FORCE_COLOR'];
  return force === undefined || force === '' ? takesEscapes(stream) : force !== '0' && force !== 'false';
}
