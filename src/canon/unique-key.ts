import { UnknownOptionError } from '../known-options.ts';
import { refuseNonText } from '../text/refuse-non-text.ts';
import { orNull } from '../url/error.ts';
import { type Canonicalizer, compile } from './canonicalizer.ts';
import type { CanonOptions } from './options.ts';

let standard: Canonicalizer | null = null;
const compiled = new WeakMap<CanonOptions, Canonicalizer>();

/**
 * The key of a URL as the `uniqueKey` of a Crawlee request. A URL that is not valid is its own key, so that no request is
 * lost.
 *
 * @param options compiled once for each object, so pass the same object for many URLs
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {CanonOptionsError} if an option has a value that it cannot have, or if facts contradict each other
 * @throws {TypeError} if the URL is not a string
 */
export function uniqueKey(url: string, options?: CanonOptions): string {
  refuseNonText(url, 'the URL of uniqueKey');
  return orNull(canonicalizerFor(options).key(url)) ?? url;
}

function canonicalizerFor(options: CanonOptions | undefined): Canonicalizer {
  if (options === undefined) return (standard ??= compile());
  if (typeof options !== 'object' || options === null) {
    throw new UnknownOptionError('the options of uniqueKey are not an object; in map, write (url) => uniqueKey(url)');
  }
  const known = compiled.get(options);
  if (known !== undefined) return known;
  const made = compile(options);
  compiled.set(options, made);
  return made;
}
