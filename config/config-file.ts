import { statSync } from 'node:fs';
import { dirname, extname, isAbsolute, resolve } from 'node:path';
import { PROFILES } from '../src/canon/profiles.ts';
import type { CustomPass } from '../src/passes/custom.ts';
import { FOLDER, MISSING } from '../src/text/file-problem.ts';
import { refuseNonText } from '../src/text/refuse-non-text.ts';
import { didYouMean, quote } from '../src/text/wording.ts';
import { takeExtensions } from './extensions.ts';
import { MODULES } from './find-config.ts';
import { readJson, reasonOf } from './read.ts';
import { configSchemaWith, type DustpanConfig } from './schema.ts';
import { SettingsError } from './settings-error.ts';
import { validate } from './validate.ts';

/**
 * Loads a configuration file. TypeScript and JavaScript files are executed, and their default export is used.
 *
 * @param file the path of a TypeScript or JavaScript module, or of a `.json` file
 * @returns the settings; a relative path of the facts file is resolved against the folder of the configuration file
 * @throws {SettingsError} if the file cannot be read or contains unknown or invalid settings
 * @throws {TypeError} if the path is not a string
 */
export async function loadConfig(file: string): Promise<DustpanConfig> {
  refuseNonText(file, 'the path of loadConfig', "'dustpan.config.ts'");
  const config = await guarded(file, async () => {
    const { extensions, rest } = takeExtensions(await settled(valueOf(file), file), file);
    const used = Object.entries(extensions).filter(([, items]) => items.length > 0);
    const settings = validate(configSchemaWith(extensions, extname(file) !== '.json'), rest, file);
    return { ...settings, ...Object.fromEntries(used) };
  });
  const known = [...PROFILES.map(({ name }) => name), ...Object.keys(config.profiles ?? {})];
  if (config.profile !== undefined && !known.includes(config.profile)) {
    const message = `unknown profile ${quote(config.profile)}${didYouMean(config.profile, known)}`;
    throw new SettingsError(file, [`profile: ${message}`]);
  }
  if (config.facts === undefined || isAbsolute(config.facts)) return config;
  // Not normalized: collapsing the slashes of a URL would keep messages from recognizing and hiding its password.
  return { ...config, facts: `${dirname(file)}/${config.facts}` };
}

/**
 * The custom passes of a configuration file, or of a module that exports passes or lists of them.
 *
 * @throws {SettingsError} if the file cannot be read, or a pass is not valid
 */
export async function passesIn(file: string): Promise<readonly CustomPass[]> {
  if (extname(file) === '.json') return takeExtensions(await readJson(file), file).extensions.passes;
  const found = new Set<unknown>();
  const take = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(take);
    else if (typeof value === 'object' && value !== null && 'passes' in value) take(value.passes);
    else if (typeof value === 'object' && value !== null && 'apply' in value) found.add(value);
  };
  return guarded(file, async () => {
    take(Object.values(await settled(loadModule(file), file)));
    return takeExtensions({ passes: [...found] }, file).extensions.passes;
  });
}

/**
 * Reads what a file exports. Its code may throw when it is run, and also later, in getters and proxies.
 *
 * @throws {SettingsError} instead of what the code throws
 */
async function guarded<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(file, [`throws an error (${reasonOf(error)}); fix the file`]);
  }
}

async function valueOf(file: string): Promise<unknown> {
  const ending = extname(file);
  if (ending === '.json') return readJson(file);
  if (MODULES.includes(ending)) return exportOf(file);
  throw new SettingsError(file, ['is not a configuration file; use a file that ends in .ts, .js or .json']);
}

async function exportOf(file: string): Promise<unknown> {
  const module = await loadModule(file);
  if ('default' in module) return module.default;
  throw new SettingsError(file, ['has no default export; write: export default { … }']);
}

/**
 * Runs a TypeScript or JavaScript file.
 *
 * @returns its exports
 * @throws {SettingsError} if it cannot be read
 * @throws what the file throws
 */
async function loadModule(file: string): Promise<object> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new SettingsError(file, [MISSING]);
  if (stats.isDirectory()) throw new SettingsError(file, [FOLDER]);
  // Node alone runs a .ts file by the type of the package around it, and fails for `import` in a CommonJS package.
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, { fsCache: false, interopDefault: false });
  const module: unknown = await jiti.import(resolve(file));
  return typeof module === 'object' && module !== null ? module : {};
}

/**
 * Waits for what a file gives.
 *
 * @throws {SettingsError} if nothing is left that could settle it. Node would exit without naming the file.
 */
async function settled<T>(value: Promise<T>, file: string): Promise<T> {
  const { promise: endless, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(new SettingsError(file, ['awaits a promise that never settles; fix the file']));
  process.once('beforeExit', stop);
  try {
    return await Promise.race([value, endless]);
  } finally {
    process.off('beforeExit', stop);
  }
}
