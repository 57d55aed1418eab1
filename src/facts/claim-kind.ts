/** The kinds of facts that claims can be about: those that can be observed from outside. */
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

/** One of {@link CLAIM_KINDS}. */
export type ClaimKind = (typeof CLAIM_KINDS)[number];
