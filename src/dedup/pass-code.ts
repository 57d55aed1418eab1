import { type AttributedPass, DEFAULT_SCHEME } from '../canon/key-and-pass.ts';
import { PASSES } from '../passes/index.ts';
import { PASS_CLASSES } from '../passes/pass.ts';

/** A pass as a small integer, 0 for none. Looser classes have larger codes; within a class, later passes do. */
export type PassCode = number;

/** Codes for each class. */
const ROOM = 1000;

const passes = new Map<PassCode, AttributedPass>();
const codes = new Map<string, PassCode>();
[DEFAULT_SCHEME, ...PASSES].forEach(add);

/** The code of a pass; 0 for null. A custom pass gets the next code of its class when it is first met. */
export function passCode(pass: AttributedPass | null): PassCode {
  return pass === null ? 0 : (codes.get(pass.name) ?? add(pass));
}

/** The pass with a code; null for 0. */
export function passOf(code: PassCode): AttributedPass | null {
  return passes.get(code) ?? null;
}

function add(pass: AttributedPass): PassCode {
  let code = PASS_CLASSES.indexOf(pass.class) * ROOM + 1;
  while (passes.has(code)) code++;
  passes.set(code, pass);
  codes.set(pass.name, code);
  return code;
}
