/** What the ledger holds claims about: facts that can be seen from outside. */
export const CLAIM_KINDS = [
  'www',
  'scheme',
  'slash',
  'index',
  'case',
  'slashes',
  'order',
  'param',
  'default-param',
  'ip',
] as const;

export type ClaimKind = (typeof CLAIM_KINDS)[number];
