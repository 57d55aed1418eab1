/** How to open a crawl. */
export interface OpenOptions extends Pick<SqliteOptions, 'readonly'> {
  /** Deletes the crawl that is there. Default: false, and the crawl is resumed. */
  readonly fresh?: boolean;
  /**
   * Shares a file with other programs that also join. Default: false, which refuses a file that another program is writing.
   * On a server, programs always share a crawl.
   */
  readonly join?: boolean;
  /**
   * What the last transactions survive. In a file: `normal` (the default) a killed process, `full` also a loss of power, at
   * the cost of one disk sync per transaction. On a server, `normal` leaves it to `synchronous_commit`, and `full` turns
   * that on if it is off.
   */
  readonly durability?: 'normal' | 'full';
  /** How long to wait for a server that went away, in milliseconds. Default: two minutes. */
  readonly dbWait?: number;
  /** Once it is aborted, no call waits for a server that has been away for three seconds. Default: never aborted. */
  readonly signal?: AbortSignal;
  /** Called when the server went away, and each second until it is back. */
  readonly onDbWait?: (problem: string) => void;
  /** Called once when the server is back. */
  readonly onDbBack?: () => void;
}

/** How to open a frontier in an SQLite file. */
export interface SqliteOptions {
  /** Only read, also while another program writes. A method that writes then throws `read-only`. Default: false. */
  readonly readonly?: boolean;
  /**
   * Share the file with other programs that also join. Default: false, which refuses a file that another program is
   * writing.
   */
  readonly join?: boolean;
  /**
   * What the last transactions survive: `normal` (the default) a killed process, `full` also a loss of power. `full`
   * costs one disk sync per transaction.
   */
  readonly durability?: 'normal' | 'full';
}
