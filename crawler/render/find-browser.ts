import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { quote } from '../../src/text/wording.ts';
import { shortAscii } from '../fetch/failure.ts';
import type { BrowserKind } from './browser-kind.ts';
import { CHROMIUM } from './chromium.ts';
import { FIREFOX } from './firefox.ts';
import { RenderError } from './render-error.ts';

/** A browser's program. */
export interface FoundBrowser {
  readonly path: string;
  readonly kind: BrowserKind;
}

/** In the order in which they are tried. */
const KINDS: readonly BrowserKind[] = [CHROMIUM, FIREFOX];

/** The folders that hold the programs of the system and of the user, where those are not in the path. */
const ROOTS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/', homedir()],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((name) => process.env[name] ?? ''),
};

/** How long a program may take to say what it is, in milliseconds. */
const ANSWER_TIME = 10_000;

/**
 * The browser: the given one, or the first of the usual names and places.
 *
 * @param given the path or name that the user gives; null to search
 * @param path the folders to search, as in the environment
 * @throws {RenderError} `no-browser` if there is none, or if the given one is not one that can be driven
 */
export function findBrowser(given: string | null, path: string = process.env['PATH'] ?? ''): FoundBrowser {
  const folders = [...path.split(delimiter).filter(isAbsolute), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  if (given !== null) {
    const named = programNamed(given, folders);
    return { path: named, kind: kindOf(named) };
  }
  const roots = ROOTS[process.platform] ?? [];
  for (const kind of KINDS) {
    const named = kind.programs.flatMap((name) => folders.map((folder) => join(folder, name)));
    const placed = kind.places[process.platform]?.flatMap((place) => roots.map((root) => join(root, place)));
    const found = [...named, ...(placed ?? [])].find(isProgram);
    if (found !== undefined) return { path: found, kind };
  }
  throw new RenderError(
    'no-browser',
    'no Chromium, Chrome or Firefox was found to render pages; install one (Debian: apt-get install chromium, or firefox-esr; macOS: brew install --cask chromium, or firefox), or name it with the option browser',
  );
}

/**
 * The program that the user means.
 *
 * @param folders the folders to search for a name
 * @throws {RenderError} `no-browser` if it is not there
 */
function programNamed(given: string, folders: readonly string[]): string {
  const isName = given !== '' && basename(given) === given;
  const names = process.platform === 'win32' ? [given, `${given}.exe`] : [given];
  const paths = isName ? folders.flatMap((folder) => names.map((name) => join(folder, name))) : [given];
  const found = paths.find(isProgram);
  if (found !== undefined) return found;
  const problem = isName ? `there is no program ${quote(given)} in the folders of PATH` : problemOf(given);
  throw new RenderError(
    'no-browser',
    `${problem}; name the program of Chromium, Chrome or Firefox, such as /usr/bin/chromium, with the option browser`,
  );
}

/** Why a path is not that of a program. */
function problemOf(path: string): string {
  if (path === '') return 'the name of the browser is empty';
  try {
    return `${quote(path)} is ${statSync(path).isDirectory() ? 'a folder' : 'not a program'}`;
  } catch {
    return `${quote(path)} does not exist`;
  }
}

/** @throws {RenderError} `no-browser` if it is not a browser that can be driven */
function kindOf(path: string): BrowserKind {
  const name = nameOf(path);
  const kind = KINDS.find(({ sign }) => sign.test(name));
  if (kind !== undefined) return kind;
  throw new RenderError(
    'no-browser',
    `${quote(path)} is neither Chromium, or made from it, nor Firefox: --version says ${quote(shortAscii(name))}; name such a program, such as /usr/bin/firefox, with the option browser`,
  );
}

/** What a browser says it is. On Windows, browsers open a window instead, so that the file's name has to do. */
function nameOf(path: string): string {
  if (process.platform === 'win32') return basename(path);
  const { stdout } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: ANSWER_TIME,
    killSignal: 'SIGKILL',
    maxBuffer: 10_000,
  });
  return (stdout ?? '').trim().split('\n', 1)[0] ?? '';
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
