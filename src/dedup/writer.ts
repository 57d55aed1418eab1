import type { Entry } from '../lists/entry.ts';
import type { Output } from '../lists/output.ts';
import type { Decision } from './deduplicator.ts';
import { RowWriter, rowsOf } from './rows.ts';
import type { Workspace } from './workspace.ts';

/** Writes the kept entries in list order: immediately if the decision is known, at the end otherwise. */
export class Writer {
  readonly #output: Output;
  readonly #append: Output | null;
  readonly #render: ((entry: Entry) => string) | null;
  readonly #workspace: () => Workspace;
  /** What waits until it is known which entries stay, in list order; null if nothing does. */
  #waiting: RowWriter | null = null;

  /**
   * @param append also receives the kept entries, without the text between them
   * @param render converts an entry to bytes; null to print it unchanged
   */
  constructor(
    output: Output,
    append: Output | null,
    render: ((entry: Entry) => string) | null,
    workspace: () => Workspace,
  ) {
    this.#output = output;
    this.#append = append;
    this.#render = render;
    this.#workspace = workspace;
  }

  /** Writes text that is not an entry, or an entry that stays in any case. */
  other(bytes: string): void {
    if (this.#waiting === null) this.#output.text(bytes);
    else this.#waiting.put({ numbers: [ALWAYS], texts: [bytes] });
  }

  /** Writes an entry if it stays, or keeps it for later. */
  entry(entry: Entry, ordinal: number, decision: Decision): void {
    if (decision === 'goes') return;
    // From the first undecided entry on, everything waits.
    if (decision === 'later') this.#waiting ??= this.#rowWriter();
    if (this.#waiting === null && this.#render === null) {
      entry.writeTo(this.#output);
      if (this.#append !== null) entry.writeTo(this.#append);
      return;
    }
    const bytes = this.#render === null ? entry.bytes() : this.#render(entry);
    if (this.#waiting === null) this.#print(bytes);
    else this.#waiting.put({ numbers: [ordinal], texts: [bytes] });
  }

  /** Writes the buffered output, and waits for slow readers. */
  async flush(): Promise<void> {
    await this.#output.flush();
    await this.#append?.flush();
  }

  /**
   * Writes everything that waited.
   *
   * @param finalOf returns the final bytes of an entry, or null if the entry goes
   * @param pause called now and then; throws to abort
   */
  async finish(finalOf: (ordinal: number, bytes: string) => string | null, pause: () => Promise<void>): Promise<void> {
    this.#waiting?.flush();
    for (const block of this.#waiting === null ? [] : this.#workspace().read(SERIES)) {
      for (const {
        numbers: [ordinal = ALWAYS],
        texts: [bytes = ''],
      } of rowsOf(block, 1, 1)) {
        if (ordinal === ALWAYS) {
          this.#output.text(bytes);
          continue;
        }
        const final = finalOf(ordinal, bytes);
        if (final !== null) this.#print(final);
      }
      await this.flush();
      await pause();
    }
    await this.flush();
  }

  #rowWriter(): RowWriter {
    const workspace = this.#workspace();
    return new RowWriter((block) => workspace.append(SERIES, block));
  }

  #print(entry: string): void {
    this.#output.text(entry);
    this.#append?.text(entry);
  }
}

/** The workspace series for pending output. Spilled entries use larger numbers. */
const SERIES = 0;
/** Marks output that does not depend on an entry. */
const ALWAYS = -1;
