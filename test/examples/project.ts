import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { type Ended, launcher, temporaryFolder } from '../cli/dustpan.ts';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'examples');

/** What the examples write when somebody runs them where they are. */
const MADE = readFileSync(join(EXAMPLES, '.gitignore'), 'utf8').trim().split('\n');

/** A `node_modules` with the packed packages and all that the examples need; without it, they run on the sources. */
const PACKED = process.env['EXAMPLES_MODULES'];

/** What `package.json` of an example says. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A project of a user: a folder with these extensions, where the sources of dustpan are installed as a package. */
export function projectWith(...extensions: readonly string[]): string {
  const folder = temporaryFolder();
  installSources(folder);
  for (const name of extensions) copyFileSync(join(EXAMPLES, 'extensions', name), join(folder, name));
  return folder;
}

/** A copy of the folder of an example, where its packages are installed. */
export function copyOf(example: string): string {
  const folder = join(temporaryFolder(), example);
  cpSync(join(EXAMPLES, example), folder, {
    recursive: true,
    filter: (path) => !MADE.some((glob) => matchesGlob(basename(path), glob)),
  });
  if (PACKED === undefined)
    installSources(
      folder,
      packagesOf(example).map(([name]) => name),
    );
  else symlinkSync(PACKED, join(folder, 'node_modules'));
  return folder;
}

/** The packages of others that an example needs, with their versions. */
export function packagesOf(example: string): readonly (readonly [name: string, range: string])[] {
  const text = readFileSync(join(EXAMPLES, example, 'package.json'), 'utf8');
  const { dependencies = {}, devDependencies = {} }: Manifest = JSON.parse(text);
  return Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => !name.startsWith('dustpan'));
}

/** Links the sources as `dustpan` and `dustpan-url`, and packages that the repository itself has. */
function installSources(folder: string, packages: readonly string[] = []): void {
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  for (const name of ['dustpan', 'dustpan-url']) {
    const installed = join(folder, 'node_modules', name);
    mkdirSync(installed, { recursive: true });
    for (const part of ['src', 'db', 'crawler', 'config']) symlinkSync(join(ROOT, part), join(installed, part));
    writeFileSync(
      join(installed, 'package.json'),
      manifest
        .replace('"name": "dustpan"', `"name": "${name}"`)
        .replaceAll(/"\.\/dist\/([^"]+?)(?:\.d\.ts|\.js)"/g, '"./$1.ts"'),
    );
  }
  const programs = join(folder, 'node_modules/.bin');
  mkdirSync(programs);
  symlinkSync(launcher, join(programs, 'dustpan'));
  for (const name of packages) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
    symlinkSync(join(ROOT, 'node_modules/.bin', name), join(programs, basename(name)));
  }
}

/** A script of `package.json` that runs. */
export interface Running {
  readonly ended: Promise<Ended>;
  /** Sends the signal to all of its processes, as a terminal does for Ctrl-C. */
  signal(name: NodeJS.Signals): void;
}

/** Runs a script in the folder of an example, as a user would: `npm run SCRIPT -- ARGS`. */
export function start(
  folder: string,
  script: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Running {
  // The npm that runs the tests says things about this project.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE_OPTIONS$/.test(name));
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(own), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const signal = (name: NodeJS.Signals): void => void process.kill(-Number(child.pid), name);
  // A test that fails must not leave it behind.
  const end = (): void => signal('SIGKILL');
  process.once('exit', end);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', () => process.removeListener('exit', end));
    child.once('close', (code, by) => resolve({ code: code ?? codeOf(by), stdout, stderr }));
  });
  return { ended, signal };
}

/** The exit code of a program that a signal ended, as a shell reports it. */
function codeOf(signal: NodeJS.Signals | null): number | null {
  return signal === null ? null : 128 + constants.signals[signal];
}

/** Runs a script to its end. */
export function run(...given: Parameters<typeof start>): Promise<Ended> {
  return start(...given).ended;
}
