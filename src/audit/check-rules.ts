import { DustpanError } from '../error.ts';
import { type OptionNames, refuseUnknownOptions, UnknownOptionError } from '../known-options.ts';
import { didYouMean, quote } from '../text/wording.ts';
import { SEVERITIES } from './finding.ts';
import type { CustomRule, RuleText } from './rule.ts';

/** The definition of a rule is not valid, or two rules have one id. The message names the rule and the fix. */
export class RuleDefinitionError extends DustpanError {
  /** Always `RuleDefinitionError`. */
  override readonly name = 'RuleDefinitionError';
  readonly code = 'bad-rule';
}

const FIELDS: OptionNames<CustomRule> = {
  id: true,
  severity: true,
  title: true,
  condition: true,
  why: true,
  remedy: true,
  reference: true,
  examples: true,
  isAboutLinks: true,
  prepare: true,
  checkPage: true,
  checkSite: true,
};
const TEXTS = ['title', 'condition', 'why', 'remedy', 'reference'] as const satisfies readonly (keyof RuleText)[];

/**
 * Checks rules at run time, because JavaScript has no types.
 *
 * @param known rules that they run together with
 * @throws {RuleDefinitionError} if a rule is not valid, or an id exists twice
 */
export function checkRules(rules: readonly CustomRule[], known: readonly CustomRule[] = []): void {
  const ids = new Set(known.map(({ id }) => id));
  for (const rule of rules) {
    checkRule(rule);
    if (ids.has(rule.id)) {
      throw new RuleDefinitionError(`the rule ${rule.id} exists twice; choose another id for one of them`);
    }
    ids.add(rule.id);
  }
}

function checkRule(rule: CustomRule): void {
  const { id, severity } = refuseUnknownFields(rule);
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/.test(id)) {
    throw new RuleDefinitionError(
      `${typeof id === 'string' ? quote(id) : 'the id'} is not an id for a rule; write a group and a name, such as ours/no-price`,
    );
  }
  if (!SEVERITIES.includes(severity)) {
    const meant = didYouMean(typeof severity === 'string' ? severity : '', SEVERITIES);
    throw new RuleDefinitionError(`the rule ${id} has no valid severity${meant}`);
  }
  const missing = TEXTS.find((name) => typeof rule[name] !== 'string' || rule[name] === '');
  if (missing !== undefined) {
    throw new RuleDefinitionError(`the rule ${id} has no ${missing}; reports show it: write a line of text`);
  }
  for (const name of ['prepare', 'checkPage', 'checkSite'] as const) {
    if (rule[name] === undefined || typeof rule[name] === 'function') continue;
    throw new RuleDefinitionError(`${name} of the rule ${id} is not a function; write *${name}(…) { … }`);
  }
  if (rule.checkPage !== undefined || rule.checkSite !== undefined) return;
  throw new RuleDefinitionError(`the rule ${id} checks nothing; write *checkPage(page, record, site) { … }`);
}

function refuseUnknownFields(rule: CustomRule): CustomRule {
  try {
    refuseUnknownOptions(rule, FIELDS, 'of a rule');
    return rule;
  } catch (error) {
    throw error instanceof UnknownOptionError ? new RuleDefinitionError(error.message) : error;
  }
}
