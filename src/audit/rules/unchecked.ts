/** A rule that other tools have and this one cannot have. */
export interface UncheckedRule {
  readonly id: string;
  readonly title: string;
  /** Why it is not checked. */
  readonly reason: string;
}

/** What an audit does not look for. */
export const UNCHECKED: readonly UncheckedRule[] = [
  {
    id: 'canonical/rendered-differs',
    title: 'canonical URL changed by scripts',
    reason: 'Pages are read as the server sends them, and no scripts are run.',
  },
];
