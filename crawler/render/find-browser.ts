import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { quote } from '../../src/text/wording.ts';
import { RenderError } from './render-error.ts';

/** The names of Chromium and the browsers made from it, in the order in which they are tried. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
];

const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['', homedir()].flatMap((root) => [
    join(root, '/Applications/Chromium.app/Contents/MacOS/Chromium'),
    join(root, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    join(root, '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
  ]),
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((root) => [
    join(process.env[root] ?? '', 'Google/Chrome/Application/chrome.exe'),
    join(process.env[root] ?? '', 'Chromium/Application/chrome.exe'),
    join(process.env[root] ?? '', 'Microsoft/Edge/Application/msedge.exe'),
  ]),
};

/**
 * The path of the browser: the given one, or the first of the usual names and places.
 *
 * @param given the path that the user names; null to search
 * @param path the folders to search, as in the environment
 * @throws {RenderError} `no-browser` if there is none
 */
export function findBrowser(given: string | null, path: string = process.env['PATH'] ?? ''): string {
  if (given !== null) {
    if (isProgram(given)) return given;
    throw new RenderError(
      'no-browser',
      `${quote(given)} is not a program; name the program of Chromium or Chrome, such as --browser /usr/bin/chromium`,
    );
  }
  const folders = [...path.split(delimiter).filter(isAbsolute), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const places = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(PLACES[process.platform] ?? []),
  ];
  const found = places.find(isProgram);
  if (found !== undefined) return found;
  throw new RenderError(
    'no-browser',
    'no Chromium or Chrome was found to render pages; install one (Debian and Ubuntu: apt-get install chromium; macOS: brew install --cask chromium), or name it: --browser PATH',
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
