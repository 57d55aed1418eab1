import { readFileSync } from 'node:fs';

/** The package's version. Built, this file lies one folder deeper than in a clone. */
export const version: string = readVersion(['../../package.json', '../../../package.json']);

function readVersion(candidates: readonly string[]): string {
  for (const candidate of candidates) {
    try {
      const text = readFileSync(new URL(candidate, import.meta.url), 'utf8');
      const parsed: unknown = JSON.parse(text);
      if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version);
    } catch {
      // Not there: the next one.
    }
  }
  return 'unknown';
}
