import { RowWriter, rowsOf } from './rows.ts';
import type { Workspace } from './workspace.ts';

/** The workspace series for pending output. Spilled entries use larger numbers. */
const SERIES = 0;
/** Marks output that does not depend on an entry. */
const ALWAYS = -1;

/** Output that waits until it is known which entries stay, in list order. */
export class OutputBuffer {
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
