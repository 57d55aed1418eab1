import { once } from 'node:events';
import { argv, stderr, stdout } from 'node:process';
import type { Writable } from 'node:stream';
import { withoutCredentials } from '../../url/credentials.ts';
import { EXIT } from './exit.ts';

/** Lines gathered into larger writes. */
export class LineWriter {
  readonly #stream: Writable;
  #pending = '';
  #isFull = false;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  line(text: string): void {
    this.#pending += `${text}\n`;
    if (this.#pending.length >= 1 << 16) this.#write();
  }

  /** Lines that are encoded already. */
  bytes(lines: Uint8Array): void {
    this.#write();
    if (!this.#stream.write(lines)) this.#isFull = true;
  }

  /** Writes what is gathered, and waits where the reader is slow. Whoever writes without end calls it now and then. */
  async flush(): Promise<void> {
    this.#write();
    if (!this.#isFull) return;
    await once(this.#stream, 'drain');
    this.#isFull = false;
  }

  #write(): void {
    if (this.#pending !== '' && !this.#stream.write(this.#pending)) this.#isFull = true;
    this.#pending = '';
  }
}

/** Results. */
export const out: LineWriter = new LineWriter(stdout);

/** A line for the person: progress, summaries, errors. Whatever it quotes, no URL in it has a user name. */
export function logLine(text: string): void {
  printLine(`${text}\n`);
}

/** The same without the end of the line. */
export function printLine(text: string): void {
  stderr.write(withoutCredentials(ownWords.reduce((line, [word, bare]) => line.replaceAll(word, bare), text)));
}

/** What the command line has with user names, which messages may quote in any spelling. */
const ownWords: readonly (readonly [word: string, bare: string])[] = argv
  .slice(2)
  .map((word) => [word, withoutCredentials(word)] as const)
  .filter(([word, bare]) => bare !== word);

/**
 * A reader that closes the pipe has had enough, and so has a terminal that is closed: that is no error. Where results
 * cannot be written, there is no use in going on; without messages and progress there is.
 */
export function quitQuietlyOnClosedPipe(): void {
  stderr.on('error', () => {});
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    if (error.code === 'EIO' && stdout.isTTY) process.exit(EXIT.interrupted);
    logLine(`dustpan: standard output cannot be written: ${error.message}`);
    process.exit(EXIT.usage);
  });
}
