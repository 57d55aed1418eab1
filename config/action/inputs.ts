import { join } from 'node:path';

/** The inputs of the step that audits, as `action.yml` puts them into the environment. */
export interface Inputs {
  /** The site. */
  readonly url: string;
  /** The command that starts a server; null without one. */
  readonly start: string | null;
  /** The URL to wait for; null to wait for nothing. */
  readonly waitFor: string | null;
  readonly waitSeconds: number;
  /** A report with known findings, as a file of the repository; null to take those that the cache has. */
  readonly baseline: string | null;
  /** `error`, `warning` or `none`: dustpan checks it. */
  readonly failOn: string;
  /** Further arguments of `dustpan audit`. */
  readonly options: readonly string[];
  /** Where the reports go. The cache has put the known findings there. */
  readonly folder: string;
}

/** An input that cannot be used. The message names it and says what to write. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** @throws {InputError} if an input is missing or malformed */
export function readInputs(environment: Readonly<Record<string, string | undefined>>): Inputs {
  const input = (name: string): string | null => environment[`DUSTPAN_${name}`]?.trim() || null;
  const url = input('URL');
  if (url === null) throw new InputError('url is empty; write the URL of the site, such as http://localhost:8080/');
  const name = input('NAME') ?? '';
  if (!/^[\w-]+$/.test(name))
    throw new InputError(`name is ${JSON.stringify(name)}; write letters, digits, - and _ only`);
  const start = input('START');
  return {
    url,
    start,
    waitFor: input('WAIT_FOR') ?? (start === null ? null : url),
    waitSeconds: secondsIn(input('WAIT_SECONDS') ?? ''),
    baseline: input('BASELINE'),
    failOn: input('FAIL_ON') ?? 'error',
    options: optionsIn(input('OPTIONS') ?? ''),
    folder: join(environment['RUNNER_TEMP'] ?? '', 'dustpan', name),
  };
}

function secondsIn(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InputError(`wait-seconds is ${JSON.stringify(text)}; write a whole number of seconds, such as 60`);
}

/** One option per line: its name, and after a space the value as it is. */
function optionsIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [, name, value = ''] = /^(-\S+)\s*(.*)$/.exec(line) ?? [];
      if (name === undefined)
        throw new InputError(`options has the line ${JSON.stringify(line)}; each line is one option: --max-pages 500`);
      if (/^(["']).*\1$/.test(value))
        throw new InputError(`options has quotes around ${value}; leave them out: no shell reads the options`);
      return value === '' ? [name] : [name, value];
    });
}
