import { DustpanError } from '../src/error.ts';

/** Maximum number of problems in a message. */
const MAX_PROBLEMS = 20;

/** A file of settings cannot be used. Each line of the message gives the file, the place in it, and what to do. */
export class SettingsError extends DustpanError {
  /** Always `SettingsError`. */
  override readonly name = 'SettingsError';
  readonly code = 'bad-settings';
  /** The path of the file. */
  readonly file: string;
  /** All problems, without the path of the file. */
  readonly problems: readonly string[];

  /**
   * @param file the path of the file
   * @param problems one sentence each, with the place and what to do
   */
  constructor(file: string, problems: readonly string[]) {
    const told = problems.slice(0, MAX_PROBLEMS);
    const more = problems.length - told.length;
    super([...told, ...(more > 0 ? [`and ${more} more problems`] : [])].map((text) => `${file}: ${text}`).join('\n'));
    this.file = file;
    this.problems = problems;
  }
}
