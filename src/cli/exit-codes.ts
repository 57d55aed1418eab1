/** An exit code with its meaning. */
export type ExitCode = readonly [code: number, meaning: string];

const WRONG = 'wrong usage, a file that cannot be read or written, or an internal error';

/** The exit codes of all commands together. `exitCodesOf` has those of one command. */
export const EXIT_CODES: readonly ExitCode[] = [
  [0, 'done, nothing to complain about'],
  [1, 'done, but: findings at or above --fail-on, rejected input, or URLs that differ'],
  [2, WRONG],
  [3, 'no page could be fetched'],
  [130, 'interrupted; a crawl can be continued'],
];

const INVALID_INPUT: ExitCode = [1, 'done, but some input is not a valid URL'];
const INTERRUPTED: ExitCode = [130, 'interrupted; no file was written'];

/** The codes that only some commands return, by command. */
const OWN: Readonly<Record<string, readonly ExitCode[]>> = {
  crawl: [
    [1, 'done, but a seed was ignored: it is not a valid URL, or the options exclude it'],
    [3, 'no page could be fetched'],
    [130, 'interrupted; the same command continues the crawl'],
  ],
  audit: [
    [1, 'done, with findings at or above --fail-on'],
    [2, `${WRONG}; or a rule of your own failed, and the report lacks its findings`],
    [3, 'no page could be fetched, or the crawl file has none'],
    [130, 'interrupted; no report was written'],
  ],
  probe: [
    [3, 'no site answered'],
    [130, 'interrupted'],
  ],
  demo: [[130, 'interrupted']],
  why: [[1, 'the crawl did not find the URL']],
  'check-pass': [[1, 'a pass broke a law or one of its examples, or changed no URL']],
  learn: [
    [1, 'done, but parts of the archives are unreadable'],
    [130, 'interrupted; nothing was stored'],
  ],
  export: [INTERRUPTED],
  copy: [[130, 'interrupted; nothing was copied']],
  dedup: [
    [1, 'done, but some input is not a valid URL; with --check, a list has a duplicate'],
    [130, 'interrupted; no file was written'],
  ],
  canon: [INVALID_INPUT],
  compare: [[1, 'the canonical URLs differ']],
  slug: [[1, 'done, but with --check, a name is not a slug; or a line is not a JSON string']],
  robots: [INVALID_INPUT],
};

/** The exit codes that a command returns, in order. */
export function exitCodesOf(command: string): readonly ExitCode[] {
  const codes = new Map([[0, 'done'], [2, WRONG], ...(OWN[command] ?? [])]);
  return [...codes].toSorted(([a], [b]) => a - b);
}
