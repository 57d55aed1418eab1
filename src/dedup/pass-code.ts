import { PASSES } from '../passes/index.ts';
import { PASS_CLASSES, type PassClass } from '../passes/pass.ts';

/** A pass as a small number, 0 for none: the looser its class, the larger; within a class in the order of the passes. */
export type PassCode = number;

/** What a merge is credited to. */
export interface Credit {
  readonly name: string;
  readonly class: PassClass;
}

const CREDITS: readonly Credit[] = PASS_CLASSES.flatMap((each) => [
  ...(each === 'changing' ? [{ name: 'default-scheme', class: each }] : []),
  ...PASSES.filter((pass) => pass.class === each),
]);
const CODES: ReadonlyMap<string, PassCode> = new Map(CREDITS.map(({ name }, index) => [name, index + 1]));

export function passCode(credit: Credit | null): PassCode {
  return credit === null ? 0 : (CODES.get(credit.name) ?? 0);
}

/** The pass of a code other than 0. */
export function creditOf(code: PassCode): Credit | null {
  return CREDITS[code - 1] ?? null;
}

/** The one that changes more. */
export function looser(a: PassCode, b: PassCode): PassCode {
  return Math.max(a, b);
}
