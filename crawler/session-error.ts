import { DustpanError } from '../src/error.ts';

/** A session that could not start. The message says why, and what to do. */
export class SessionError extends DustpanError {
  /** Always `SessionError`. */
  override readonly name = 'SessionError';
  /** Why it could not start, for programs. */
  readonly code:
    | 'no-seeds'
    | 'bad-sitemap'
    | 'other-keys'
    | 'other-politeness'
    | 'other-recrawl'
    | 'other-scope'
    | 'other-selectors';

  constructor(code: SessionError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The error of a crawl without a URL to start from. */
export function nothingToCrawl(): SessionError {
  return new SessionError('no-seeds', 'nothing to crawl: name a URL to start from, such as https://example.com/');
}
