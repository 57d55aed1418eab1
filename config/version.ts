import { readFileSync } from 'node:fs';

/** The version of the package. In a build, this file is one or two folders deeper than in a clone. */
export const version: string = readVersion(['../package.json', '../../package.json', '../../../package.json']);

function readVersion(candidates: readonly string[]): string {
  for (const candidate of candidates) {
    try {
      const text = readFileSync(new URL(candidate, import.meta.url), 'utf8');
      const parsed: unknown = JSON.parse(text);
      if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version);
    } catch {
      // Try the next path.
    }
  }
  return 'unknown';
}
