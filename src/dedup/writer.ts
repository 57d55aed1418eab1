import type { Entry } from '../lists/entry.ts';
import type { Output } from '../lists/output.ts';
import type { Decision } from './deduplicator.ts';
import { OutputBuffer } from './output-buffer.ts';
import type { Workspace } from './workspace.ts';

/** Writes the entries that stay, in the order of the list: at once where that is known, at the end where it is not. */
export class Writer {
  readonly #output: Output;
  readonly #append: Output | null;
  readonly #render: ((entry: Entry) => string) | null;
  readonly #workspace: () => Workspace;
  #spool: OutputBuffer | null = null;

  /**
   * @param append takes the entries that stay, without what is no entry
   * @param render what is printed of an entry, as bytes; null for the entry as it stands
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

  /** Writes what is no entry, or one that stays in any case. */
  other(bytes: string): void {
    if (this.#spool === null) this.#output.text(bytes);
    else this.#spool.always(bytes);
  }

  entry(entry: Entry, ordinal: number, fate: Decision): void {
    if (fate === 'goes') return;
    const bytes = this.#render === null ? entry.bytes() : this.#render(entry);
    if (fate === 'stays' && this.#spool === null) {
      this.#output.text(bytes);
      this.#append?.text(bytes);
      return;
    }
    // From the first entry that must wait, all that follow wait with it.
    this.#spool ??= new OutputBuffer(this.#workspace());
    if (fate === 'stays') this.#spool.always(bytes);
    else this.#spool.entry(ordinal, bytes);
  }

  async flush(): Promise<void> {
    await this.#output.flush();
    await this.#append?.flush();
  }

  /**
   * Writes what had to wait.
   *
   * @param finalOf the bytes of an entry as they are to be printed; null for one that goes
   * @param pause called now and then; throws where the work is to end
   */
  async finish(finalOf: (ordinal: number, bytes: string) => string | null, pause: () => Promise<void>): Promise<void> {
    const print = (bytes: string, isEntry: boolean): void => {
      this.#output.text(bytes);
      if (isEntry) this.#append?.text(bytes);
    };
    await this.#spool?.print(print, finalOf, async () => {
      await this.flush();
      await pause();
    });
    await this.flush();
  }
}
