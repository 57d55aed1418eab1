import { type Difference, defaultOf } from '../../src/evidence/difference.ts';
import type { Evidence, Subject } from '../../src/evidence/evidence.ts';
import { subjectKey } from '../../src/evidence/verdict.ts';
import { areaOf } from '../../src/facts/site-part.ts';
import type { Observed } from './observed.ts';
import { keepWhatIsSafe, type SubjectNotes } from './params.ts';

/** How many subjects and sections are kept, because a site may invent any number of parameter names. */
const MAX_PLACES = 50_000;
const MAX_VALUES = 2;

/** Collects evidence, keeping the newest for each subject, section and side. */
export class Gathering {
  readonly #maxPieces: number;
  readonly #notes = new Map<string, SubjectNotes>();
  readonly #places = new Map<string, Piece[]>();

  /** @param maxPieces how much is kept for a subject, a section of the site and a side */
  constructor(maxPieces: number) {
    this.#maxPieces = maxPieces;
  }

  /**
   * @param content identifies the page's text: a second page with the same text shows nothing new. Null if no text was
   * compared.
   */
  add(evidence: Evidence, content: string | null = null, values: readonly string[] = []): void {
    const place = `${subjectKey(evidence)} ${areaOf(evidence.path)} ${evidence.supports}`;
    const pieces = this.#places.get(place) ?? [];
    if (pieces.length === 0 && this.#places.size >= MAX_PLACES) return;
    this.#places.set(place, pieces);
    if (evidence.supports) this.#addValues(evidence, values);
    if (content !== null && pieces.some((piece) => piece.content === content)) return;
    pieces.push({ evidence, content });
    if (pieces.length > this.#maxPieces) pieces.splice(oldestOf(pieces), 1);
  }

  /** Adds evidence about two URLs. If one of them lacks a parameter, it is also evidence about the default. */
  addPair({ evidence, difference }: Observed, content: string | null): void {
    this.add(evidence, content, difference.params);
    const subject = defaultOf(difference);
    if (subject !== null) this.add({ ...evidence, ...subject }, content);
  }

  /** Notes that two pages may or may not be equal. */
  addUnclear(found: Difference): void {
    for (const subject of [found, defaultOf(found)]) {
      const notes = subject === null ? null : this.#of(subject);
      if (notes !== null) notes.isUnclear = true;
    }
  }

  /** The usable evidence, oldest first. */
  finish(): readonly Evidence[] {
    for (const pieces of this.#places.values()) {
      for (const { evidence } of pieces) this.#of(evidence)?.evidence.push(evidence);
    }
    return keepWhatIsSafe(this.#notes).toSorted((a, b) => a.at - b.at);
  }

  #addValues(subject: Subject, values: readonly string[]): void {
    const known = this.#of(subject)?.values;
    for (const value of values) if (known !== undefined && known.size < MAX_VALUES) known.add(value);
  }

  #of(subject: Subject): SubjectNotes | null {
    const key = subjectKey(subject);
    const known = this.#notes.get(key);
    if (known !== undefined) return known;
    if (this.#notes.size >= MAX_PLACES) return null;
    const { kind, host, about } = subject;
    const notes = { kind, host, about, isUnclear: false, values: new Set<string>(), evidence: [] };
    this.#notes.set(key, notes);
    return notes;
  }
}

interface Piece {
  readonly evidence: Evidence;
  readonly content: string | null;
}

function oldestOf(pieces: readonly Piece[]): number {
  return pieces.reduce((oldest, { evidence }, index) => {
    return evidence.at < (pieces[oldest]?.evidence.at ?? 0) ? index : oldest;
  }, 0);
}
