import { stderr } from 'node:process';
import { isQuiet, isVerbose } from './terminal.ts';

/** Milliseconds between two updates on a terminal. */
const INTERVAL = 250;
/** Milliseconds between two lines in a log. */
const LOG_INTERVAL = 30_000;

/** A stream, perhaps a terminal. */
type Screen = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/**
 * Shows progress on standard error: on a terminal a line that overwrites itself, otherwise a new line every 30 seconds.
 * Shows nothing with `--quiet`, and on a terminal nothing with `--verbose`, whose lines show progress.
 */
export class ProgressLine {
  readonly #text: () => Promise<string>;
  readonly #screen: Screen;
  readonly #timer: NodeJS.Timeout | null;
  #isDrawn = false;

  /** @param stream where to show it */
  constructor(text: () => Promise<string>, stream: Screen = stderr) {
    this.#text = text;
    this.#screen = stream;
    const { isTTY } = stream;
    const isShown = !isQuiet() && !(isTTY && isVerbose());
    const write = isTTY ? () => void this.#draw() : () => void this.#log();
    this.#timer = isShown ? setInterval(write, isTTY ? INTERVAL : LOG_INTERVAL) : null;
  }

  /** Stops the updates and clears the line. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#isDrawn) this.#screen.write('\r\x1b[K');
  }

  async #draw(): Promise<void> {
    const text = await this.#text();
    this.#isDrawn = true;
    // Some terminals do not report their width.
    const { columns = 0 } = this.#screen;
    const width = columns > 1 ? columns - 1 : text.length;
    this.#screen.write(`\r\x1b[K${text.slice(0, width)}`);
  }

  async #log(): Promise<void> {
    this.#screen.write(`${await this.#text()}\n`);
  }
}
