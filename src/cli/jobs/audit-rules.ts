import type { DustpanConfig } from '../../../config/schema.ts';
import type { Severity } from '../../audit/finding.ts';
import type { Rule } from '../../audit/rule.ts';
import { RULES } from '../../audit/rules/index.ts';
import { nearestName, quote } from '../../text/wording.ts';
import { UsageError } from '../io/exit.ts';

/** What an audit looks for, and how grave it is. */
export interface ChosenRules {
  readonly rules: readonly Rule[];
  /** Other severities than the rules' own. */
  readonly severities: Readonly<Record<string, Severity>>;
}

/**
 * The rules that the command line and the configuration ask for. A group, `dup/*` or `dup`, stands for all its rules.
 *
 * @param only none for all
 * @throws {UsageError} where there is no such rule, or none is left
 */
export function chooseRules(
  only: readonly string[],
  without: readonly string[],
  configured: NonNullable<DustpanConfig['audit']>['severities'] = {},
): ChosenRules {
  for (const pattern of [...only, ...without]) checkPattern(pattern);
  const rules = RULES.filter(
    ({ id }) =>
      (only.length === 0 || only.some((pattern) => matches(id, pattern))) &&
      !without.some((pattern) => matches(id, pattern)) &&
      configured[id] !== 'off',
  );
  if (rules.length === 0) throw new UsageError('no rule is left to look with; take a --no-rule or an "off" away');
  const severities = new Map<string, Severity>();
  for (const [id, severity] of Object.entries(configured)) if (severity !== 'off') severities.set(id, severity);
  return { rules, severities: Object.fromEntries(severities) };
}

function matches(id: string, pattern: string): boolean {
  return id === pattern || id.startsWith(`${pattern.replace(/\/\*?$/, '')}/`);
}

function checkPattern(pattern: string): void {
  if (!RULES.some(({ id }) => matches(id, pattern))) throw unknownRule(pattern);
}

export function unknownRule(name: string): UsageError {
  const nearest = nearestName(
    name,
    RULES.map(({ id }) => id),
  );
  const hint = nearest === null ? '' : `; did you mean ${quote(nearest)}?`;
  return new UsageError(`there is no rule ${quote(name)}${hint} (dustpan rules lists them)`);
}
