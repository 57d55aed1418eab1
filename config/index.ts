/**
 * Settings from files: configuration, facts and lists of parameters, as the command line reads them.
 *
 * @packageDocumentation
 */
import type { DustpanConfig } from './schema.ts';

export type { Fact } from '../src/facts/facts.ts';
export { type ParamPattern, type ParamRule, ParamRules, ParamRulesError } from '../src/facts/param-rules.ts';
export { loadConfig } from './config-file.ts';
export { loadFacts } from './facts-file.ts';
export { findConfig } from './find-config.ts';
export { loadParamLists, type ParamListReport, type ParamListsLoaded } from './params/load.ts';
export type { DustpanConfig } from './schema.ts';
export { SettingsError } from './settings-error.ts';

/** The settings as they are, for a `dustpan.config.ts` whose editor is to know the type. */
export function defineConfig(config: DustpanConfig): DustpanConfig {
  return config;
}
