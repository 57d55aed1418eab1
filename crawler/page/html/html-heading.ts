import { decodeText } from './html-references.ts';
import { keptText, MAX_KEPT_LENGTH } from './kept-text.ts';

/** How much of a heading is collected, in UTF-16 code units. White space is collapsed later. */
const MAX_COLLECTED = 4 * MAX_KEPT_LENGTH;
/** How much of one text is read, in bytes. */
const MAX_READ = 4 * MAX_COLLECTED;

/** Collects the text of a page's first `h1`. Report its tags and its shown text in the order of the page. */
export class FirstHeading {
  /** Whether the current place is in the heading. */
  isOpen = false;
  private collected: string | null = null;

  /** With collapsed white space, at most 500 UTF-16 code units; null if the page has no `h1`. */
  get text(): string | null {
    return this.collected === null ? null : keptText(this.collected);
  }

  /** Reports an `h1`. Only the first counts. */
  start(): void {
    this.isOpen = this.collected === null;
    this.collected ??= '';
  }

  /** Reports the end of the heading, or the start of another. */
  end(): void {
    this.isOpen = false;
  }

  /** Reports a tag in the heading. */
  endWord(): void {
    this.collect(' ');
  }

  /** Reports text in the heading, in UTF-8 with its character references. */
  add(bytes: Buffer, start: number, end: number): void {
    this.collect(decodeText(bytes.toString('utf8', start, Math.min(end, start + MAX_READ))));
  }

  private collect(text: string): void {
    const collected = this.collected ?? '';
    if (collected.length < MAX_COLLECTED) this.collected = `${collected}${text}`.slice(0, MAX_COLLECTED);
  }
}
