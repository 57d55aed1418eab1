import { ListError } from './error.ts';
import { withoutSeparatorLine } from './formats/csv/csv.ts';
import { MARK } from './reading/byte-order-mark.ts';

/** Handles the headings of tables that are joined: only the first is printed, and the others must be equal. */
export class Heading {
  #first: string | null = null;
  #firstList = '';
  #list = '';
  #isOwn = false;
  #isPrinted = false;
  #isStart = true;

  /** @param isPrinted whether entries of this list are printed */
  startList(name: string, isPrinted: boolean): void {
    this.#list = name;
    this.#isOwn = isPrinted;
    this.#isStart = true;
  }

  /** Notes an entry. No heading follows after it. */
  entry(): void {
    this.#isStart = false;
  }

  /**
   * Whether to keep bytes between entries.
   *
   * @throws {ListError} if they are a heading that differs from an earlier list's
   */
  takes(bytes: string): boolean {
    const text = withoutSeparatorLine(bytes).trim();
    if (!this.#isStart || text === '' || text === MARK) return true;
    this.#isStart = false;
    if (this.#first === null) {
      this.#first = text;
      this.#firstList = this.#list;
    }
    if (text === this.#first) return this.#isNext();
    throw new ListError(
      'mixed-formats',
      `${this.#list} and ${this.#firstList} have different columns; deduplicate them separately, or add --json to print only the links`,
    );
  }

  #isNext(): boolean {
    const stays = !this.#isPrinted;
    this.#isPrinted ||= this.#isOwn;
    return stays;
  }
}
