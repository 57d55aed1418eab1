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
 * Loads a configuration file. TypeScript and JavaScript files are executed, and their default export is used.
 *
 * @param file path of a `.ts`, `.mts`, `.js`, `.mjs` or `.json` file
 * @returns the settings; a relative path of the facts file is resolved against the folder of the configuration file
 * @throws {SettingsError} if the file cannot be read or contains unknown or invalid settings
 */
export async function loadConfig(file: string): Promise<DustpanConfig> {
  const config = validate(configSchema, await valueOf(file), file);
  const known = [...PROFILES.map(({ name }) => name), ...Object.keys(config.profiles ?? {})];
  if (config.profile !== undefined && !known.includes(config.profile)) {
    const message = `unknown profile ${quote(config.profile)}${didYouMean(config.profile, known)}`;
    throw new SettingsError(file, [`profile: ${message}`]);
  }
  if (config.facts === undefined || isAbsolute(config.facts)) return config;
  // Not normalized: collapsing the slashes of a URL would keep messages from recognizing and hiding its password.
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
      throw new SettingsError(file, ['is not a configuration file; use a file that ends in .ts, .js or .json']);
  }
}

async function exportOf(file: string): Promise<unknown> {
  const module = await run(file);
  if ('default' in module) return module.default;
  throw new SettingsError(file, ['has no default export; write: export default { … }']);
}

async function run(file: string): Promise<object> {
  if (!existsSync(file)) throw new SettingsError(file, ['cannot be read (ENOENT); check the path and the permissions']);
  try {
    const module: unknown = await import(pathToFileURL(resolve(file)).href);
    return typeof module === 'object' && module !== null ? module : {};
  } catch (error) {
    throw new SettingsError(file, [`throws an error (${reasonOf(error)}); fix the file`]);
  }
}
