import { toASCII } from 'tr46';

/**
 * Where the profile `whatwg` and the runtime's own `URL` differ, with the reason. Everything else is a failure.
 *
 * Bidi: RFC 5893 2 (by way of UTS 46 and the URL Standard) wants every label of a domain that has a right-to-left
 * character to keep six rules. The runtime's parser leaves labels of ASCII alone, so that it takes `א.&com`, whose
 * second label starts with a character that rule 1 forbids. We follow the standard and refuse it.
 */
export function knownDivergence(ours: string | null, theirs: string | null): boolean {
  return ours === null && theirs !== null && isRefusedForBidi(new URL(theirs).hostname);
}

function isRefusedForBidi(host: string): boolean {
  const rules = { checkHyphens: false, checkJoiners: true, verifyDNSLength: false };
  return (
    toASCII(host, { ...rules, checkBidi: false }) !== null && toASCII(host, { ...rules, checkBidi: true }) === null
  );
}
