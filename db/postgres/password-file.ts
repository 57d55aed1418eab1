import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '../errors.ts';

/** What a line of the file may be for. */
export interface Login {
  readonly host: string;
  readonly port: number;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
}

/** The file that libpq reads. */
const USUAL: string =
  process.platform === 'win32'
    ? join(process.env['APPDATA'] ?? '', 'postgresql', 'pgpass.conf')
    : join(homedir(), '.pgpass');
/** A colon without a backslash. */
const COLON = /(?<!\\):/;

/**
 * The password in the first line `HOST:PORT:DATABASE:USER:PASSWORD` that fits; null if none does.
 *
 * @throws {StoreError} `no-access` if other users may read the file
 */
export async function passwordInFile(login: Login, file: string = USUAL): Promise<string | null> {
  const stats = await stat(file).catch(() => null);
  if (stats === null || !stats.isFile()) return null;
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new StoreError('no-access', `${file} may be read by other users, so it is not used: run chmod 600 ${file}`);
  }
  const wanted = [
    login.host.startsWith('/') ? 'localhost' : login.host,
    String(login.port),
    login.database,
    login.user,
  ];
  for (const line of (await readFile(file, 'utf8')).split(/\r?\n/)) {
    const [fields, password] = [line.split(COLON, 4), line.split(COLON).slice(4).join(':')];
    const fits = fields.every((field, at) => field === '*' || plain(field) === wanted[at]);
    if (!line.startsWith('#') && password !== '' && fits) return plain(password);
  }
  return null;
}

function plain(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}
