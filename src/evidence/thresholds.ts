import { CLAIM_KINDS, type ClaimKind } from '../facts/claim-kind.ts';
import type { EvidenceSource } from './evidence.ts';

/**
 * How much evidence confirms a claim: the number of pairs of URLs per source, if all come from that source. Pairs from
 * several sources add up as shares of these numbers. A source without a number does not count.
 */
export interface Threshold extends Readonly<Partial<Record<EvidenceSource, number>>> {
  /** How many of the pairs must have a path deeper than `/`. */
  readonly deep: number;
}

/** The threshold for each kind of claim. */
export type Thresholds = Readonly<Record<ClaimKind, Threshold>>;

/** Changes to {@link THRESHOLDS}. */
export type ThresholdChanges = Readonly<Partial<Record<ClaimKind, Partial<Threshold>>>>;

/**
 * So many comparisons without a difference show, with 95 % confidence, that at most one in ten would differ
 * (0.9^29 < 0.05).
 */
export const ENOUGH_ALIKE = 29;

/** Rules of a server for a whole host. A few redirects are enough, if some of them keep a path. */
const ofHost: Threshold = { 'permanent-redirect': 3, declaration: 4, content: 5, archive: ENOUGH_ALIKE, deep: 2 };
/** How a server handles paths, which may differ between folders. */
const ofPath: Threshold = {
  'permanent-redirect': 2,
  declaration: 3,
  content: 5,
  archive: ENOUGH_ALIKE,
  log: ENOUGH_ALIKE,
  deep: 0,
};
/** How an application reads a query, which only its author knows. */
const ofQuery: Threshold = { 'permanent-redirect': 3, declaration: 3, content: 5, archive: 59, deep: 0 };

/** The default thresholds. */
export const THRESHOLDS: Thresholds = {
  www: ofHost,
  scheme: ofHost,
  slash: ofPath,
  index: ofPath,
  case: ofPath,
  slashes: ofPath,
  order: { ...ofQuery, log: 59 },
  // Sizes in a log prove nothing here: a page that lists products has the same size in any order.
  param: { declaration: 3, content: 5, archive: 59, deep: 0 },
  'default-param': ofQuery,
  // A server on one address may serve many hosts: its own answers must be the domain's pages, and name the domain.
  ip: { 'permanent-redirect': 3, content: 5, deep: 2 },
};

/** The default thresholds with changes applied. */
export function needsWith(changes: ThresholdChanges): Thresholds {
  const needs: Record<ClaimKind, Threshold> = { ...THRESHOLDS };
  for (const kind of CLAIM_KINDS) needs[kind] = { ...needs[kind], ...changes[kind] };
  return needs;
}
