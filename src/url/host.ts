import type { UrlErrorCode } from './error.ts';
import { domainToAscii } from './idna.ts';
import { endsInNumber, parseIpv4 } from './ipv4.ts';
import { normalizeIpv6 } from './ipv6.ts';
import {
  decodeUnreserved,
  lowercaseLetters,
  OPAQUE_PATH,
  percentDecode,
  percentEncode,
  uppercaseEscapes,
} from './percent.ts';

/** A host in its one ASCII spelling, or the reason why it is invalid. */
export type HostResult =
  | { readonly host: string; readonly error?: never }
  | { readonly host?: never; readonly error: UrlErrorCode };

/** https://url.spec.whatwg.org/#forbidden-host-code-point */
// oxlint-disable-next-line no-control-regex -- the standard's own list of code points
const FORBIDDEN_IN_HOST = /[\0\t\n\r #/:<>?@[\\\]^|]/;
/** https://url.spec.whatwg.org/#forbidden-domain-code-point: the above, the other C0 controls, `%` and DEL. */
// oxlint-disable-next-line no-control-regex -- the standard's own list of code points
const FORBIDDEN_IN_DOMAIN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/** A domain of lower-case letters, digits, `-`, `_` and `.`: already in its one spelling, unless it ends in a number. */
const PLAIN_DOMAIN = /^[a-z0-9._-]+$/;

/** The host as a resolver takes it: an IPv6 address without its brackets. */
export function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

/**
 * Parses the host of a special URL: https://url.spec.whatwg.org/#concept-host-parser. Independent of the engine's
 * `URL`.
 *
 * @param text the host as found, without tabs and newlines
 */
export function parseSpecialHost(text: string): HostResult {
  if (PLAIN_DOMAIN.test(text)) return finishDomain(text);
  if (text.startsWith('[')) return parseBracketed(text);
  const domain = decodeUtf8(text);
  if (domain === null) return { error: 'host-invalid-domain' };
  const ascii = isAscii(domain) ? domain.toLowerCase() : domainToAscii(domain);
  if (ascii === null) return { error: 'host-invalid-domain' };
  if (FORBIDDEN_IN_DOMAIN.test(ascii)) return { error: 'host-invalid-code-point' };
  return finishDomain(ascii);
}

/**
 * Parses the host of any other URL. Case and percent-encoding follow RFC 3986 6.2.2, the rest is the URL Standard's
 * opaque host.
 *
 * @param text the host as found, without tabs and newlines; may be empty
 */
export function parseOpaqueHost(text: string): HostResult {
  if (text.startsWith('[')) return parseBracketed(text);
  if (FORBIDDEN_IN_HOST.test(text)) return { error: 'host-invalid-code-point' };
  const settled = decodeUnreserved(uppercaseEscapes(percentEncode(text, OPAQUE_PATH)));
  // Escapes stay in upper case: RFC 3986 6.2.2.1.
  return { host: lowercaseLetters(settled) };
}

function finishDomain(domain: string): HostResult {
  if (domain === '') return { error: 'host-invalid-domain' };
  if (!endsInNumber(domain)) return { host: domain };
  const address = parseIpv4(domain);
  return address === null ? { error: 'host-invalid-ipv4' } : { host: address };
}

function parseBracketed(text: string): HostResult {
  const address = text.endsWith(']') ? normalizeIpv6(text.slice(1, -1)) : null;
  return address === null ? { error: 'host-invalid-ipv6' } : { host: `[${address}]` };
}

/** Percent-decodes the text and reads the bytes as UTF-8; null if they are not UTF-8, or if a surrogate is unpaired. */
function decodeUtf8(text: string): string | null {
  if (!text.isWellFormed()) return null;
  if (!text.includes('%')) return text;
  const bytes = percentDecode(percentEncode(text, OPAQUE_PATH));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (character) => character.charCodeAt(0)),
    );
  } catch {
    return null;
  }
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the ASCII range
  return /^[\0-\x7f]*$/.test(text);
}
