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
