import type { ClaimKind } from '../facts/claim-kind.ts';
import type { EvidenceSource } from './evidence.ts';

/**
 * What a claim takes to be confirmed: how many pairs of URLs, where all of them come from one source. Pairs of several
 * sources add up, each as its share of what its source takes alone. A source that is left out confirms nothing by
 * itself and adds nothing.
 */
export interface Threshold extends Readonly<Partial<Record<EvidenceSource, number>>> {
  /** How many of the pairs must lie deeper than `/`. */
  readonly deep: number;
}

export type Thresholds = Readonly<Record<ClaimKind, Threshold>>;

/** What is to be different from {@link THRESHOLDS}. */
export type ThresholdChanges = Readonly<Partial<Record<ClaimKind, Partial<Threshold>>>>;

/** A server's own rule for a whole host: a few redirects show it, if some of them keep a path. */
const ofHost: Threshold = { 'permanent-redirect': 3, declaration: 4, content: 5, deep: 2 };
/** What a server does with paths, which may differ from one folder to the next. */
const ofPath: Threshold = { 'permanent-redirect': 2, declaration: 3, content: 5, log: 29, deep: 0 };
/** What an application makes of a query, which nobody but its author knows. */
const ofParam: Threshold = { 'permanent-redirect': 3, declaration: 3, content: 5, log: 59, deep: 0 };

/** The needs where the user has stated no others. */
export const THRESHOLDS: Thresholds = {
  www: ofHost,
  scheme: ofHost,
  slash: ofPath,
  index: ofPath,
  case: ofPath,
  slashes: ofPath,
  order: ofParam,
  param: ofParam,
  'default-param': ofParam,
  // An address serves one host of many: what it answers by itself must be the domain's pages, and name the domain.
  ip: { 'permanent-redirect': 3, content: 5, deep: 2 },
};

/** The needs with some of them changed. */
export function needsWith(changes: ThresholdChanges): Thresholds {
  const of = (kind: ClaimKind): Threshold => ({ ...THRESHOLDS[kind], ...changes[kind] });
  return {
    www: of('www'),
    scheme: of('scheme'),
    slash: of('slash'),
    index: of('index'),
    case: of('case'),
    slashes: of('slashes'),
    order: of('order'),
    param: of('param'),
    'default-param': of('default-param'),
    ip: of('ip'),
  };
}
