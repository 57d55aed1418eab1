import { type AttributedPass, DEFAULT_SCHEME } from '../canon/key-and-pass.ts';
import { PASSES } from '../passes/index.ts';
import { PASS_CLASSES } from '../passes/pass.ts';

/** A pass as a small number, 0 for none: the looser its class, the larger; within a class in the order of the passes. */
export type PassCode = number;

const ATTRIBUTED: readonly AttributedPass[] = PASS_CLASSES.flatMap((each) => [
  ...(each === 'changing' ? [DEFAULT_SCHEME] : []),
  ...PASSES.filter((pass) => pass.class === each),
]);
const CODES: ReadonlyMap<string, PassCode> = new Map(ATTRIBUTED.map(({ name }, index) => [name, index + 1]));

export function passCode(pass: AttributedPass | null): PassCode {
  return pass === null ? 0 : (CODES.get(pass.name) ?? 0);
}

/** The pass of a code other than 0. */
export function passOf(code: PassCode): AttributedPass | null {
  return ATTRIBUTED[code - 1] ?? null;
}

/** The one that changes more. */
export function looser(a: PassCode, b: PassCode): PassCode {
  return Math.max(a, b);
}
