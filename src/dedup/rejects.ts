import { lacksScheme } from '../lists/lacks-scheme.ts';
import type { UrlError } from '../url/error.ts';
import { SeenTexts } from './seen-texts.ts';
import type { Workspace } from './workspace.ts';

/** Where entries that are not URLs go: they stay in their place, or to a file, or what is printed has no place for them. */
export type RejectFate = 'kept' | 'written' | 'leftOut';

/** The entries that are not URLs, each counted once. */
export interface RejectCounts {
  readonly fate: RejectFate;
  /** How many met that fate. */
  readonly count: number;
  /** Exact repeats, which are dropped; null where they stay. */
  readonly collapsed: number | null;
  /** Of all of them, those that would be URLs with `https://` in front. */
  readonly withoutScheme: number;
}

/** Counts entries that are not URLs, and knows which of them repeat. */
export class Rejects implements RejectCounts {
  readonly fate: RejectFate;
  count = 0;
  collapsed: number | null;
  withoutScheme = 0;
  readonly #seen: SeenTexts | null;

  /** @param memory bytes for those that came before; null where repeats stay */
  constructor(fate: RejectFate, memory: number | null, workspace: () => Workspace) {
    this.fate = fate;
    this.#seen = memory === null ? null : new SeenTexts(memory, workspace);
    this.collapsed = memory === null ? null : 0;
  }

  /**
   * Takes note of an entry.
   *
   * @param bytes all of it, one byte a character (Latin-1)
   * @returns whether it meets its fate; false for a repeat that is dropped
   */
  add(url: string, bytes: () => string, error: UrlError): boolean {
    if (lacksScheme(url, error)) this.withoutScheme++;
    const isNew = this.#seen === null || this.#seen.add(bytes().replace(/\r?\n$/, ''));
    if (isNew) this.count++;
    else this.collapsed = (this.collapsed ?? 0) + 1;
    return isNew;
  }
}
