import type { Severity } from '../../../audit/finding.ts';
import { type Child, icon, span } from './dom.ts';

/** The severities of findings, as the page calls them; the gravest first. */
export const SEVERITIES: readonly (readonly [Exclude<Severity, 'pass'>, name: string])[] = [
  ['error', 'Errors'],
  ['warning', 'Warnings'],
  ['info', 'Notices'],
];

/** A name in the colour of a severity, with its icon. */
export function severityMark(severity: Severity, name: Child): HTMLElement {
  return span(`severity ${severity}`, icon(severity), name);
}
