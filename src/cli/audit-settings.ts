import type { Severity } from '../audit/finding.ts';
import type { Rule } from '../audit/rule.ts';
import { RULES } from '../audit/rules/index.ts';
import { type CanonFlags, loadConfiguration } from './canon-options.ts';

/** What an audit looks for, and how grave it is. */
export interface AuditSettings {
  readonly rules: readonly Rule[];
  readonly severities: Readonly<Record<string, Severity>>;
}

/**
 * All rules but those that the configuration turns off.
 *
 * @throws {SettingsError} where the configuration cannot be read
 */
export async function readAuditSettings(given: Pick<CanonFlags, 'config'>): Promise<AuditSettings> {
  const { severities = {} } = (await loadConfiguration(given)).audit ?? {};
  const own = Object.entries(severities).flatMap(([id, severity]) => (severity === 'off' ? [] : [[id, severity]]));
  return { rules: RULES.filter(({ id }) => severities[id] !== 'off'), severities: Object.fromEntries(own) };
}
