import type { AuditEntry, PageLinks } from '../audit/site/entry.ts';
import type { Key } from '../canon/key.ts';
import { DustpanError } from '../error.ts';

/** A format of reports about something: a crawl or an audit. */
export interface ReportFormat<Subject = Crawled, Sink = ReportSink> {
  /** As `--format` takes it. */
  readonly name: string;
  /** A description for the help text. */
  readonly summary: string;
  /**
   * Writes the report piece by piece.
   *
   * @throws {ReportError} if the report needs several files and does not go to a file
   */
  readonly write: (subject: Subject, sink: Sink) => Promise<void>;
}

/** The entries of a crawl. */
export interface Crawled {
  /** All entries, in order of discovery. */
  entries(): AsyncIterable<ReportEntry>;
  /** The entry with a key; null if there is none. */
  entry(key: Key): Promise<ReportEntry | null>;
  /** The names of the fields that the crawl selects. */
  fields(): Promise<readonly string[]>;
  /** The links of all pages. */
  links(): AsyncIterable<PageLinks>;
}

/** The fields of a frontier's entry that formats use. */
export interface ReportEntry extends Omit<AuditEntry, 'digest' | 'details' | 'spellings'> {
  /** Facts about the fetched page; null if there are none. */
  readonly details: {
    readonly lastModified: string | null;
    readonly record: string | null;
    readonly fields: string | null;
  } | null;
}

/** The output of a report. */
export interface ReportFiles {
  /** Appends to the report. Resolves when the reader is ready for more. */
  readonly write: (text: string) => Promise<void>;
  /**
   * Writes a file next to the report, with a number in its name.
   *
   * @returns the file's name without its folder; null if the report does not go to a file
   */
  readonly writeBeside: (number: number, text: string) => Promise<string | null>;
}

/** The output of a report, and of notes about it. */
export interface ReportSink extends ReportFiles {
  /** Takes notes for the user, such as how many URLs were left out: lines that are safe for a terminal. */
  readonly note: (line: string) => void;
}

/** A report cannot be written as requested. The message says what to do. */
export class ReportError extends DustpanError {
  /** Always `ReportError`. */
  override readonly name = 'ReportError';
  /** `needs-file`: the report consists of several files. `format-failed`: a format of your own threw. */
  readonly code: 'needs-file' | 'format-failed';

  constructor(code: ReportError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
