import { PASS_CLASSES, type Pass } from '../passes/pass.ts';
import type { Key } from './key.ts';

/** A pass that changed a URL. `default-scheme` counts as one. */
export type AttributedPass = Pick<Pass, 'name' | 'class'>;

/** A canonical URL, its key, and the pass to which the change is attributed. */
export interface KeyAndPass {
  /** The canonical URL. */
  readonly url: string;
  /** The canonical URL as an identity. */
  readonly key: Key;
  /** The loosest pass that changed something, the last one of that class; null if none did. */
  readonly pass: AttributedPass | null;
}

/** Stands for the scheme that {@link CanonOptions.defaultScheme} adds. */
export const DEFAULT_SCHEME: AttributedPass = { name: 'default-scheme', class: 'changing' };

/** The pass to attribute a change to: the looser of two, or the later one if both have the same class. */
export function looserOf(earlier: AttributedPass | null, later: AttributedPass): AttributedPass {
  return earlier === null || rank(later) >= rank(earlier) ? later : earlier;
}

function rank(pass: AttributedPass): number {
  return PASS_CLASSES.indexOf(pass.class);
}

const attributed = new WeakMap<AttributedPass, AttributedPass>();

/** Name and class of a pass and nothing else: one object for each pass. */
export function attributedOf(pass: AttributedPass): AttributedPass {
  const known = attributed.get(pass) ?? Object.freeze({ name: pass.name, class: pass.class });
  attributed.set(pass, known);
  return known;
}
