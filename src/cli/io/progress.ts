import { stderr } from 'node:process';

/** Milliseconds between two drawings. */
const INTERVAL = 250;

/** One line on the terminal that is drawn over itself; nothing where standard error is no terminal. */
export class ProgressLine {
  readonly #text: () => Promise<string>;
  readonly #timer: NodeJS.Timeout | null;
  #isDrawn = false;

  constructor(text: () => Promise<string>) {
    this.#text = text;
    this.#timer = stderr.isTTY ? setInterval(() => void this.#draw(), INTERVAL) : null;
  }

  /** Takes the line away. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#isDrawn) stderr.write('\r\x1b[K');
  }

  async #draw(): Promise<void> {
    const text = await this.#text();
    this.#isDrawn = true;
    // Some terminals do not say how wide they are.
    const width = stderr.columns > 1 ? stderr.columns - 1 : text.length;
    stderr.write(`\r\x1b[K${text.slice(0, width)}`);
  }
}
