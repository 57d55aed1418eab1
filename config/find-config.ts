import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from './settings-error.ts';

const NAMES: readonly string[] = ['dustpan.config.ts', 'dustpan.config.js', 'dustpan.config.json'];

/**
 * Finds the configuration file of a folder: `dustpan.config.ts`, `.js` or `.json`.
 *
 * @returns its path, or null if the folder has none
 * @throws {SettingsError} if the folder has several
 */
export function findConfig(folder: string): string | null {
  const [first, ...others] = NAMES.map((name) => join(folder, name)).filter((file) => existsSync(file));
  if (first === undefined) return null;
  if (others.length === 0) return first;
  throw new SettingsError(first, [`${others.join(' and ')} exists too; keep one of them, or choose one with --config`]);
}
