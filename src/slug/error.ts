import { DustpanError } from '../error.ts';

/** The form, variant or optional step does not exist. The message lists the available ones. */
export class SlugOptionsError extends DustpanError {
  /** Always `SlugOptionsError`. */
  override readonly name = 'SlugOptionsError';
  readonly code = 'slug-options';
}
