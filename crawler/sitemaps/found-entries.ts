import type { DocumentProblem } from '../../db/reasons.ts';
import { MAX_ENTRIES } from './reference.ts';

/** Collects the entries and problems that a document's reader found until they are taken. */
export class FoundEntries<Entry> {
  #count = 0;
  #entries: Entry[] = [];
  #problems: DocumentProblem[] = [];
  readonly #known = new Set<DocumentProblem>();

  /** Whether the rest of the document can be ignored. */
  isComplete = false;

  get hasEntries(): boolean {
    return this.#entries.length > 0;
  }

  add(entry: Entry): void {
    if (this.#count >= MAX_ENTRIES) return this.report('too-many-entries');
    this.#count++;
    this.#entries.push(entry);
  }

  report(problem: DocumentProblem): void {
    if (this.#known.has(problem)) return;
    this.#known.add(problem);
    this.#problems.push(problem);
    this.isComplete ||= ENDING.has(problem);
  }

  /** Returns the entries and problems since the last call. */
  take(): { readonly entries: readonly Entry[]; readonly problems: readonly DocumentProblem[] } {
    const taken = { entries: this.#entries, problems: this.#problems };
    this.#entries = [];
    this.#problems = [];
    return taken;
  }
}

const ENDING: ReadonlySet<DocumentProblem> = new Set(['too-many-entries', 'not-a-sitemap', 'not-a-feed']);
