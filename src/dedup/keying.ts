import type { Canonicalizer } from '../canon/canonicalizer.ts';
import type { Entry } from '../lists/entry.ts';
import { UrlError } from '../url/error.ts';
import { type PassCode, passCode } from './pass-code.ts';

/** A key that is not the spelling, and the loosest pass on the way to it. */
export interface Keyed {
  readonly key: string;
  readonly pass: PassCode;
}

/** The key of an entry: `own` where its spelling is the key; an error where it is no URL. */
export type Keying = 'own' | Keyed | UrlError;

export function keyingOf({ keyAndPass }: Canonicalizer, entry: Entry): Keying {
  const found = keyAndPass(entry.url());
  if (found instanceof UrlError) return found;
  const { key } = found;
  const pass = passCode(found.pass);
  // A key that is as long as the spelling, and that no pass made, is the spelling.
  return pass === 0 && key.length === entry.end - entry.start ? 'own' : { key, pass };
}
