import { stderr } from 'node:process';
import { isQuiet, isVerbose, takesEscapes } from './terminal.ts';

/** Milliseconds between two updates on a terminal. */
const INTERVAL = 250;

/** A stream, perhaps a terminal. */
type Screen = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/** Clears a line of a terminal. */
const CLEAR = '\r\x1b[K';

/** The terminal whose last line shows progress. */
let drawnOn: Screen | null = null;

/** Clears the line of progress, so that another line can take its place. */
export function clearProgress(): void {
  drawnOn?.write(CLEAR);
  drawnOn = null;
}

/**
 * Shows progress on standard error if that is a terminal: a line that overwrites itself. Shows nothing with `--quiet`, and
 * with `--verbose`, whose lines show progress.
 */
export class ProgressLine {
  readonly #text: () => Promise<string>;
  readonly #screen: Screen;
  readonly #timer: NodeJS.Timeout | null;
  #isDrawing = false;
  #isStopped = false;

  /** @param stream where to show it */
  constructor(text: () => Promise<string>, stream: Screen = stderr) {
    this.#text = text;
    this.#screen = stream;
    const isShown = takesEscapes(stream) && !isQuiet() && !isVerbose();
    this.#timer = isShown ? setInterval(() => void this.#draw(), INTERVAL) : null;
  }

  /** Stops the updates and clears the line. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#isStopped = true;
    clearProgress();
  }

  /** Draws nothing while the store does not answer, or fails: whoever does the work says so. */
  async #draw(): Promise<void> {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    const text = await this.#text().catch(() => null);
    this.#isDrawing = false;
    if (text === null || this.#isStopped) return;
    // Some terminals do not report their width.
    const { columns = 0 } = this.#screen;
    const width = columns > 1 ? columns - 1 : text.length;
    this.#screen.write(`${CLEAR}${text.slice(0, width)}`);
    drawnOn = this.#screen;
  }
}
