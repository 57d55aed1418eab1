import type { Shortcut } from './shortcut.ts';

/** One rule of a form. Pure, total, linear in the text's length. */
export interface SlugStep {
  /** A verb and its object, as `explain` prints it. */
  readonly name: string;
  /** The rule, in the words of its source where it has some. */
  readonly summary: string;
  readonly apply: (text: string) => string;
  /** Whether the form is still one without it. */
  readonly isOptional?: true;
}

/** The text behind the last of the steps. */
export function applySteps(steps: readonly SlugStep[], text: string): string {
  let result = text;
  for (const step of steps) result = step.apply(result);
  return result;
}

/** A rule set that turns a name into a path segment. Many names may have one slug. */
export interface SlugForm {
  readonly name: string;
  /** Where forms of one name differ; the first of them in the registry is the default. */
  readonly variant: string | null;
  readonly summary: string;
  /** Where the rules stand. */
  readonly reference: string;
  readonly steps: readonly SlugStep[];
  /** What the steps give, sooner, whatever optional steps are left out. */
  readonly shortcut: Shortcut;
  /** For steps that may find more to do in their own result: whether this one surely stays. */
  readonly isSettled?: (text: string) => boolean;
}
