import type { DustpanConfig } from '../../../config/schema.ts';
import type { Severity } from '../../audit/finding.ts';
import type { CustomRule } from '../../audit/rule.ts';
import { RULES } from '../../audit/rules/index.ts';
import { nearestName, quote } from '../../text/wording.ts';
import { UsageError } from '../io/exit.ts';

/** The rules of an audit, and their severities. */
export interface ChosenRules {
  readonly rules: readonly CustomRule[];
  /** Severities that replace those of these rules, by rule id. */
  readonly severities: Readonly<Record<string, Severity>>;
  /** Whether the command line leaves none of them out, so that audits can be compared by their counts. */
  readonly isWhole: boolean;
}

/** The built-in rules, and those of the configuration. */
export function allRules({ rules = [] }: Pick<DustpanConfig, 'rules'>): readonly CustomRule[] {
  return [...RULES, ...rules];
}

/**
 * Chooses rules by the command line and the configuration. A group, `dup/*` or `dup`, stands for all its rules.
 *
 * @param only ids or groups; empty for all rules
 * @param without ids or groups to leave out
 * @param config further rules, and severities by rule id; `off` leaves a rule out
 * @throws {UsageError} if a rule does not exist, or no rule is left
 */
export function chooseRules(
  only: readonly string[],
  without: readonly string[],
  config: Pick<DustpanConfig, 'rules' | 'audit'>,
): ChosenRules {
  const all = allRules(config);
  const configured = config.audit?.severities ?? {};
  // Throws for what names no rule.
  for (const pattern of [...only, ...without]) rulesNamed(pattern, all);
  const rules = all.filter(
    ({ id }) =>
      (only.length === 0 || only.some((pattern) => matches(id, pattern))) &&
      !without.some((pattern) => matches(id, pattern)) &&
      configured[id] !== 'off',
  );
  if (rules.length === 0)
    throw new UsageError('no rule is left to check; remove a --no-rule, or an "off" in the configuration');
  const severities = new Map<string, Severity>();
  for (const { id } of rules) {
    const severity = configured[id];
    if (severity !== undefined && severity !== 'off') severities.set(id, severity);
  }
  const isWhole = only.length === 0 && without.length === 0;
  return { rules, severities: Object.fromEntries(severities), isWhole };
}

function matches(id: string, pattern: string): boolean {
  return id === pattern || id.startsWith(`${pattern.replace(/\/\*?$/, '')}/`);
}

/**
 * The rules that an id or a group names.
 *
 * @throws {UsageError} if there is none
 */
export function rulesNamed(pattern: string, rules: readonly CustomRule[]): readonly CustomRule[] {
  const named = rules.filter(({ id }) => matches(id, pattern));
  if (named.length === 0) throw unknownRule(pattern, rules);
  return named;
}

/** The error for an unknown rule, with a suggestion. */
function unknownRule(name: string, rules: readonly CustomRule[]): UsageError {
  const nearest = nearestName(
    name,
    rules.map(({ id }) => id),
  );
  const hint = nearest === null ? '' : `; did you mean ${quote(nearest)}?`;
  return new UsageError(`unknown rule ${quote(name)}${hint} (run \`dustpan rules\` for a list)`);
}
