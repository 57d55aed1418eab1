import { type Command, Option } from 'commander';
import { canonOptions } from '../../../config/canon-options.ts';
import { findConfig } from '../../../config/find-config.ts';
import type { ParamListReport } from '../../../config/params/load.ts';
import type { DustpanConfig } from '../../../config/schema.ts';
import { SITE_PROFILES } from '../../../config/sites/index.ts';
import { expandProfile, resolveOptions } from '../../canon/options.ts';
import { profileNamed } from '../../canon/profiles.ts';
import { needsWith, type Thresholds } from '../../evidence/thresholds.ts';
import type { ParamRules } from '../../facts/param-rules.ts';
import { ASSUMABLE_FACTS, type CanonOptions, PASSES, type Pass, type SiteProfile } from '../../index.ts';
import { withoutUndefined } from '../../known-options.ts';
import { plural } from '../../text/plural.ts';
import { nearestName, quote } from '../../text/wording.ts';
import { UsageError } from '../io/exit.ts';
import { noteLine } from '../io/output.ts';
import { more, withoutNegation } from './list-option.ts';

/** The options of every command that makes canonical URLs. */
export interface CanonFlags
  extends ConfigFlags,
    Pick<CanonOptions, 'profile' | 'pass' | 'noPass' | 'assume' | 'toWww' | 'toScheme' | 'defaultScheme'> {
  readonly facts?: string;
  readonly params?: readonly string[];
  readonly site?: string;
}

export interface ConfigFlags {
  readonly config?: string;
}

/** The options that a crawl file does not keep, so that whoever reads the crawl gives them again. */
export type UnstoredFlags = Pick<CanonFlags, 'params' | 'config'>;

/** Adds the options that choose profile, passes, assumptions, facts and parameter lists. */
export function addCanonOptions(command: Command): Command {
  return command
    .optionsGroup('Canonical URLs:')
    .option('--profile <name>', 'set of passes to run (default: standard; see `dustpan profiles` and `dustpan passes`)')
    .option(
      '--assume <kinds>',
      `state facts about every site, separated by commas: ${ASSUMABLE_FACTS.join(', ')}`,
      list,
    )
    .addOption(new Option('--to-www <form>', 'with --assume www: add or remove www.').choices(['add', 'remove']))
    .addOption(new Option('--to-scheme <scheme>', 'with --assume scheme: the scheme to use').choices(['https', 'http']))
    .option('--facts <file>', 'facts about sites: a facts file (JSON), or a crawl file')
    .option(
      '--params <file>',
      'more tracking parameters to drop: a ClearURLs or AdGuard list, or one name per line; repeatable',
      more,
    )
    .option('--pass <names>', 'passes to add to the profile, separated by commas', list)
    .addOption(
      withoutNegation(
        new Option('--no-pass <names>', 'passes to remove from the profile, separated by commas').argParser(list),
      ),
    )
    .option('--default-scheme <scheme>', 'scheme to add to input without one, such as https')
    .addOption(
      new Option('--site <kind>', 'treat every site as this kind of site, whatever its host').choices(
        SITE_PROFILES.map(({ name }) => name),
      ),
    );
}

/** Adds `--config` under the last heading of a long help, where `--help` goes as well. */
export function addOtherOptions(command: Command): Command {
  return addConfigOption(command.optionsGroup('Other options:'));
}

/** Adds `--config`. */
export function addConfigOption(command: Command): Command {
  return command.option(
    '--config <file>',
    'configuration file (default: dustpan.config.ts, .js or .json in the working directory)',
  );
}

/** Adds the options that a crawl file does not keep. */
export function addUnstoredOptions(command: Command): Command {
  return addConfigOption(command.option('--params <file>', 'the same --params as for the crawl; repeatable', more));
}

/** `a,b` given once or several times. */
function list(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((item) => item.trim())].filter((item) => item !== '');
}

/** The settings for canonical URLs, and the name of the chosen profile. */
export interface LoadedOptions {
  readonly profile: string;
  readonly canon: CanonOptions;
  /** The facts file or database; null without one. */
  readonly factsFile: string | null;
  /** The evidence that confirms a claim. */
  readonly needs: Thresholds;
}

/**
 * Makes the library's options from the command line and the files that it names. The command line overrides the
 * configuration file.
 *
 * @throws {SettingsError} if a file cannot be used
 * @throws {CanonOptionsError} if the profile does not exist
 * @throws {UsageError} if a pass does not exist, or `--to-www` or `--to-scheme` has no effect
 */
export async function loadCanonOptions(flags: CanonFlags): Promise<LoadedOptions> {
  const loaded = await readCanonOptions(flags);
  refuseIdleForms(loaded.canon, flags);
  sayUnused(loaded.canon, flags);
  return loaded;
}

/**
 * Like `loadCanonOptions`, without notes about unused options: what runs may be chosen by other options.
 *
 * @throws {SettingsError} if a file cannot be used
 * @throws {CanonOptionsError} if the profile does not exist
 * @throws {UsageError} if a pass does not exist
 */
export async function readCanonOptions(flags: CanonFlags): Promise<LoadedOptions> {
  const { pass, noPass: without, assume, toWww, toScheme, defaultScheme } = flags;
  const { facts, ...config } = await loadConfiguration(flags);
  checkPasses([...(pass ?? []), ...(without ?? [])], config.passes ?? []);
  const factsFile = flags.facts ?? facts;
  const rules = flags.params && (await loadRules(flags.params));
  const profile = flags.profile ?? config.profile ?? 'standard';
  const canon = expandProfile({
    ...(await canonOptions(config)),
    profile,
    ...withoutUndefined({ pass, noPass: without, assume, toWww, toScheme, defaultScheme: defaultScheme || undefined }),
    ...(factsFile && { facts: await (await import('./facts-source.ts')).factsFrom(factsFile) }),
    ...(rules && { params: { ...config.params, rules } }),
    sites: sitesFor(flags.site),
  });
  return { profile, canon, factsFile: factsFile ?? null, needs: needsWith(config.evidence ?? {}) };
}

/** @throws {UsageError} for an unknown name of a pass */
function checkPasses(names: readonly string[], own: readonly Pick<Pass, 'name'>[]): void {
  const known = [...PASSES, ...own].map(({ name }) => name);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const nearest = nearestName(wrong, known);
  const meant = nearest === null ? ';' : `; did you mean ${quote(nearest)}?`;
  throw new UsageError(`unknown pass ${quote(wrong)}${meant} \`dustpan passes\` lists all`);
}

/** @throws {UsageError} for a form of a fact that no option assumes */
function refuseIdleForms({ profile, assume = [], pass = [] }: CanonOptions, { toWww, toScheme }: CanonFlags): void {
  if (profileNamed(profile ?? 'standard')?.assumesAll) return;
  const needed = PASSES.filter(({ name }) => pass.includes(name)).map(({ needs }) => needs);
  for (const [option, kind, form] of [
    ['--to-www', 'www', toWww],
    ['--to-scheme', 'scheme', toScheme],
  ] as const) {
    if (form === undefined || assume.includes(kind) || needed.includes(kind)) continue;
    throw new UsageError(`${option} has no effect without --assume ${kind}; add --assume ${kind} or remove it`);
  }
}

/** The options that only some passes use, and which passes these are. */
const USED_BY = [
  ['facts', 'a pass that needs a fact', ({ needs }) => needs !== null && needs !== 'site'],
  ['params', 'the pass drop-tracking-params', ({ name }) => name === 'drop-tracking-params'],
  ['site', 'the pass slug-path', ({ needs }) => needs === 'site'],
] as const satisfies readonly (readonly [keyof CanonFlags, string, (pass: Pass) => boolean])[];

/** Names the options that no pass uses: whoever tries several profiles gives them all. A custom pass may use any of them. */
function sayUnused(canon: CanonOptions, flags: CanonFlags): void {
  const given = USED_BY.filter(([name]) => flags[name] !== undefined);
  if (given.length === 0 || canon.passes !== undefined) return;
  const running = passesOf(canon);
  for (const [name, user, uses] of given) {
    if (running.some(uses)) continue;
    noteLine(`--${name} has no effect without ${user}; choose another --profile or remove --${name}`);
  }
}

/** The passes that run, apart from what facts and lists say. */
function passesOf(canon: CanonOptions): readonly Pass[] {
  return resolveOptions({ ...canon, facts: [], params: {} }).passes;
}

/** The kinds of facts by which passes may merge URLs if a site confirms them. */
export function confirmableKinds(options: CanonOptions): ReadonlySet<string> {
  const needs = new Set(passesOf(options).map((pass) => pass.needs));
  return new Set(ASSUMABLE_FACTS.filter((kind) => needs.has(kind)));
}

/** All site profiles; with `--site`, only that one, for every host. */
function sitesFor(asked: string | undefined): readonly SiteProfile[] {
  if (asked === undefined) return SITE_PROFILES;
  return SITE_PROFILES.filter(({ name }) => name === asked).map((site) => ({ ...site, hosts: ['*'] }));
}

/** Every possible result of `--site`. A crawl's database stores only its digest. */
export const SITE_CHOICES: readonly (readonly SiteProfile[])[] = [
  undefined,
  ...SITE_PROFILES.map(({ name }) => name),
].map(sitesFor);

/**
 * Loads the configuration of `--config` or of the working directory; empty if there is no such file. The schema is
 * loaded only when needed, since that takes longer than most lists of URLs.
 *
 * @throws {SettingsError} if the file cannot be used
 */
export async function loadConfiguration({ config }: ConfigFlags): Promise<DustpanConfig> {
  const found = config ?? findConfig('.');
  if (found === null) return {};
  const { loadConfig } = await import('../../../config/config-file.ts');
  return loadConfig(found);
}

/** The evidence that confirms a claim, by the configuration. */
export async function loadThresholds(flags: ConfigFlags): Promise<Thresholds> {
  return needsWith((await loadConfiguration(flags)).evidence ?? {});
}

async function loadRules(files: readonly string[]): Promise<ParamRules> {
  const { loadParamLists } = await import('../../../config/params/load.ts');
  const { rules, reports } = await loadParamLists(files);
  for (const report of reports) noteLine(describe(report));
  return rules;
}

function describe({ file, format, read, leftOut }: ParamListReport): string {
  const reasons = [...leftOut].sort(([, a], [, b]) => b - a);
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.map(([reason, count]) => `${count} ${reason}`).join(', ');
  return `${file}: ${plural(read, `${format} rule`)} read${total === 0 ? '' : `, ${total} skipped: ${why}`}`;
}
