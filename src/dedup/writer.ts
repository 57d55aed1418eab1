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
  #buffer: OutputBuffer | null = null;

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
    if (this.#buffer === null) this.#output.text(bytes);
    else this.#buffer.always(bytes);
  }

  /** Writes an entry if it stays, or keeps it for later. */
  entry(entry: Entry, ordinal: number, decision: Decision): void {
    if (decision === 'goes') return;
    if (decision === 'stays' && this.#buffer === null && this.#render === null) {
      entry.writeTo(this.#output);
      if (this.#append !== null) entry.writeTo(this.#append);
      return;
    }
    const bytes = this.#render === null ? entry.bytes() : this.#render(entry);
    if (decision === 'stays' && this.#buffer === null) {
      this.#output.text(bytes);
      this.#append?.text(bytes);
      return;
    }
    // From the first undecided entry on, everything waits.
    this.#buffer ??= new OutputBuffer(this.#workspace());
    if (decision === 'stays') this.#buffer.always(bytes);
    else this.#buffer.entry(ordinal, bytes);
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
    const print = (bytes: string, isEntry: boolean): void => {
      this.#output.text(bytes);
      if (isEntry) this.#append?.text(bytes);
    };
    await this.#buffer?.print(print, finalOf, async () => {
      await this.flush();
      await pause();
    });
    await this.flush();
  }
}

/** The workspace series for pending output. Spilled entries use larger numbers. */
const SERIES = 0;
/** Marks output that does not depend on an entry. */
const ALWAYS = -1;

/** Output that waits until it is known which entries stay, in list order. */
class OutputBuffer {
  readonly #workspace: Workspace;
  readonly #writer: RowWriter;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#writer = new RowWriter((block) => workspace.append(SERIES, block));
  }

  /** Adds bytes to print in any case. */
  always(bytes: string): void {
    this.#writer.put({ numbers: [ALWAYS], texts: [bytes] });
  }

  /** Adds an entry to print if it stays. */
  entry(ordinal: number, bytes: string): void {
    this.#writer.put({ numbers: [ordinal], texts: [bytes] });
  }

  /**
   * Prints everything.
   *
   * @param print receives the bytes, and whether they are an entry
   * @param finalOf returns the final bytes of an entry, or null if the entry goes
   * @param pause called now and then
   */
  async print(
    print: (bytes: string, isEntry: boolean) => void,
    finalOf: (ordinal: number, bytes: string) => string | null,
    pause: () => Promise<void>,
  ): Promise<void> {
    this.#writer.flush();
    for (const block of this.#workspace.read(SERIES)) {
      for (const {
        numbers: [ordinal = ALWAYS],
        texts: [bytes = ''],
      } of rowsOf(block, 1, 1)) {
        const final = ordinal === ALWAYS ? bytes : finalOf(ordinal, bytes);
        if (final !== null) print(final, ordinal !== ALWAYS);
      }
      await pause();
    }
  }
}
