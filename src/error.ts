/**
 * An error that the user of the library or command line can act on. The message says in one line what is wrong and what
 * to do. A `TypeError` is a mistake of the program that calls; any other thrown error is a bug in dustpan.
 */
export abstract class DustpanError extends Error {
  /** Stable, for programs to compare: `bad-option`, for example. */
  abstract readonly code: string;
}
