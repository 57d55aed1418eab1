import type { Outcome } from '../../../db/store.ts';
import { quoted } from './printable.ts';

/** A line about a fetch: its status, the URL, and what became of it. */
export function describeOutcome(url: string, outcome: Outcome): string {
  const status = 'status' in outcome && outcome.status !== null ? String(outcome.status) : '-';
  return `${status.padEnd(5)}  ${quoted(url)}${endOf(outcome)}`;
}

/** A line about a request that compares two URLs. */
export function describeProbe(url: string): string {
  return `probe  ${quoted(url)}`;
}

function endOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'page':
      return outcome.canonical === null ? '' : `, canonical ${quoted(outcome.canonical.url)}`;
    case 'unchanged':
      return ', unchanged';
    case 'redirect':
      return ` -> ${quoted(outcome.to.url)}`;
    case 'retry':
      return `, ${outcome.reason}, to be retried`;
    case 'failed':
      return `, failed: ${outcome.reason}`;
    case 'refused':
      return `, not fetched: ${outcome.reason}`;
  }
}
