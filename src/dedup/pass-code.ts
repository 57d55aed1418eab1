import { type AttributedPass, DEFAULT_SCHEME } from '../canon/key-and-pass.ts';
import { PASSES } from '../passes/index.ts';
import { PASS_CLASSES } from '../passes/pass.ts';

/** A pass as a small integer, 0 for none. Looser classes have larger codes; within a class, later passes do. */
export type PassCode = number;

const ATTRIBUTED: readonly AttributedPass[] = PASS_CLASSES.flatMap((each) => [
  ...(each === 'changing' ? [DEFAULT_SCHEME] : []),
  ...PASSES.filter((pass) => pass.class === each),
]);
const CODES: ReadonlyMap<string, PassCode> = new Map(ATTRIBUTED.map(({ name }, index) => [name, index + 1]));

/** The code of a pass; 0 for null. */
export function passCode(pass: AttributedPass | null): PassCode {
  return pass === null ? 0 : (CODES.get(pass.name) ?? 0);
}

/** The pass with a code; null for 0. */
export function passOf(code: PassCode): AttributedPass | null {
  return ATTRIBUTED[code - 1] ?? null;
}
