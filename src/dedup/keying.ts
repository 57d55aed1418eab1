import type { Canonicalizer } from '../canon/canonicalizer.ts';
import type { Entry } from '../lists/entry.ts';
import { UrlError } from '../url/error.ts';
import { type PassCode, passCode } from './pass-code.ts';

/** A key that differs from the spelling. */
export interface Keyed {
  /** The canonical key, ASCII. */
  readonly key: string;
  /** The loosest pass that led from the spelling to the key. */
  readonly pass: PassCode;
}

/** The key of an entry: `own` if its spelling is the key, an error if it is not a valid URL. */
export type Keying = 'own' | Keyed | UrlError;

/** Computes the key of an entry. */
export function keyingOf({ keyAndPass }: Canonicalizer, entry: Entry): Keying {
  const found = keyAndPass(entry.url());
  if (found instanceof UrlError) return found;
  const { key } = found;
  const pass = passCode(found.pass);
  // A key of the same length that no pass changed equals the spelling.
  return pass === 0 && key.length === entry.end - entry.start ? 'own' : { key, pass };
}
