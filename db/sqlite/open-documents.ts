import type { EntryId } from '../store.ts';

/** Documents of which parts are stored, and whose outcome is not. A transaction that fails leaves them as they were. */
export class OpenDocuments {
  #open: ReadonlySet<EntryId> = new Set();
  #committed: ReadonlySet<EntryId> = this.#open;

  has(document: EntryId): boolean {
    return this.#open.has(document);
  }

  add(document: EntryId): void {
    if (!this.has(document)) this.#open = new Set([...this.#open, document]);
  }

  delete(document: EntryId): void {
    if (this.has(document)) this.#open = new Set([...this.#open].filter((one) => one !== document));
  }

  /** Keeps the changes of the transaction. */
  commit(): void {
    this.#committed = this.#open;
  }

  /** Takes back the changes of the transaction. */
  rollback(): void {
    this.#open = this.#committed;
  }
}
