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

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error whose message is for the user: what is wrong and what to do. Printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
