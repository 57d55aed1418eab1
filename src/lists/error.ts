import { DustpanError } from '../error.ts';

/** A list does not match its format, or lacks the requested column or field. */
export class FormatError extends DustpanError {
  /** Always `FormatError`. */
  override readonly name = 'FormatError';
  /** Stable, for programs to compare. */
  readonly code: 'bad-format' | 'missing-column' | 'missing-field' | 'too-long' | 'format-failed';

  constructor(code: FormatError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A list cannot be read or written. */
export class ListError extends DustpanError {
  override readonly name = 'ListError';
  /** Stable, for programs to compare. */
  readonly code: 'missing' | 'unreadable' | 'bad-gzip' | 'unwritable' | 'disk-full' | 'mixed-formats';

  constructor(code: ListError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
