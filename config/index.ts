/**
 * Loads the files that the command line reads: configuration, facts and lists of tracking parameters.
 *
 * @module dustpan/config
 */
import type { DustpanConfig } from './schema.ts';

export type { Fact } from '../src/facts/facts.ts';
export { type ParamPattern, type ParamRule, ParamRules, ParamRulesError } from '../src/facts/param-rules.ts';
export { canonOptions } from './canon-options.ts';
export { loadConfig } from './config-file.ts';
export { loadFacts } from './facts-file.ts';
export { findConfig } from './find-config.ts';
export { loadParamLists, type ParamListReport, type ParamListsLoaded } from './params/load.ts';
export type { DustpanConfig } from './schema.ts';
export { SettingsError } from './settings-error.ts';

/**
 * Returns the configuration unchanged. Use it in `dustpan.config.ts`, so that editors know the type:
 * `export default defineConfig({ … })`.
 */
export function defineConfig(config: DustpanConfig): DustpanConfig {
  return config;
}
