import { hashBytes } from '../compact/byte-hash.ts';
import { ByteText } from '../compact/byte-text.ts';
import { TextTable } from '../compact/text-table.ts';
import { lacksScheme } from '../lists/lacks-scheme.ts';
import type { UrlError } from '../url/error.ts';
import type { Workspace } from './workspace.ts';

/**
 * Where entries that are not valid URLs go: they stay in place, go to a file, or are left out because the output format
 * has no place for them.
 */
export type RejectPlace = 'kept' | 'written' | 'leftOut';

/** Counts of entries that are not valid URLs. */
export interface RejectCounts {
  /** Where they go. */
  readonly place: RejectPlace;
  /** How many went there. */
  readonly count: number;
  /** How many exact repeats were dropped; null if repeats are kept. */
  readonly collapsed: number | null;
  /** How many of them, repeats included, would be valid URLs with `https://` in front. */
  readonly withoutScheme: number;
}

/** Counts entries that are not valid URLs, and detects repeats. */
export class Rejects implements RejectCounts {
  readonly place: RejectPlace;
  count = 0;
  collapsed: number | null;
  withoutScheme = 0;
  readonly #seen: SeenTexts | null;

  /** @param memory for detecting repeats, in bytes; null to keep repeats */
  constructor(place: RejectPlace, memory: number | null, workspace: () => Workspace) {
    this.place = place;
    this.#seen = memory === null ? null : new SeenTexts(memory, workspace);
    this.collapsed = memory === null ? null : 0;
  }

  /**
   * Counts an entry.
   *
   * @param bytes the whole entry, one byte per character (Latin-1)
   * @returns false if the entry is a repeat to drop
   */
  add(url: string, bytes: () => string, error: UrlError): boolean {
    if (lacksScheme(url, error)) this.withoutScheme++;
    const isNew = this.#seen === null || this.#seen.add(bytes().replace(/\r?\n$/, ''));
    if (isNew) this.count++;
    else this.collapsed = (this.collapsed ?? 0) + 1;
    return isNew;
  }
}

/** A set of byte strings. It moves on to the workspace when memory is full. */
export class SeenTexts {
  readonly #table = new TextTable();
  readonly #bytes = new ByteText();
  readonly #memory: number;
  readonly #workspace: () => Workspace;

  /** @param memory limit for the strings in memory, in bytes */
  constructor(memory: number, workspace: () => Workspace) {
    this.#memory = memory;
    this.#workspace = workspace;
  }

  /**
   * Adds a string.
   *
   * @param text one byte per character (Latin-1)
   * @returns whether it is new
   */
  add(text: string): boolean {
    this.#bytes.setLatin1(text);
    const { view, length } = this.#bytes;
    const hash = hashBytes(view, 0, length);
    if (this.#table.find(hash, view, 0, length) >= 0) return false;
    if (this.#table.bytes >= this.#memory) return this.#workspace().addText(Buffer.from(text, 'latin1'));
    this.#table.add(hash, view, 0, length, 0);
    return true;
  }
}
