import { type OptionNames, refuseUnknownOptions } from '../known-options.ts';
import { isTexts } from '../text/is-texts.ts';
import { refuseNonText } from '../text/refuse-non-text.ts';
import { SlugOptionsError } from './error.ts';
import { applySteps, type SlugForm, type SlugStep } from './form.ts';
import { SLUG_FORMS } from './forms.ts';
import { SlugWriter } from './writer.ts';

/** Options of {@link compileSlug}. */
export interface SlugOptions {
  /** `document` or `upstream`, for `hippo` only. Default: the first variant. */
  readonly variant?: string;
  /** Optional steps to leave out. */
  readonly noStep?: readonly string[];
}

const OPTIONS: OptionNames<SlugOptions> = { variant: true, noStep: true };

/** The text after one step. */
export interface SlugStepResult {
  /** The name of the step. */
  readonly step: string;
  /** The text after it. */
  readonly text: string;
}

/** A form, ready to use. */
export interface Slugger {
  /** The form that these functions implement. */
  readonly form: SlugForm;
  /** The steps in order, without those left out. */
  readonly steps: readonly SlugStep[];
  /**
   * The slug of a name, empty if nothing of the name remains. Takes time linear in the length of the name.
   *
   * @throws {TypeError} only if the name is not a string
   */
  readonly slug: (name: string) => string;
  /**
   * The slugs of many names, several times faster than one by one. Input and output are lines of well-formed UTF-8,
   * each ended by a line feed. A name cannot contain one. The line feed after the last name may be missing.
   */
  readonly slugLines: (names: Uint8Array) => Uint8Array;
  /** The text after each step. If the form repeats its steps, the results of the later rounds follow. */
  readonly explain: (name: string) => readonly SlugStepResult[];
  /** Whether the name is its own slug. */
  readonly isNormal: (name: string) => boolean;
}

/**
 * Prepares a slug form for use.
 *
 * @param formName `wikidot`, `wikijump` or `hippo`
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {SlugOptionsError} if the form, variant or optional step does not exist
 */
export function compileSlug(formName: string, options: SlugOptions = {}): Slugger {
  refuseUnknownOptions(options, OPTIONS, 'of a slug form');
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
  const slug = (name: string): string => {
    refuseNonText(name, 'the name of a slug', "'Some page'");
    return writer.slug(name);
  };
  const slugLines = (names: Uint8Array): Uint8Array => writer.lines(names);

  const explain = (name: string): readonly SlugStepResult[] => {
    refuseNonText(name, 'the name of a slug', "'Some page'");
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
    throw new SlugOptionsError(`unknown slug form ${JSON.stringify(name)}; choose from ${namesOfForms()}`);
  const form = variant === undefined ? named[0] : named.find((candidate) => candidate.variant === variant);
  if (form !== undefined) return form;
  const variants = named.flatMap((candidate) => candidate.variant ?? []).join(', ');
  throw new SlugOptionsError(
    `the slug form ${name} has no variant ${JSON.stringify(variant)}; ${variants === '' ? 'it has no variants' : `choose from ${variants}`}`,
  );
}

function namesOfForms(): string {
  return Array.from(new Set(SLUG_FORMS.map((form) => form.name))).join(', ');
}

function stepsWithout(form: SlugForm, names: readonly string[]): readonly SlugStep[] {
  if (!isTexts(names)) throw new SlugOptionsError('the option noStep is not a list of steps; write them in [ ]');
  const optional = form.steps.filter((step) => step.isOptional).map((step) => step.name);
  const unknown = names.find((name) => !optional.includes(name));
  if (unknown !== undefined) {
    const there = optional.length === 0 ? 'all its steps are required' : `choose from ${optional.join(', ')}`;
    throw new SlugOptionsError(`the slug form ${form.name} has no optional step ${JSON.stringify(unknown)}; ${there}`);
  }
  return form.steps.filter((step) => !names.includes(step.name));
}

/**
 * The slug of a segment of a URL path, not percent-encoded. Null if the segment is not UTF-8 after percent-decoding, if
 * its slug is empty, or if its slug is not its own slug.
 */
export function slugOfSegment({ slug, isNormal }: Slugger, segment: string): string | null {
  const name = decode(segment);
  const text = name === null ? '' : slug(name);
  return text !== '' && isNormal(text) ? text : null;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
