import { SlugOptionsError } from './error.ts';
import { applySteps, type SlugForm, type SlugStep } from './form.ts';
import { SLUG_FORMS } from './forms.ts';
import { SlugWriter } from './writer.ts';

/** Which form, and what of it. */
export interface SlugOptions {
  /** `document` or `upstream` for `hippo`. Default: the form's first. */
  readonly variant?: string;
  /** Optional steps to leave out. */
  readonly noStep?: readonly string[];
}

/** A text as it is behind a step. */
export interface SlugStepResult {
  readonly step: string;
  readonly text: string;
}

/** A form, ready to use. */
export interface Slugger {
  readonly form: SlugForm;
  /** The steps in their order, without those that are left out. */
  readonly steps: readonly SlugStep[];
  /** Total, and linear in the name's length. Empty where nothing of the name remains. */
  readonly slug: (name: string) => string;
  /**
   * The slugs of many names, several times faster than one by one: lines of well-formed UTF-8 in and out, each with a line
   * feed behind it, which no slug contains. The last name may lack its own.
   */
  readonly slugLines: (names: Uint8Array) => Uint8Array;
  /** Every step with the text behind it. Where the steps are gone through again, those of the further rounds follow. */
  readonly explain: (name: string) => readonly SlugStepResult[];
  /** Whether the name is its own slug. */
  readonly isNormal: (name: string) => boolean;
}

/**
 * @param formName `wikidot`, `wikijump` or `hippo`
 * @throws {SlugOptionsError} where there is no such form, variant or optional step
 */
export function compileSlug(formName: string, options: SlugOptions = {}): Slugger {
  const form = findForm(formName, options.variant);
  const steps = stepsWithout(form, options.noStep ?? []);
  const isSettled = form.isSettled ?? (() => true);

  const slugByStep = (name: string): string => {
    let before = name;
    let text = applySteps(steps, name);
    while (text !== before && !isSettled(text)) {
      before = text;
      text = applySteps(steps, text);
    }
    return text;
  };

  const writer = new SlugWriter(form.shortcut, slugByStep);
  const slug = (name: string): string => writer.slug(name);
  const slugLines = (names: Uint8Array): Uint8Array => writer.lines(names);

  const explain = (name: string): readonly SlugStepResult[] => {
    const results: SlugStepResult[] = [];
    let text = name;
    do {
      for (const step of steps) {
        text = step.apply(text);
        results.push({ step: step.name, text });
      }
    } while (!isSettled(text) && applySteps(steps, text) !== text);
    return results;
  };

  return { form, steps, slug, slugLines, explain, isNormal: (name) => slug(name) === name };
}

function findForm(name: string, variant: string | undefined): SlugForm {
  const named = SLUG_FORMS.filter((form) => form.name === name);
  if (named.length === 0)
    throw new SlugOptionsError(`no slug form ${JSON.stringify(name)}; there are ${namesOfForms()}`);
  const form = variant === undefined ? named[0] : named.find((candidate) => candidate.variant === variant);
  if (form !== undefined) return form;
  const variants = named.flatMap((candidate) => candidate.variant ?? []).join(', ');
  throw new SlugOptionsError(
    `the slug form ${name} has no variant ${JSON.stringify(variant)}; ${variants === '' ? 'it has none' : `there are ${variants}`}`,
  );
}

function namesOfForms(): string {
  return Array.from(new Set(SLUG_FORMS.map((form) => form.name))).join(', ');
}

function stepsWithout(form: SlugForm, names: readonly string[]): readonly SlugStep[] {
  const optional = form.steps.filter((step) => step.isOptional).map((step) => step.name);
  const unknown = names.find((name) => !optional.includes(name));
  if (unknown !== undefined) {
    const there =
      optional.length === 0 ? 'none of its steps may be left out' : `those that it has are ${optional.join(', ')}`;
    throw new SlugOptionsError(`the slug form ${form.name} has no optional step ${JSON.stringify(unknown)}; ${there}`);
  }
  return form.steps.filter((step) => !names.includes(step.name));
}
