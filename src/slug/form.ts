import type { Shortcut } from './shortcut.ts';

/** One step of a form. Pure, defined for every text, and linear in its length. */
export interface SlugStep {
  /** Verb and object, as `explain` prints it. */
  readonly name: string;
  /** The rule, in the words of its source if it has any. */
  readonly summary: string;
  /** Returns the text after this step. */
  readonly apply: (text: string) => string;
  /** Whether `noStep` may leave the step out. */
  readonly isOptional?: true;
}

/** Runs the steps and returns the resulting text. */
export function applySteps(steps: readonly SlugStep[], text: string): string {
  let result = text;
  for (const step of steps) result = step.apply(result);
  return result;
}

/** Rules that turn a name into a path segment. Many names may share a slug. */
export interface SlugForm {
  /** `wikidot`, `wikijump` or `hippo`. */
  readonly name: string;
  /**
   * Distinguishes forms with the same name; null if there is only one. The first form in the registry is the default.
   */
  readonly variant: string | null;
  /** What the form is for, in one line. */
  readonly summary: string;
  /** The source of the rules. */
  readonly reference: string;
  /** The steps in the order in which they run. */
  readonly steps: readonly SlugStep[];
  /** Gives the same result as the steps, faster, for any choice of optional steps. */
  readonly shortcut: Shortcut;
  /** Whether a result needs no further round. Only for forms whose steps may find more to do in their own result. */
  readonly isSettled?: (text: string) => boolean;
}
