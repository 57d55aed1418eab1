import { DustpanError } from '../../src/error.ts';

/** Pages cannot be rendered. The message says what to install or to name. */
export class RenderError extends DustpanError {
  /** Always `RenderError`. */
  override readonly name = 'RenderError';
  /** The cause, for programs. */
  readonly code: 'no-playwright' | 'no-browser' | 'browser-failed';

  constructor(code: RenderError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
