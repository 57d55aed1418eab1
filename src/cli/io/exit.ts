import { DustpanError } from '../../error.ts';

/** The exit codes of the process. */
export const EXIT = {
  clean: 0,
  /** Done, with findings or rejected input. */
  findings: 1,
  /** Wrong usage, or an internal error. */
  usage: 2,
  nothingCrawled: 3,
  /** Interrupted; a crawl can be resumed. */
  interrupted: 130,
} as const;

/** An error for the user, printed without a stack trace. The message says what is wrong and what to do. */
export class UsageError extends DustpanError {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}

/** A crawl that cannot start. */
export class NothingCrawledError extends DustpanError {
  override readonly name = 'NothingCrawledError';
  readonly code = 'nothing-crawled';
}
