import type { CrawlWait } from '../../../crawler/politeness/waits.ts';
import type { CrawlProgress } from '../../../crawler/tally.ts';
import type { FrontierStats, Program } from '../../../db/index.ts';
import { counted, number, perSecond } from '../../text/number.ts';
import { quoted } from './printable.ts';
import { timeLeft } from './time-left.ts';

/** Milliseconds without a fetch until the line says what the crawl waits for. */
const QUIET = 1000;

/** The progress line of a crawl. Times are milliseconds since the epoch. */
export class CrawlView {
  readonly #started: number;
  readonly #maxPages: number | null;
  readonly #timer = performance.now();
  #done: CrawlProgress | null = null;
  #doneAt: number;
  #wait: CrawlWait | null = null;

  /** @param maxPages the limit of `--max-pages`; null without one */
  constructor(started: number, maxPages: number | null = null) {
    this.#started = started;
    this.#doneAt = started;
    this.#maxPages = maxPages;
  }

  progress(done: CrawlProgress, now: number): void {
    this.#done = { ...done };
    this.#doneAt = now;
  }

  wait(wait: CrawlWait): void {
    this.#wait = wait;
  }

  /**
   * The line; during a wait it starts with the site and the reason.
   *
   * @param programs those that crawl, this one first
   */
  text(
    { states }: Pick<FrontierStats, 'states'>,
    now: number,
    programs: readonly Pick<Program, 'host' | 'pages'>[] = [],
  ): string {
    const { fetched = 0, pages = 0, duplicates = 0, failed = 0 } = this.#done ?? {};
    return [
      ...this.#waiting(now),
      `${number(fetched)} done`,
      ...(this.#maxPages === null ? [] : [timeLeft(Math.min(pages / this.#maxPages, 1), this.#timer)]),
      `${number(states.queued)} queued`,
      perSecond(fetched, (now - this.#started) / 1000),
      `${counted(duplicates, 'duplicate')} avoided`,
      counted(failed, 'error'),
      ...sharesOf(programs),
    ].join(' · ');
  }

  #waiting(now: number): readonly string[] {
    if (this.#wait === null || this.#wait.until <= now || now - this.#doneAt < QUIET) return [];
    const { site, until, why } = this.#wait;
    const what = [site === '' ? '' : ` for ${quoted(site)}`, why === '' ? '' : `: ${why}`].join('');
    return [`waiting ${Math.ceil((until - now) / 1000)} s${what}`];
  }
}

/** How many hosts a line names. */
const MOST_NAMED = 4;

/** Which part of the pages each program read, if several crawl. */
function sharesOf(programs: readonly Pick<Program, 'host' | 'pages'>[]): readonly string[] {
  if (programs.length < 2) return [];
  const total = programs.reduce((sum, { pages }) => sum + pages, 0);
  const share = (pages: number): string => `${total === 0 ? 0 : Math.round((100 * pages) / total)}%`;
  const [own, ...others] = programs;
  const named = others.slice(0, MOST_NAMED).map(({ host, pages }) => `${quoted(host)} ${share(pages)}`);
  const rest = others.length > MOST_NAMED ? ['…'] : [];
  return [`${programs.length} programs: this one ${share(own?.pages ?? 0)}, ${[...named, ...rest].join(', ')}`];
}
