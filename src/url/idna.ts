import { toASCII } from 'tr46';

/**
 * A DNS name has at most 253 ASCII characters. The limit matters because Punycode takes quadratic time in a label's
 * length.
 */
const MAX_DOMAIN_LENGTH = 2048;

/**
 * A domain in ASCII by UTS 46, with tr46's own Unicode version, so that every engine gives the same key.
 *
 * @returns null if the domain is invalid
 */
export function domainToAscii(domain: string): string | null {
  if (domain.length > MAX_DOMAIN_LENGTH) return null;
  const ascii = toASCII(domain, {
    checkHyphens: false,
    checkBidi: true,
    checkJoiners: true,
    useSTD3ASCIIRules: false,
    transitionalProcessing: false,
    verifyDNSLength: false,
    ignoreInvalidPunycode: false,
  });
  return ascii === '' ? null : ascii;
}
