import { existsSync } from 'node:fs';
import { dirname, extname, isAbsolute, resolve } from 'node:path';
import { PROFILES } from '../src/canon/profiles.ts';
import { MISSING } from '../src/text/file-problem.ts';
import { didYouMean, quote } from '../src/text/wording.ts';
import { MODULES } from './find-config.ts';
import { readJson, reasonOf } from './read.ts';
import { configSchema, type DustpanConfig } from './schema.ts';
import { SettingsError } from './settings-error.ts';
import { validate } from './validate.ts';

/**
 * Loads a configuration file. TypeScript and JavaScript files are executed, and their default export is used.
 *
 * @param file the path of a TypeScript or JavaScript module, or of a `.json` file
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
  const ending = extname(file);
  if (ending === '.json') return readJson(file);
  if (MODULES.includes(ending)) return exportOf(file);
  throw new SettingsError(file, ['is not a configuration file; use a file that ends in .ts, .js or .json']);
}

async function exportOf(file: string): Promise<unknown> {
  const module = await run(file);
  if ('default' in module) return module.default;
  throw new SettingsError(file, ['has no default export; write: export default { … }']);
}

async function run(file: string): Promise<object> {
  if (!existsSync(file)) throw new SettingsError(file, [MISSING]);
  try {
    // Node alone runs a .ts file by the type of the package around it, and fails for `import` in a CommonJS package.
    const { createJiti } = await import('jiti');
    const module: unknown = await createJiti(import.meta.url, { fsCache: false }).import(resolve(file));
    return typeof module === 'object' && module !== null ? module : {};
  } catch (error) {
    throw new SettingsError(file, [`throws an error (${reasonOf(error)}); fix the file`]);
  }
}
