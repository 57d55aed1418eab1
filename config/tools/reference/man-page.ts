import { EXIT_CODES } from '../../../src/cli/exit-codes.ts';
import { version } from '../../../src/version.ts';
import { describeCommands, type Term } from './commands.ts';

/** The man page `dustpan(1)`, in the man macros of roff. */
export async function manPage(): Promise<string> {
  const groups = await describeCommands();
  const commands = groups.flatMap(({ items }) => items);
  return [
    `.TH DUSTPAN 1 "" "dustpan ${version}" "User Commands"`,
    '.SH NAME',
    'dustpan \\- find duplicate URLs on sites, in crawls and in lists of links',
    '.SH SYNOPSIS',
    '.B dustpan',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    ...paragraph(
      'dustpan crawls a site and skips URLs that it knows to be duplicates, removes duplicate links from lists, and audits the canonical URLs of a site. It identifies a page by its canonical URL, and merges URLs that may differ only with evidence about the site.',
    ),
    '.SH COMMANDS',
    ...groups.flatMap(({ heading, items }) => [
      `.SS ${text(heading)}`,
      ...items.flatMap(({ name, description }) => definition(name, description)),
    ]),
    '.SH OPTIONS',
    ...commands.flatMap(({ name, usage, arguments: taken, options, examples }) => [
      `.SS ${text(name)}`,
      ...paragraph(usage),
      ...taken.flatMap(described),
      ...options.flatMap(({ items }) => items.flatMap(described)),
      ...(examples.length === 0 ? [] : ['.PP', 'Examples:', '.PP', '.EX', ...examples.map(text), '.EE']),
    ]),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, meaning]) => definition(String(code), meaning)),
    '.SH ENVIRONMENT',
    ...definition('NO_COLOR, FORCE_COLOR', 'Switch colors off or on, unless --color is given.'),
    ...definition('TMPDIR', 'The folder for temporary files.'),
    '.SH FILES',
    ...definition(
      'dustpan.config.ts, dustpan.config.js, dustpan.config.json',
      'The configuration, in the working directory. The endings .mts, .cts, .mjs and .cjs work too.',
    ),
    ...definition('HOST.dustpan', 'A crawl file, an SQLite database in the working directory.'),
    '',
  ]
    .filter((line, index, lines) => line !== '' || index === lines.length - 1)
    .join('\n');
}

function described({ term, description }: Term): readonly string[] {
  return definition(term, description);
}

function definition(term: string, meaning: string): readonly string[] {
  return [
    '.TP',
    `.B ${text(term)}`,
    ...meaning.split('\n').flatMap((line, index) => (index === 0 ? [] : ['.br']).concat(text(line))),
  ];
}

function paragraph(words: string): readonly string[] {
  return ['.PP', text(words)];
}

/**
 * Text that roff prints as written: backslashes, hyphens, quotes, accents and characters beyond ASCII as escapes, and no
 * control line.
 */
function text(words: string): string {
  const escaped = words
    .replaceAll('\\', '\\e')
    .replaceAll('…', '...')
    .replace(/[-'`^~"]/g, (character) => ESCAPES[character] ?? character)
    .replace(
      /[^\0-\x7f]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};
