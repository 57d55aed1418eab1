import { stderr } from 'node:process';

/** Milliseconds between two updates. */
const INTERVAL = 250;

/** A progress line that overwrites itself. Prints nothing if standard error is not a terminal. */
export class ProgressLine {
  readonly #text: () => Promise<string>;
  readonly #timer: NodeJS.Timeout | null;
  #isDrawn = false;

  constructor(text: () => Promise<string>) {
    this.#text = text;
    this.#timer = stderr.isTTY ? setInterval(() => void this.#draw(), INTERVAL) : null;
  }

  /** Stops the updates and clears the line. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#isDrawn) stderr.write('\r\x1b[K');
  }

  async #draw(): Promise<void> {
    const text = await this.#text();
    this.#isDrawn = true;
    // Some terminals do not report their width.
    const width = stderr.columns > 1 ? stderr.columns - 1 : text.length;
    stderr.write(`\r\x1b[K${text.slice(0, width)}`);
  }
}
