/** The progress of a crawl, which the server sends to the page of its report. */
export interface Progress {
  /** Why the crawl file cannot be read now; null if it can. The figures are then the last known ones. */
  readonly problem: string | null;
  /** Whether a crawl is writing to the file. */
  readonly isWriting: boolean;
  /** Entries by state. */
  readonly states: Readonly<Record<string, number>>;
  /** HTML pages that were fetched successfully. */
  readonly pages: number;
  /** Entries that are queued or being fetched. */
  readonly queued: number;
  /** Entries that could not be fetched. */
  readonly failed: number;
  /** Entries fetched per second recently; null if unknown. */
  readonly rate: number | null;
  /** The revision of the database. A report of another revision is out of date. */
  readonly revision: string;
  /** The time of the last report, ISO 8601; null if there is none. */
  readonly reportCreatedAt: string | null;
}
