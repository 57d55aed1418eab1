import { DustpanError } from '../src/error.ts';

/** At most so many problems of one file are told. */
const MAX_PROBLEMS = 20;

/** A file of settings that cannot be used: each line of the message names the file, the place in it, and what to do. */
export class SettingsError extends DustpanError {
  override readonly name = 'SettingsError';
  readonly code = 'bad-settings';
  readonly file: string;
  /** One a line, without the file's name. */
  readonly problems: readonly string[];

  constructor(file: string, problems: readonly string[]) {
    const told = problems.slice(0, MAX_PROBLEMS);
    const more = problems.length - told.length;
    super(
      [...told, ...(more > 0 ? [`and ${more} more of the kind`] : [])].map((text) => `${file}: ${text}`).join('\n'),
    );
    this.file = file;
    this.problems = problems;
  }
}
