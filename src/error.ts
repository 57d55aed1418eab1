/**
 * An error for the user of the library or the command line, who can do something about it: the code is stable, and the
 * message says in one line what is wrong and what to do. Anything else that is thrown is a fault of ours.
 */
export abstract class DustpanError extends Error {
  abstract readonly code: string;
}
