/**
 * Runs the examples of pages in one process, since starting one for each takes longer than most of them. Reads the pages
 * from standard input as JSON, and writes the outputs to standard output as JSON. Each page has a folder of its own.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, createReadStream, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startSite } from '../../../config/demo-site/server.ts';
import { type Example, type Examples, usesSite } from '../examples.ts';

/** The programs that examples may run. */
const PROGRAMS: readonly string[] = ['cat', 'cut', 'dustpan', 'head', 'printf', 'sort', 'tail', 'uniq', 'wc'];

const pages: readonly Examples[] = JSON.parse(await text(process.stdin));
const site = pages.some(usesSite) ? await startSite() : null;
const certificate = join(mkdtempSync(join(tmpdir(), 'dustpan-docs-')), 'ca.pem');
if (site !== null) writeFileSync(certificate, site.ca);
const write = process.stdout.write.bind(process.stdout);
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
process.setMaxListeners(0);
/** What commands did that pages start with, by command. */
const starts = new Map<string, Start>();

const outputs: (readonly string[])[] = [];
for (const page of pages) outputs.push(await outputsOf(page));
write(JSON.stringify(outputs));
await site?.close();

interface Start {
  /** Where it ran. */
  readonly folder: string;
  readonly output: string;
}

/** Several pages start with the same crawl, so it runs once. */
async function outputsOf({ before, shown }: Examples): Promise<readonly string[]> {
  const [first, ...others] = shown;
  const isFirst = before === null && first?.command.startsWith('dustpan crawl ');
  const start = before === null && !isFirst ? null : await startWith(before ?? first?.command ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-docs-'));
  if (start !== null) cpSync(start.folder, folder, { recursive: true });
  process.chdir(folder);
  const printed: string[] = start !== null && isFirst ? [start.output] : [];
  for (const example of isFirst ? others : shown) printed.push(await outputOf(example));
  return printed;
}

async function startWith(command: string): Promise<Start> {
  const known = starts.get(command);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-docs-'));
  process.chdir(folder);
  const start = { folder, output: await outputOf({ command, output: [] }) };
  starts.set(command, start);
  return start;
}

async function outputOf({ command, output }: Pick<Example, 'command' | 'output'>): Promise<string> {
  const [, shown = ''] = /^cat (\S+)$/.exec(command) ?? [];
  if (shown !== '' && !existsSync(shown)) {
    writeFileSync(shown, output.map((line) => `${line}\n`).join(''));
    return output.join('\n');
  }
  const call = parseCall(command);
  return call === null ? inShell(command) : inProcess(call);
}

interface Call {
  readonly args: readonly string[];
  /** Files for standard input, output and error; null if not redirected. */
  readonly input: string | null;
  readonly output: string | null;
  readonly errors: string | null;
}

/** A call of dustpan without other programs; null for anything else. */
function parseCall(command: string): Call | null {
  const word = /(2?>|<) ?([\w./-]+)|((?:'[^']*'|"[^"$`\\]*"|[\w./:@%#=?,+~^-])+)/y;
  const [args, files]: [string[], Map<string, string>] = [[], new Map()];
  for (let rest = command; rest !== ''; ) {
    word.lastIndex = 0;
    const [whole, sign, file, written = ''] = word.exec(rest) ?? [];
    if (whole === undefined) return null;
    if (sign === undefined || file === undefined) args.push(written.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
    else files.set(sign, file);
    rest = rest.slice(whole.length);
    if (rest !== '' && !rest.startsWith(' ')) return null;
    rest = rest.trimStart();
  }
  if (args[0] !== 'dustpan') return null;
  return {
    args: args.slice(1),
    input: files.get('<') ?? null,
    output: files.get('>') ?? null,
    errors: files.get('2>') ?? null,
  };
}

/** Calls the command line as a new process would, but in this one. */
async function inProcess({ args, input, output, errors }: Call): Promise<string> {
  const written: Record<'stdout' | 'stderr' | 'screen', string> = { stdout: '', stderr: '', screen: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    const target = (name === 'stdout' ? output : errors) === null ? 'screen' : name;
    process[name].write = (chunk: string | Uint8Array): boolean => {
      written[target] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  }
  Object.defineProperty(process, 'stdin', { value: createReadStream(input ?? '/dev/null'), configurable: true });
  syncBuiltinESMExports();
  process.argv = [process.execPath, 'dustpan', ...args, ...networkOptions(args)];
  // Another address makes Node run the module again.
  await import(`../../../src/cli/main.ts?${randomUUID()}`);
  process.exitCode = 0;
  if (output !== null) writeFileSync(output, written.stdout);
  if (errors !== null) writeFileSync(errors, written.stderr);
  return written.screen;
}

/**
 * Options that the pages leave out: those that lead to the demo site, and one fetch at a time, so that the output does
 * not depend on which answer comes first.
 */
function networkOptions(args: readonly string[]): readonly string[] {
  const fetches = ['crawl', 'audit', 'probe'].includes(args[0] ?? '') || args.includes('--probe');
  if (site === null || !fetches) return [];
  const ordered = args[0] === 'crawl' && !args.includes('--concurrency') ? ['--concurrency', '1'] : [];
  return [...ordered, '--ca', certificate, ...site.connectTo.flatMap((rule) => ['--connect-to', rule])];
}

/** Runs a command line with other programs, pipes or redirections. */
function inShell(command: string): string {
  const [program = ''] = command.split(' ');
  if (!PROGRAMS.includes(program)) throw new Error(`not one of ${PROGRAMS.join(', ')}, so use a sh block: ${command}`);
  const folder = join(import.meta.dirname, 'bin');
  return execFileSync('bash', ['-c', `{ ${command}; } 2>&1`], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}`, NODE: process.execPath },
  });
}
