import { resolve } from 'node:path';
import type { AuditFormat } from '../../report/audit/format.ts';
import { UsageError } from '../io/exit.ts';
import { quoted } from '../render/printable.ts';
import { formatNamed } from './format-option.ts';

/** A report to write. */
export interface ReportOutput {
  readonly format: AuditFormat;
  /** Undefined for standard output. */
  readonly file: string | undefined;
}

interface Flags {
  readonly format: string;
  readonly output?: string;
  /** Each is `FORMAT=FILE`. */
  readonly also: readonly string[];
}

/**
 * The reports that `--format` and `--output` ask for, and then those of `--also`.
 *
 * @throws {UsageError} for an unknown format, or if two reports have the same file
 */
export function reportOutputs(flags: Flags, formats: readonly AuditFormat[]): readonly ReportOutput[] {
  const outputs = [
    { format: formatNamed(flags.format, formats), file: flags.output },
    ...flags.also.map((given) => {
      const [, name = '', file] = /^([^=]+)=(.+)$/.exec(given) ?? [];
      if (file === undefined)
        throw new UsageError(`--also ${quoted(given)} has no file; write FORMAT=FILE, such as sarif=audit.sarif`);
      return { format: formatNamed(name, formats), file };
    }),
  ];
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const twice = files.find((file, index) => files.findIndex((each) => resolve(each) === resolve(file)) < index);
  if (twice === undefined) return outputs;
  throw new UsageError(`${quoted(twice)} is given for two reports; choose a file for each`);
}
