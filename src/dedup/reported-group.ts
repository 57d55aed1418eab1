import type { Canonicalizer, Change } from '../canon/canonicalizer.ts';
import { PASS_CLASSES, type PassClass } from '../passes/pass.ts';
import { orNull } from '../url/error.ts';

/** An entry of a list, as reports name it. */
export interface ReportedEntry {
  readonly url: string;
  readonly file: string;
  readonly line: number;
  readonly place?: string;
}

/** A member of a group as reported. */
export interface ReportedMember extends ReportedEntry {
  /** The loosest class of the passes that led from the spelling to the key; `identical` if there are none. */
  readonly class: 'identical' | PassClass;
  readonly passes: readonly string[];
  /** The evidence that confirms these passes, if any of them rests on evidence. */
  readonly evidence?: readonly object[];
}

/**
 * The report on a member of a group.
 *
 * @param cite returns the evidence behind a change; null if there is none
 */
export function describeMember(
  { url, file, line, place }: ReportedEntry,
  trace: Canonicalizer['trace'],
  cite: ((change: Change) => readonly object[]) | null,
): ReportedMember {
  const changes = orNull(trace(url))?.changes ?? [];
  const looseness = Math.max(-1, ...changes.map((change) => PASS_CLASSES.indexOf(change.class)));
  const passes = [...new Set(changes.map(({ pass }) => pass))];
  const evidence = cite === null ? [] : changes.flatMap(cite);
  return {
    url,
    file,
    line,
    ...(place !== undefined && { place }),
    class: PASS_CLASSES[looseness] ?? 'identical',
    passes,
    ...(evidence.length > 0 && { evidence }),
  };
}
