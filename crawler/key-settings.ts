import { createHash } from 'node:crypto';
import type { CanonOptions } from '../src/canon/options.ts';
import { KEY_VERSION } from '../src/canon/version.ts';
import { withoutCredentials } from '../src/url/credentials.ts';

/** Options that are too long to be kept as they are. */
const LONG = ['facts', 'params', 'sites'];

/** How keys are made, as the frontier's setting `keys` has it: JSON, long lists by their digest. */
export function keySettings(canon: CanonOptions): string {
  return JSON.stringify({ version: KEY_VERSION, ...canon }, (name, value: unknown) => {
    if (LONG.includes(name)) return digestOf(value);
    return typeof value === 'string' ? withoutCredentials(value) : value;
  });
}

/** Long lists by what tells two of them apart, their order aside. */
export function digestOf(value: unknown): string {
  const lines = Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : [JSON.stringify(value)];
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)}`;
}
