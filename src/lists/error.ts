import { DustpanError } from '../error.ts';

/** A list that cannot be read as what it is taken for, or that lacks what was asked for. */
export class FormatError extends DustpanError {
  override readonly name = 'FormatError';
  readonly code: 'bad-format' | 'missing-column' | 'missing-field' | 'too-long';

  constructor(code: FormatError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A list that cannot be read or written at all. */
export class ListError extends DustpanError {
  override readonly name = 'ListError';
  readonly code: 'missing' | 'unreadable' | 'bad-gzip' | 'unwritable' | 'disk-full' | 'mixed-formats';

  constructor(code: ListError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
