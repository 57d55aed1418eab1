import { DustpanError } from '../src/error.ts';

/** Why a store could not be used, for programs. The error's message explains it to people. */
export type StoreErrorCode =
  | 'not-found'
  | 'exists'
  | 'no-access'
  | 'not-a-database'
  | 'not-a-frontier'
  | 'newer-version'
  | 'older-version'
  | 'locked'
  | 'read-only'
  | 'disk-full'
  | 'corrupt'
  | 'invalid-key'
  | 'stale-keys'
  | 'unreachable'
  | 'invalid-address'
  | 'closed';

/** A store could not be opened or used. The message says in one line what happened and what to do. */
export class StoreError extends DustpanError {
  /** Always `StoreError`. */
  override readonly name = 'StoreError';
  /** The cause, for programs. */
  readonly code: StoreErrorCode;

  /** @param message what happened and what to do, made one line: it may quote a server */
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(oneLine(message), options);
    this.code = code;
  }
}

function oneLine(text: string): string {
  return text
    .split(/[\n\r]+/)
    .map((line) => line.trim())
    .join(' ');
}

const locked = 'is locked by another program: wait until that program ends, or name another file';
const full = 'cannot grow: free some disk space, then run again. The recorded data is safe';
const unwritten = 'cannot be written: free some disk space, then run again. The recorded data is safe';
const broken = 'is damaged: restore a copy, or start over with another file';
const unreadable = 'cannot be read: check the disk, restore a copy, or start over with another file';
const forbidden = 'cannot be opened by this user: check the permissions of the file and its folder';

const advice: Readonly<Record<string, readonly [code: StoreErrorCode, message: string]>> = {
  SQLITE_NOTADB: ['not-a-database', 'is not a crawl file: name another file'],
  SQLITE_BUSY: ['locked', locked],
  SQLITE_LOCKED: ['locked', locked],
  SQLITE_FULL: ['disk-full', full],
  SQLITE_IOERR_WRITE: ['disk-full', unwritten],
  SQLITE_IOERR_FSYNC: ['disk-full', unwritten],
  SQLITE_IOERR_SHMSIZE: ['disk-full', full],
  SQLITE_CORRUPT: ['corrupt', broken],
  SQLITE_CONSTRAINT_PRIMARYKEY: ['corrupt', broken],
  SQLITE_CONSTRAINT_ROWID: ['corrupt', broken],
  SQLITE_CONSTRAINT_TRIGGER: ['corrupt', broken],
  SQLITE_CONSTRAINT_UNIQUE: ['corrupt', broken],
  SQLITE_MISMATCH: ['corrupt', broken],
  SQLITE_IOERR_READ: ['corrupt', unreadable],
  SQLITE_IOERR_SHORT_READ: ['corrupt', 'is truncated: restore a copy, or start over with another file'],
  SQLITE_READONLY: [
    'read-only',
    'is not writable: change the permissions of the file and its folder, or name another file',
  ],
  SQLITE_CANTOPEN: ['no-access', 'cannot be opened: check the permissions of the file and its folder'],
  EIO: ['corrupt', unreadable],
  EISDIR: ['not-a-database', 'is a folder: name a file'],
  EACCES: ['no-access', forbidden],
  EPERM: ['no-access', forbidden],
};

/** A `StoreError` for a store that its program has closed. */
export function closed(name: string): StoreError {
  return new StoreError('closed', `${name} is closed: open it again`);
}

/** A `StoreError` for a call that writes to a store that its program opened with `readonly`. */
export function readOnly(name: string): StoreError {
  return new StoreError('read-only', `${name} was opened for reading: open it for writing`);
}

/** A `StoreError` for the target of a copy that is a crawl already. */
export function alreadyThere(name: string): StoreError {
  return new StoreError('exists', `${name} has a crawl: name another target, or replace the crawl (the option fresh)`);
}

/** A `StoreError` for the target of a copy that is copied itself, perhaps to itself. */
export function beingCopied(name: string): StoreError {
  return new StoreError('locked', `${name} is being copied: name another target`);
}

/** A `StoreError` for a database file that is damaged. */
export function damaged(path: string): StoreError {
  return new StoreError('corrupt', `${path} ${broken}`);
}

/** A `StoreError` for opening, only to read, a crawl that an older version wrote. */
export function olderVersion(name: string, option: 'FILE' | 'URL' = 'FILE'): StoreError {
  return new StoreError(
    'older-version',
    `${name} was written by an older version of dustpan: resume its crawl once to upgrade it (dustpan crawl --db ${option})`,
  );
}

/**
 * Allows only printable ASCII in keys, because JavaScript and a database may compare other text differently.
 *
 * @throws {StoreError} `invalid-key`
 */
export function refuseInvalidKey(key: string): void {
  if (/^[ -~]*$/.test(key)) return;
  throw new StoreError(
    'invalid-key',
    `${JSON.stringify(key)} is not a valid key, because it is not printable ASCII: make keys with the canonicalizer`,
  );
}

/**
 * Refuses keys of another epoch than that of the frontier.
 *
 * @param epoch the epoch of the keys; undefined if the caller does not name it
 * @throws {StoreError} `stale-keys`
 */
export function refuseStaleKeys(epoch: number | undefined, current: number): void {
  if (epoch === undefined || epoch === current) return;
  throw new StoreError(
    'stale-keys',
    `the keys are of epoch ${epoch}, but those of the frontier of epoch ${current}: read the claims, and make the keys again`,
  );
}

/** Whether a program was killed inside a transaction. Only a program that may write can roll it back. */
export function needsRollback(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_READONLY_ROLLBACK';
}

/** Whether the error only says that another program is using the file now, so that a retry can succeed. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** Whether a database refused a row of a copy for its values: the crawl that is copied is damaged. */
export function isRefusedRow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // 22P05 and 22021 say that the target database cannot store the letters of a text.
  return /^(?:SQLITE_(?:CONSTRAINT|MISMATCH)|(?!22P05|22021)2[23][\dA-Z]{3}$)/.test(code) || isRefusedRow(error.cause);
}

/** Turns an error of SQLite or of the system about `path` into a `StoreError`. Returns any other error unchanged. */
export function toStoreError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError || !('code' in error)) return error;
  const code = String(error.code);
  const found = advice[code] ?? advice[code.split('_', 2).join('_')];
  return found ? new StoreError(found[0], `${path} ${found[1]}`, { cause: error }) : error;
}
