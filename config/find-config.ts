import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from './settings-error.ts';

/** The endings of configuration files that are executed. */
export const MODULES: readonly string[] = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

const NAMES: readonly string[] = [...MODULES, '.json'].map((ending) => `dustpan.config${ending}`);

/**
 * Finds the configuration file of a folder: `dustpan.config` with the ending of a TypeScript or JavaScript module, or
 * `.json`.
 *
 * @returns its path, or null if the folder has none
 * @throws {SettingsError} if the folder has several
 */
export function findConfig(folder: string): string | null {
  const [first, ...others] = NAMES.map((name) => join(folder, name)).filter((file) => existsSync(file));
  if (first === undefined) return null;
  if (others.length === 0) return first;
  throw new SettingsError(first, [
    `${others.join(' and ')} exists too; keep one of them, or choose one with --config (in a program: pass its path to loadConfig)`,
  ]);
}
