import { existsSync } from 'node:fs';
import { dirname, extname, isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROFILES } from '../src/canon/profiles.ts';
import { didYouMean, quote } from '../src/text/wording.ts';
import { readJson, reasonOf } from './read.ts';
import { configSchema, type DustpanConfig } from './schema.ts';
import { SettingsError } from './settings-error.ts';
import { validate } from './validate.ts';

/**
 * Reads a configuration file. One in TypeScript or JavaScript is run.
 *
 * @returns the settings, the path of the facts file resolved
 * @throws {SettingsError} where it cannot be read, or something in it is unknown
 */
export async function loadConfig(file: string): Promise<DustpanConfig> {
  const config = validate(configSchema, await valueOf(file), file);
  const known = [...PROFILES.map(({ name }) => name), ...Object.keys(config.profiles ?? {})];
  if (config.profile !== undefined && !known.includes(config.profile)) {
    const message = `there is no profile ${quote(config.profile)}${didYouMean(config.profile, known)}`;
    throw new SettingsError(file, [`profile: ${message}`]);
  }
  if (config.facts === undefined || isAbsolute(config.facts)) return config;
  // Not normalized: of a URL with a password, one slash less would hide from messages what it is.
  return { ...config, facts: `${dirname(file)}/${config.facts}` };
}

async function valueOf(file: string): Promise<unknown> {
  switch (extname(file)) {
    case '.json':
      return readJson(file);
    case '.ts':
    case '.js':
    case '.mts':
    case '.mjs':
      return exportOf(file);
    default:
      throw new SettingsError(file, ['is no configuration file by its name; name one that ends in .ts, .js or .json']);
  }
}

async function exportOf(file: string): Promise<unknown> {
  const module = await run(file);
  if ('default' in module) return module.default;
  throw new SettingsError(file, ['exports nothing as its default; write: export default { … }']);
}

async function run(file: string): Promise<object> {
  if (!existsSync(file)) throw new SettingsError(file, ['cannot be read (ENOENT); check the name and the rights']);
  try {
    const module: unknown = await import(pathToFileURL(resolve(file)).href);
    return typeof module === 'object' && module !== null ? module : {};
  } catch (error) {
    throw new SettingsError(file, [`fails when it is run (${reasonOf(error)}); correct it there`]);
  }
}
