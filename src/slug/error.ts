import { DustpanError } from '../error.ts';

/** There is no such form, variant or optional step; the message says what there is. */
export class SlugOptionsError extends DustpanError {
  override readonly name = 'SlugOptionsError';
  readonly code = 'slug-options';
}
