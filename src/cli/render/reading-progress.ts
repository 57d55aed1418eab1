import type { Source } from '../../lists/source.ts';
import { number, perSecond } from '../../text/number.ts';
import { ProgressLine } from '../io/progress.ts';
import { timeLeft } from './time-left.ts';

type Read = Pick<Source, 'size' | 'bytesRead'>;

/** The progress line while files are read, with the estimated time left. */
export class ReadingProgress {
  /** How many were read. */
  entries = 0;
  readonly #what: string;
  readonly #sources: readonly Read[];
  readonly #started = performance.now();
  readonly #line: ProgressLine;

  /** @param what the entries are: `links` */
  constructor(sources: readonly Read[], what: string) {
    this.#what = what;
    this.#sources = sources;
    this.#line = new ProgressLine(async () => this.text());
  }

  stop(): void {
    this.#line.stop();
  }

  text(): string {
    const seconds = (performance.now() - this.#started) / 1000;
    const speed = perSecond(this.entries, seconds);
    const parts = [`${number(this.entries)} ${this.#what}`, speed];
    const size = this.#sources.reduce<number | null>(
      (sum, each) => (sum === null || each.size === null ? null : sum + each.size),
      0,
    );
    if (size === null || size === 0) return parts.join(' · ');
    const done = this.#sources.reduce((sum, each) => sum + each.bytesRead(), 0) / size;
    return [...parts, timeLeft(done, this.#started)].join(' · ');
  }
}
