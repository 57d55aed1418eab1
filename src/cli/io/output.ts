import { once } from 'node:events';
import { argv, stderr, stdout } from 'node:process';
import type { Writable } from 'node:stream';
import { isPostgresAddress, shownAddress } from '../../../db/postgres/address.ts';
import { printable } from '../../text/printable.ts';
import { withoutCredentials } from '../../url/credentials.ts';
import { withFlags } from '../render/with-flags.ts';
import { EXIT } from './exit.ts';
import { clearProgress } from './progress.ts';
import { isQuiet, isVerbose } from './terminal.ts';

/** Collects lines into larger writes. */
export class LineWriter {
  readonly #stream: Writable;
  #pending = '';

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Adds a line; the line feed is appended. */
  line(text: string): void {
    this.#pending += `${text}\n`;
    if (this.#pending.length >= 1 << 16) this.#write();
  }

  /** Writes encoded lines. */
  bytes(lines: Uint8Array): void {
    this.#write();
    this.#stream.write(lines);
  }

  /** Writes the collected lines and waits for a slow reader. Call it regularly during long output. */
  async flush(): Promise<void> {
    this.#write();
    // Asked of the stream, not remembered: a stream that was full may have drained since.
    if (this.#stream.writableNeedDrain) await once(this.#stream, 'drain');
  }

  #write(): void {
    if (this.#pending !== '') this.#stream.write(this.#pending);
    this.#pending = '';
  }
}

/** The results, on standard output. */
export const out: LineWriter = new LineWriter(stdout);

/** Prints a hint or a line of a summary to standard error, unless `--quiet` is given. */
export function noteLine(text: string): void {
  if (!isQuiet()) logLine(text);
}

/** Prints a line about one URL to standard error, if `--verbose` is given; otherwise the line is not even created. */
export function verboseLine(line: () => string): void {
  if (isVerbose()) logLine(line());
}

/**
 * Prints an error to standard error, without control characters, user names and passwords of URLs, and passwords of
 * PostgreSQL.
 */
export function logLine(text: string): void {
  clearProgress();
  // The line feed comes last: it would be removed with the credentials of a URL at the start.
  stderr.write(`${shown(text)}\n`);
}

/** Prints an error that nobody expected, with its stack. */
export function logInternalError(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  logLine(`dustpan: internal error, please report it: ${text}`);
}

/** Prints to standard error without a line feed. */
export function printLine(text: string): void {
  stderr.write(withoutOwnCredentials(text));
}

/** Prints a line of a summary to standard output, unless `--quiet` is given. */
export function summaryLine(text: string): void {
  if (!isQuiet()) out.line(shown(text));
}

/** Lines for a terminal. They may quote what a server, a list or a database contains. */
function shown(text: string): string {
  return withoutOwnCredentials(withFlags(text)).split('\n').map(printable).join('\n');
}

function withoutOwnCredentials(text: string): string {
  return withoutSecrets(ownWords.reduce((line, [word, bare]) => line.replaceAll(word, bare), text));
}

/** An address of PostgreSQL in a text, which is shown with its user name if it has something to hide. */
const ADDRESS = /(postgres(?:ql)?:(?=\S*(?:@|password))[^\s'"<>]*[^\s'"<>.,:;)])/i;

function withoutSecrets(text: string): string {
  const parts = text.split(ADDRESS);
  return parts.map((part, index) => (index % 2 === 1 ? shownAddress(part) : withoutCredentials(part))).join('');
}

/** Command-line arguments with secrets, with their replacements: messages may quote them in any spelling. */
const ownWords: readonly (readonly [word: string, bare: string])[] = argv
  .slice(2)
  // The value of `--db=postgres://…` too.
  .map((word) => word.replace(/^--[\w-]+=/, ''))
  .map((word) => [word, isPostgresAddress(word) ? shownAddress(word) : withoutSecrets(word)] as const)
  .filter(([word, bare]) => bare !== word);

/**
 * Ends the process quietly if the reader of standard output closes the pipe (`| head`), or the terminal is closed. Errors
 * on standard error are ignored.
 */
export function quitQuietlyOnClosedPipe(): void {
  stderr.on('error', () => {});
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    if (error.code === 'EIO' && stdout.isTTY) process.exit(EXIT.interrupted);
    const remedy = error.code === 'ENOSPC' ? '; free some space and try again' : '';
    logLine(`dustpan: cannot write to standard output: ${error.message}${remedy}`);
    process.exit(EXIT.usage);
  });
}
