import { PASS_CLASSES, type Pass } from '../passes/pass.ts';
import type { Key } from './key.ts';

/** A pass that changes URLs, or the default scheme in front of them, which counts as one. */
export type AttributedPass = Pick<Pass, 'name' | 'class'>;

/** A canonical URL and what took the input to it. */
export interface KeyAndPass {
  readonly url: string;
  readonly key: Key;
  /** The loosest of the passes that changed something, and of one class the last; null where none did. */
  readonly pass: AttributedPass | null;
}

export const DEFAULT_SCHEME: AttributedPass = { name: 'default-scheme', class: 'changing' };

/** Which of two takes the keyAndPass: the one that had it, or the one that comes later. */
export function looserOf(earlier: AttributedPass | null, later: AttributedPass): AttributedPass {
  return earlier === null || rank(later) >= rank(earlier) ? later : earlier;
}

function rank(pass: AttributedPass): number {
  return PASS_CLASSES.indexOf(pass.class);
}
