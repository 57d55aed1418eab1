import { isBlank } from '../text/white-space.ts';

/** A line of a list that is not blank. */
export interface Line {
  /** Without its line end. */
  readonly url: string;
  /** Counted from 1. */
  readonly number: number;
  /** Where the line starts in the list, and where it ends, with its line end. */
  readonly start: number;
  readonly end: number;
}

const BYTE_ORDER_MARK = '\ufeff';

/** The lines of a list that are not blank, as `dustpan dedup` reads a plain list. */
export function* linesOf(text: string): Generator<Line> {
  let start = 0;
  for (let number = 1; start < text.length; number++) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed + 1;
    const first = start === 0 && text.startsWith(BYTE_ORDER_MARK) ? 1 : start;
    const url = text.slice(first, end).replace(/\r?\n$/, '');
    if (!isBlank(url)) yield { url, number, start, end };
    start = end;
  }
}
