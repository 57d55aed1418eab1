/** A rule of other tools that an audit cannot check. */
export interface UncheckedRule {
  /** Group and name, as of other rules: `canonical/rendered-differs`. */
  readonly id: string;
  /** The problem, as a heading of a few words. */
  readonly title: string;
  /** Why an audit cannot check it, as a sentence. */
  readonly reason: string;
}

/** Rules of other tools that an audit does not check. */
export const UNCHECKED: readonly UncheckedRule[] = [
  {
    id: 'canonical/rendered-differs',
    title: 'canonical URL changed by scripts',
    reason: 'An audit reads pages as the server sends them, and runs no scripts.',
  },
];
