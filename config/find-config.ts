import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from './settings-error.ts';

const NAMES: readonly string[] = ['dustpan.config.ts', 'dustpan.config.js', 'dustpan.config.json'];

/**
 * The configuration file of a folder; null where there is none.
 *
 * @throws {SettingsError} where there are several
 */
export function findConfig(folder: string): string | null {
  const [first, ...others] = NAMES.map((name) => join(folder, name)).filter((file) => existsSync(file));
  if (first === undefined) return null;
  if (others.length === 0) return first;
  throw new SettingsError(first, [`stands beside ${others.join(' and ')}; keep one, or name one with --config`]);
}
