import { ListError } from './error.ts';
import { MARK } from './reading/byte-order-mark.ts';

/** The headings of tables that are put together: the first one stands, and the others must be the same. */
export class Heading {
  #first: string | null = null;
  #firstList = '';
  #list = '';
  #isOwn = false;
  #isPrinted = false;
  #isStart = true;

  /** @param isPrinted whether what stays of the list is printed */
  startList(name: string, isPrinted: boolean): void {
    this.#list = name;
    this.#isOwn = isPrinted;
    this.#isStart = true;
  }

  /** Takes note of an entry: behind it no heading follows. */
  entry(): void {
    this.#isStart = false;
  }

  /**
   * Whether what is no entry stays.
   *
   * @throws {ListError} where it is a heading, and another one than that of an earlier list
   */
  takes(bytes: string): boolean {
    const text = bytes.trim();
    if (!this.#isStart || text === '' || text === MARK) return true;
    this.#isStart = false;
    if (this.#first === null) {
      this.#first = text;
      this.#firstList = this.#list;
    }
    if (text === this.#first) return this.#isNext();
    throw new ListError(
      'mixed-formats',
      `${this.#list} has other columns than ${this.#firstList}; take one at a time, or add --json to print the links alone`,
    );
  }

  #isNext(): boolean {
    const stays = !this.#isPrinted;
    this.#isPrinted ||= this.#isOwn;
    return stays;
  }
}
