/** How far a crawl is, as a server tells the page that shows its report. */
export interface Progress {
  /** Why the crawl's file cannot be read now; null where it can. The figures are those of before then. */
  readonly problem: string | null;
  /** Whether a crawl is writing to the file. */
  readonly isWriting: boolean;
  /** Entries by state. */
  readonly states: Readonly<Record<string, number>>;
  readonly pages: number;
  /** Entries that have yet to be fetched, or are being fetched. */
  readonly queued: number;
  readonly failed: number;
  /** Entries fetched a second, of late; null where that is not known. */
  readonly rate: number | null;
  /** Of the database: a report of another one is out of date. */
  readonly revision: string;
  /** ISO 8601: when the last report was made; null where none was. */
  readonly reportCreatedAt: string | null;
}
