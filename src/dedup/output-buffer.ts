import { RowWriter, rowsOf } from './rows.ts';
import type { Workspace } from './workspace.ts';

/** The workspace's series for what is to be printed; those of spilled entries have larger numbers. */
const SERIES = 0;
/** Stands for what is printed whatever becomes of the entries. */
const ALWAYS = -1;

/** What is to be printed when it shows which entries stay, in the order of the list. */
export class OutputBuffer {
  readonly #workspace: Workspace;
  readonly #writer: RowWriter;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#writer = new RowWriter((block) => workspace.append(SERIES, block));
  }

  always(bytes: string): void {
    this.#writer.put({ numbers: [ALWAYS], texts: [bytes] });
  }

  entry(ordinal: number, bytes: string): void {
    this.#writer.put({ numbers: [ordinal], texts: [bytes] });
  }

  /**
   * Prints it.
   *
   * @param print takes what is printed, and whether it is an entry
   * @param finalOf the bytes of an entry as they are to be printed; null for one that goes
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
