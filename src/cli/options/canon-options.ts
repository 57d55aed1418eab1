import { type Command, Option } from 'commander';
import { findConfig } from '../../../config/find-config.ts';
import type { ParamListReport } from '../../../config/params/load.ts';
import type { DustpanConfig } from '../../../config/schema.ts';
import { SITE_PROFILES } from '../../../config/sites/index.ts';
import { expandProfile } from '../../canon/options.ts';
import { needsWith, type Thresholds } from '../../evidence/thresholds.ts';
import type { ParamRules } from '../../facts/param-rules.ts';
import { ASSUMABLE_FACTS, type CanonOptions, type SiteProfile } from '../../index.ts';
import { plural } from '../../text/plural.ts';
import { logLine } from '../io/output.ts';

/** What the options of every command that canonicalizes hold. */
export interface CanonFlags extends ConfigFlags {
  readonly profile?: string;
  readonly pass?: readonly string[];
  readonly noPass?: readonly string[];
  readonly assume?: readonly string[];
  readonly toWww?: 'add' | 'remove';
  readonly toScheme?: 'http' | 'https';
  readonly defaultScheme?: string;
  readonly facts?: string;
  readonly params?: readonly string[];
  readonly site?: string;
}

export interface ConfigFlags {
  readonly config?: string;
}

/** Adds the options that choose profile, passes, assumptions, and the files that say more. */
export function addCanonOptions(command: Command): Command {
  command
    .addOption(new Option('--profile <name>', 'which passes run (default: standard; `dustpan profiles` lists them)'))
    .addOption(new Option('--pass <names>', 'passes to add, with commas between').argParser(list))
    .addOption(noPass())
    .addOption(
      new Option('--assume <kinds>', `take for true of every site: ${ASSUMABLE_FACTS.join(', ')}`).argParser(list),
    )
    .addOption(new Option('--to-www <form>', 'what assuming www means').choices(['add', 'remove']))
    .addOption(new Option('--to-scheme <scheme>', 'what assuming the scheme means').choices(['https', 'http']))
    .addOption(new Option('--default-scheme <scheme>', 'scheme for input without one'))
    .addOption(new Option('--facts <file>', "what is known of sites: a JSON file, or a crawl's database"))
    .addOption(
      new Option(
        '--params <file>',
        'tracking parameters to drop as well: ClearURLs, AdGuard or a name a line; may be repeated',
      ).argParser(more),
    )
    .addOption(
      new Option('--site <kind>', 'take every site for one of this kind, whatever its host').choices(
        SITE_PROFILES.map(({ name }) => name),
      ),
    );
  return addConfigOption(command);
}

/** Adds the option that names the configuration. */
export function addConfigOption(command: Command): Command {
  return command.addOption(
    new Option('--config <file>', 'settings (default: dustpan.config.ts, .js or .json of this folder)'),
  );
}

/** commander takes `--no-x` for the denial of `--x`; here both are lists of their own. */
function noPass(): Option {
  const option = new Option('--no-pass <names>', 'passes to leave out, with commas between').argParser(list);
  option.negate = false;
  return option;
}

/** `a,b` given once or several times. */
function list(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((item) => item.trim())].filter((item) => item !== '');
}

/** An option that may be repeated. */
export function more(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** How URLs are canonicalized, and the name of the profile as the user knows it. */
export interface LoadedOptions {
  readonly profile: string;
  readonly canon: CanonOptions;
  /** Where its facts are from; null where there are none. */
  readonly factsFile: string | null;
  /** What claims take. */
  readonly needs: Thresholds;
}

/**
 * The library's options from the command line's and the files that it names; the command line goes before the
 * configuration.
 *
 * @throws {SettingsError} where a file cannot be used
 * @throws {CanonOptionsError} where there is no such profile
 */
export async function loadCanonOptions(flags: CanonFlags): Promise<LoadedOptions> {
  const { pass, noPass: without, assume, toWww, toScheme } = flags;
  const config = await loadConfiguration(flags);
  const factsFile = flags.facts ?? config.facts;
  const defaultScheme = flags.defaultScheme ?? config.defaultScheme;
  const rules = flags.params && (await loadRules(flags.params));
  const profile = flags.profile ?? config.profile ?? 'standard';
  const canon = expandProfile({
    profile,
    ...(config.profiles && { profiles: config.profiles }),
    ...(pass && { pass }),
    ...(without && { noPass: without }),
    ...(assume && { assume }),
    ...(toWww && { toWww }),
    ...(toScheme && { toScheme }),
    ...(defaultScheme && { defaultScheme }),
    ...(factsFile && { facts: await (await import('./facts-source.ts')).factsFrom(factsFile) }),
    ...((config.params ?? rules) && { params: { ...config.params, ...(rules && { rules }) } }),
    ...(config.indexNames && { indexNames: config.indexNames }),
    sites: sitesFor(flags.site),
  });
  return { profile, canon, factsFile: factsFile ?? null, needs: needsWith(config.evidence ?? {}) };
}

/** The kinds of sites that hosts tell; for one that is asked for, that one on every host. */
function sitesFor(asked: string | undefined): readonly SiteProfile[] {
  if (asked === undefined) return SITE_PROFILES;
  return SITE_PROFILES.filter(({ name }) => name === asked).map((site) => ({ ...site, hosts: ['*'] }));
}

/** All that `--site` may come to: a crawl's database holds only a digest of it. */
export const SITE_CHOICES: readonly (readonly SiteProfile[])[] = [
  undefined,
  ...SITE_PROFILES.map(({ name }) => name),
].map(sitesFor);

/**
 * The configuration that `--config` names, or that lies in the working directory; empty where there is none. What
 * reads it is loaded only then, for that takes longer than most lists of URLs.
 *
 * @throws {SettingsError} where the file cannot be used
 */
export async function loadConfiguration({ config }: ConfigFlags): Promise<DustpanConfig> {
  const found = config ?? findConfig('.');
  if (found === null) return {};
  const { loadConfig } = await import('../../../config/config-file.ts');
  return loadConfig(found);
}

async function loadRules(files: readonly string[]): Promise<ParamRules> {
  const { loadParamLists } = await import('../../../config/params/load.ts');
  const { rules, reports } = await loadParamLists(files);
  for (const report of reports) logLine(describe(report));
  return rules;
}

function describe({ file, format, read, leftOut }: ParamListReport): string {
  const reasons = [...leftOut].sort(([, a], [, b]) => b - a);
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.map(([reason, count]) => `${count} ${reason}`).join(', ');
  return `${file}: ${plural(read, `${format} rule`)} read${total === 0 ? '' : `, ${total} left out: ${why}`}`;
}
