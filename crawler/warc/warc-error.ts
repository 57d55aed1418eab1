import { DustpanError } from '../../src/error.ts';

/** A web archive that cannot be written or read. The message says why, and what to do. */
export class WarcError extends DustpanError {
  /** Always `WarcError`. */
  override readonly name = 'WarcError';
  /** Why, for programs. */
  readonly code: 'unwritable' | 'unreadable' | 'no-pages';

  constructor(code: WarcError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
