import type { SitemapEntry } from './entry.ts';
import type { DocumentProblem } from './problem.ts';
import { MAX_ENTRIES } from './reference.ts';

/** Collects the findings of a sitemap's reader until they are taken. */
export class Findings {
  #count = 0;
  #entries: SitemapEntry[] = [];
  #problems: DocumentProblem[] = [];
  readonly #known = new Set<DocumentProblem>();

  /** Whether the rest of the document can be ignored. */
  get isComplete(): boolean {
    return this.#known.has('too-many-entries') || this.#known.has('not-a-sitemap');
  }

  get hasEntries(): boolean {
    return this.#entries.length > 0;
  }

  add(entry: SitemapEntry): void {
    if (this.#count >= MAX_ENTRIES) return this.report('too-many-entries');
    this.#count++;
    this.#entries.push(entry);
  }

  report(problem: DocumentProblem): void {
    if (this.#known.has(problem)) return;
    this.#known.add(problem);
    this.#problems.push(problem);
  }

  /** Returns the findings since the last call. */
  take(): { readonly entries: readonly SitemapEntry[]; readonly problems: readonly DocumentProblem[] } {
    const taken = { entries: this.#entries, problems: this.#problems };
    this.#entries = [];
    this.#problems = [];
    return taken;
  }
}
