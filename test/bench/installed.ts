import { createRequire } from 'node:module';

/** Whether a package that only a benchmark uses is installed. */
export function resolves(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
