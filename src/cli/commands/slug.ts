import { stdin } from 'node:process';
import { Command, Option } from 'commander';
import { compileSlug, SLUG_FORMS, type Slugger } from '../../slug.ts';
import { jsonValue } from '../../stored-fields.ts';
import { counted } from '../../text/number.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { inputBytes, inputLines, typed } from '../io/input.ts';
import { logLine, noteLine, out } from '../io/output.ts';
import { withoutNegation } from '../options/list-option.ts';
import { printable, shorten } from '../render/printable.ts';
import { table } from '../render/table.ts';

interface Flags {
  readonly form: string;
  readonly variant?: string;
  readonly noStep?: readonly string[];
  readonly explain?: true;
  readonly check?: true;
  readonly json?: true;
}

export function slugCommand(): Command {
  return new Command('slug')
    .description('print the slug of each page or document name, one per line, in order')
    .argument('[text...]', 'names; without any, or with -, the lines of standard input')
    .addOption(new Option('--form <form>', 'the slug form to use').choices(namesOfForms()).makeOptionMandatory())
    .option(
      '--variant <variant>',
      "for hippo: document (default) follows its documentation, upstream behaves as the product's code does",
    )
    .addOption(
      withoutNegation(
        new Option('--no-step <names>', 'optional steps to skip, separated by commas').argParser(
          (text: string, before?: readonly string[]) => [...(before ?? []), ...text.split(',')],
        ),
      ),
    )
    .option('--explain', 'print each step with its result')
    .addOption(
      new Option('--check', 'tell whether each name is already a slug; exit code 1 if one is not').conflicts('explain'),
    )
    .option('--json', 'read one JSON string per line from standard input, and write JSON lines')
    .action(run);
}

function namesOfForms(): readonly string[] {
  return Array.from(new Set(SLUG_FORMS.map((form) => form.name)));
}

async function run(texts: readonly string[], flags: Flags): Promise<void> {
  const { variant, noStep: without } = flags;
  const slugger = compileSlug(flags.form, { ...(variant && { variant }), ...(without && { noStep: without }) });
  const areTyped = typed(texts) !== null;
  if (!areTyped && stdin.isTTY) throw new UsageError('no name given; add names as arguments, or pipe in a list');
  let foreign = 0;
  const countForeign = (lines: number): void => void (foreign += lines);
  if (!areTyped && !(flags.json || flags.explain || flags.check)) await pipe(slugger, countForeign);
  else {
    const print = printer(slugger, flags, areTyped);
    for await (const lines of inputLines(texts, countForeign)) {
      print(lines);
      await out.flush();
    }
  }
  if (foreign > 0) noteLine(aboutForeign(foreign));
}

function aboutForeign(lines: number): string {
  const [are, their, slugs] = lines === 1 ? ['is', 'its', 'its slug'] : ['are', 'their', 'their slugs'];
  return `${counted(lines, 'line')} ${are} not UTF-8; ${their} bytes beyond ASCII were read as escapes such as %E9, so ${slugs} may be wrong; if the whole list is in another encoding, convert it first, for example with iconv -f WINDOWS-1252 -t UTF-8`;
}

/** The fast path: lines stay bytes unless a slug form needs a string. */
async function pipe(slugger: Slugger, countForeign: (lines: number) => void): Promise<void> {
  for await (const names of inputBytes(countForeign)) {
    out.bytes(slugger.slugLines(names));
    await out.flush();
  }
}

/** @returns a function that prints the results of a batch of input lines */
function printer(slugger: Slugger, flags: Flags, areTyped: boolean): (lines: readonly string[]) => void {
  const print = namePrinter(slugger, flags);
  const isJson = flags.json === true && !areTyped;
  let number = 0;
  return (lines) => {
    for (const line of lines) {
      number++;
      const name = isJson ? parseString(line) : line;
      if (name === null) reject(number, line);
      else print(name);
    }
  };
}

function namePrinter(slugger: Slugger, { json, explain, check }: Flags): (name: string) => void {
  if (explain) return json ? (name) => out.line(explainAsJson(slugger, name)) : (name) => explainAsText(slugger, name);
  if (check) return (name) => printCheck(slugger, name, json === true);
  if (json) return (name) => out.line(JSON.stringify(slugger.slug(name)));
  return (name) => out.line(slugger.slug(name));
}

function explainAsText({ explain, slug }: Slugger, name: string): void {
  out.line(printable(name));
  for (const line of table(explain(name).map(({ step, text }) => [step, printable(text)]))) out.line(`  ${line}`);
  out.line(printable(slug(name)));
}

function explainAsJson({ form, explain, slug }: Slugger, name: string): string {
  const variant = form.variant === null ? {} : { variant: form.variant };
  return JSON.stringify({ input: name, slug: slug(name), form: form.name, ...variant, steps: explain(name) });
}

function printCheck({ slug }: Slugger, name: string, isJson: boolean): void {
  const text = slug(name);
  const isNormal = text === name;
  if (!isNormal) process.exitCode = EXIT.findings;
  if (isJson) out.line(JSON.stringify({ input: name, slug: text, normal: isNormal }));
  else out.line(`${isNormal ? 'normal' : 'becomes'}\t${text}`);
}

/** Null if the line is not a JSON string. */
function parseString(line: string): string | null {
  const value = jsonValue(line);
  return typeof value === 'string' ? value : null;
}

function reject(number: number, line: string): void {
  process.exitCode = EXIT.findings;
  out.line('null');
  logLine(`line ${number}: not a JSON string; put each name in double quotes: ${shorten(line)}`);
}
