import { DustpanError } from '../src/error.ts';

/** What went wrong with a store, for programs; the message is for people. */
export type StoreErrorCode =
  | 'not-found'
  | 'no-access'
  | 'not-a-database'
  | 'not-a-frontier'
  | 'newer-version'
  | 'older-version'
  | 'locked'
  | 'read-only'
  | 'disk-full'
  | 'corrupt'
  | 'invalid-key';

/** A store that cannot be opened or used: its message says in one line what happened and what to do. */
export class StoreError extends DustpanError {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const advice: Readonly<Record<string, readonly [code: StoreErrorCode, message: string]>> = {
  SQLITE_NOTADB: ['not-a-database', 'is not a database: name another file'],
  SQLITE_BUSY: ['locked', 'is locked by another program: wait until it has ended, or name another file'],
  SQLITE_LOCKED: ['locked', 'is locked by another program: wait until it has ended, or name another file'],
  SQLITE_FULL: ['disk-full', 'cannot grow: free some disk space, then run again; what was recorded is kept'],
  SQLITE_IOERR_WRITE: [
    'disk-full',
    'cannot be written: free some disk space, then run again; what was recorded is kept',
  ],
  SQLITE_IOERR_FSYNC: [
    'disk-full',
    'cannot be written: free some disk space, then run again; what was recorded is kept',
  ],
  SQLITE_IOERR_SHMSIZE: ['disk-full', 'cannot grow: free some disk space, then run again; what was recorded is kept'],
  SQLITE_CORRUPT: ['corrupt', 'is damaged: restore a copy, or start over with another file'],
  SQLITE_IOERR_READ: ['corrupt', 'cannot be read: check the disk, restore a copy, or start over with another file'],
  SQLITE_IOERR_SHORT_READ: ['corrupt', 'is cut short: restore a copy, or start over with another file'],
  SQLITE_READONLY: [
    'read-only',
    'may not be written: change its permissions and its directory’s, or name another file',
  ],
  SQLITE_CANTOPEN: ['no-access', 'cannot be opened: check the permissions of the file and its directory'],
  EISDIR: ['not-a-database', 'is a directory: name a file'],
  EACCES: ['no-access', 'may not be opened by this user: check the permissions of the file and its directory'],
  EPERM: ['no-access', 'may not be opened by this user: check the permissions of the file and its directory'],
};

export function damaged(path: string): StoreError {
  return new StoreError('corrupt', `${path} is damaged: restore a copy, or start over with another file`);
}

/** Only printable ASCII identifies an entry: other text can be one thing in JavaScript and another in a database. */
export function refuseInvalidKey(key: string): void {
  if (/^[ -~]*$/.test(key)) return;
  throw new StoreError(
    'invalid-key',
    `${JSON.stringify(key)} is not printable ASCII: make keys with the canonicalizer`,
  );
}

/** Whether another program of the file only has to get on before the same can be done. */
/** Whether a program was killed inside a transaction, which a reader alone cannot take back. */
export function needsRollback(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_READONLY_ROLLBACK';
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** SQLite's or the system's error about `path` as a StoreError; any other error as it is. */
export function toStoreError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError || !('code' in error)) return error;
  const code = String(error.code);
  const found = advice[code] ?? advice[code.split('_', 2).join('_')];
  return found ? new StoreError(found[0], `${path} ${found[1]}`, { cause: error }) : error;
}
