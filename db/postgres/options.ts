/** How to open a crawl on a server. */
export interface PostgresOptions {
  /** Only read. A method that writes then throws `read-only`. Default: false. */
  readonly readonly?: boolean;
  /** Deletes the crawl that is there. Default: false, and the crawl is resumed. */
  readonly fresh?: boolean;
  /**
   * With `full`, each commit waits for the server's disk, also where the server's `synchronous_commit` is off. Default:
   * `normal`, which leaves that to the server.
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
