import type { AssumableFact } from '../facts/site-facts.ts';

/** Scheme, leading `www.`, and everything after the host. User information may precede the host. */
const PARTS = /^(https?):\/\/(?:[^/?#]*@)?((?:www\.)*)[^/?#]*(.*)$/s;

/** What a path or query must contain for a kind to matter. Dropping an index page uncovers the slash before it. */
const TRACES: Readonly<Record<Exclude<AssumableFact, 'scheme' | 'www'>, RegExp>> = {
  slash: /.\/(?:(?:index|default)\.[^/?#]*)?(?:[?#]|$)/is,
  index: /\/(?:index|default)\.[^/?#]*(?:[?#]|$)/i,
  case: /[A-Z]/,
  slashes: /\/\//,
  order: /&/,
};

/**
 * The kinds of facts that could merge some of the keys, alone or together. Skips those that cannot.
 *
 * @param keys with the same blocking key
 * @param hasOwnIndexNames whether index pages have other names than the usual ones
 */
export function plausibleKinds(
  kinds: readonly AssumableFact[],
  keys: readonly string[],
  hasOwnIndexNames: boolean,
): readonly AssumableFact[] {
  const parts = keys.map((key) => PARTS.exec(key) ?? []);
  const differs = (part: number): boolean => parts.some((each) => each[part] !== parts[0]?.[part]);
  const some = (pattern: RegExp): boolean => parts.some(([, , , rest = '']) => pattern.test(rest));
  const restDiffers = differs(3);
  return kinds.filter((kind) => {
    if (kind === 'scheme') return differs(1);
    if (kind === 'www') return differs(2);
    return restDiffers && (hasOwnIndexNames || some(TRACES[kind]));
  });
}
