import { DustpanError } from '../../error.ts';

/** What the process says with its exit code. */
export const EXIT = {
  clean: 0,
  /** Done, with findings or rejected input. */
  findings: 1,
  /** Wrong usage, or an error of ours. */
  usage: 2,
  nothingCrawled: 3,
  /** Interrupted, and may be resumed. */
  interrupted: 130,
} as const;

/** An error whose message is for the user: what is wrong and what to do. Printed without a stack trace. */
export class UsageError extends DustpanError {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}
