import type { CanonOptions } from '../src/canon/options.ts';
import { type OptionNames, refuseUnknownOptions, withoutUndefined } from '../src/known-options.ts';
import type { DustpanConfig } from './schema.ts';
import { SITE_PROFILES } from './sites/index.ts';

/**
 * Turns a configuration into options for `compile`, and for the option `canon` of `crawl`, so that a program makes the same
 * keys as the command line, also on the kinds of sites that this knows. Reads the facts file.
 *
 * @throws {UnknownOptionError} if the configuration has an unknown setting
 * @throws {SettingsError} if the facts file cannot be used
 */
export async function canonOptions(config: DustpanConfig): Promise<CanonOptions> {
  refuseUnknownOptions(config, SETTINGS, 'of canonOptions');
  const { profile = 'standard', profiles, params, indexNames, passes, facts, defaultScheme } = config;
  return {
    profile,
    ...withoutUndefined({ profiles, params, indexNames, passes, defaultScheme }),
    // Loads the schema of facts, which takes longer than most lists of URLs.
    ...(facts !== undefined && { facts: await (await import('./facts-file.ts')).loadFacts(facts) }),
    sites: SITE_PROFILES,
  };
}

/** The schema says the same, but takes longer to load. */
const SETTINGS: OptionNames<DustpanConfig> = {
  $schema: true,
  profile: true,
  profiles: true,
  params: true,
  indexNames: true,
  passes: true,
  rules: true,
  auditFormats: true,
  listFormats: true,
  facts: true,
  defaultScheme: true,
  evidence: true,
  audit: true,
};
