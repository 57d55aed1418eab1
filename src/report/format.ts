import type { AuditEntry } from '../audit/site/entry.ts';
import type { Key } from '../canon/key.ts';
import { DustpanError } from '../error.ts';

/** A way to write down what a crawl found. */
export interface ReportFormat {
  readonly name: string;
  readonly summary: string;
  /**
   * Writes the report, entry by entry.
   *
   * @returns what is to be said of it, such as what was left out: lines fit for a terminal
   * @throws {ReportError} where it cannot be written this way
   */
  readonly write: (crawl: Crawled, files: ReportFiles) => Promise<readonly string[]>;
}

/** A crawl's entries. */
export interface Crawled {
  entries(): AsyncIterable<ReportEntry>;
  entry(key: Key): Promise<ReportEntry | null>;
}

/** What the formats go by, of an entry of the frontier. */
export interface ReportEntry extends Omit<AuditEntry, 'id' | 'digest' | 'details' | 'spellings' | 'listings'> {
  readonly details: { readonly lastModified: string | null; readonly record: string | null } | null;
}

/** Where a report goes. */
export interface ReportFiles {
  /** Adds to the report, and waits where its reader is slow. */
  readonly write: (text: string) => Promise<void>;
  /**
   * Writes a file beside the report, with a number in its name.
   *
   * @returns its name without the folder; null where there is no place beside the report
   */
  readonly writeBeside: (number: number, text: string) => Promise<string | null>;
}

/** A report that cannot be written as asked: its message says what to do. */
export class ReportError extends DustpanError {
  override readonly name = 'ReportError';
  readonly code = 'needs-file';
}
