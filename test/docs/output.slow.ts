import { expect, test } from 'vitest';
import { describeCommands } from '../../config/tools/reference/commands.ts';
import { EXIT_CODES, exitCodesOf } from '../../src/cli/exit-codes.ts';
import { run } from './examples.ts';
import { documentedFields, sorted } from './json-fields.ts';
import { readPage } from './markdown.ts';

/** A command for each row of the table whose objects have fields. */
const COMMANDS: Readonly<Record<string, string>> = {
  'canon --json': "dustpan canon --json --format surt 'HTTP://example.com/' nonsense",
  'explain --json': "dustpan explain --json 'HTTP://example.com/'",
  'compare --json': "dustpan compare --json 'HTTP://example.com/' http://example.com/",
  'dedup --json': 'dustpan dedup --json --groups groups.ndjson --undecided undecided.ndjson links.txt 2> summary.json',
  '': 'cat summary.json',
  'dedup --groups FILE': 'cat groups.ndjson',
  'dedup --undecided FILE': 'cat undecided.ndjson',
  'slug --json --check': 'dustpan slug --form wikidot --json --check < names.json',
  'slug --json --explain': 'dustpan slug --form wikidot --json --explain < names.json',
  'robots --json': 'dustpan robots --json --robots robots.txt --agent a https://example.com/ nonsense',
  'crawl --json': 'dustpan crawl https://broom.example/ --max-pages 20 --json',
  'status --json': 'dustpan status broom.example.dustpan --json',
  'copy --json': 'dustpan copy broom.example.dustpan copy.dustpan --json',
  'urls, export --format ndjson': 'dustpan urls broom.example.dustpan',
  'why --json': 'dustpan why broom.example.dustpan https://broom.example/ --json',
  'probe --json, learn --json, facts --json': 'dustpan probe broom.example --kind www --budget 20 --json',
  'audit --format ndjson': 'dustpan audit broom.example.dustpan --no-fetch --quiet --format ndjson',
  'check-pass --json': 'dustpan check-pass passes.mjs --urls 2000 --json',
  'passes --json': 'dustpan passes --json',
  'profiles --json': 'dustpan profiles --json',
  'rules --json': 'dustpan rules --json',
};

test('the JSON of each command has the documented fields', async () => {
  const files = {
    'links.txt': ['http://example.com/#a', 'http://example.com/', 'https://example.com/'],
    'names.json': ['"SCP 173"'],
    'robots.txt': ['User-agent: *', 'Content-Signal: ai-train=no', 'Disallow: /a'],
    'passes.mjs': [
      "const summary = 'changes the path';",
      "const upper = { name: 'a-a', class: 'changing', summary, apply: (url) => ({ ...url, path: url.path.toUpperCase() }) };",
      "const longer = { name: 'b-b', class: 'changing', summary, apply: (url) => ({ ...url, path: `${url.path}a` }) };",
      'export const passes = [upper, longer];',
    ],
  };
  // `cat` of a file that does not exist creates it.
  const made = Object.entries(files).map(([name, output]) => ({
    command: `cat ${name}`,
    output,
    start: 0,
    isRough: false,
  }));
  const asked = Object.values(COMMANDS).map((command) => ({ command, output: [], start: 0, isRough: false }));
  const [outputs = []] = await run([{ before: null, shown: [...made, ...asked] }]);
  const printed = Object.keys(COMMANDS).map(
    (row, index) => [row, fieldsIn(outputs[made.length + index] ?? '')] as const,
  );
  expect(Object.fromEntries(printed)).toEqual(documentedFields());
});

/** The fields of all objects of NDJSON, sorted. */
function fieldsIn(ndjson: string): readonly string[] {
  const lines = ndjson.split('\n').filter((line) => line.startsWith('{'));
  return sorted(lines.flatMap((line) => Object.keys(JSON.parse(line))));
}

test('each command with --json has its fields there', async () => {
  const [, table = ''] = readPage('docs/output.md').split(/^\| command \| prints \|.*\n/m);
  const cells = firstCells(table).join(', ');
  const commands = (await describeCommands()).flatMap(({ items }) => items);
  const missing = commands.filter(
    ({ name, options }) =>
      options.some(({ items }) => items.some(({ term }) => term === '--json')) && !cells.includes(`${name} --json`),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('the exit codes of the page are those of the program', async () => {
  const [, codes = '', commands = ''] = readPage('docs/output.md').split(/^\| (?:code|command) \|.*\n/m);
  expect(firstCells(codes)).toEqual(EXIT_CODES.map(([code]) => String(code)));
  const names = (await describeCommands()).flatMap(({ items }) => items.map(({ name }) => name));
  const withOne = names.filter((name) => exitCodesOf(name).some(([code]) => code === 1));
  expect(
    firstCells(commands)
      .flatMap((cell) => cell.split(', '))
      .toSorted(),
  ).toEqual(withOne.toSorted());
});

/** The first cell of each row of the table that the text begins with, without backticks. */
function firstCells(text: string): readonly string[] {
  const table = text.slice(0, text.indexOf('\n\n'));
  return Array.from(table.matchAll(/^\| (.*?) \|/gm), ([, cell = '']) => cell.replaceAll('`', ''));
}
