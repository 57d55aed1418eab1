import { DatabaseError } from 'pg';
import { StoreError, type StoreErrorCode } from '../errors.ts';

/** Another program changed what a transaction had read. The transaction is tried again. */
export class Conflict extends Error {
  readonly code: string = CHANGED;
}

/** The server returned a value that no crawl has. */
export class Misfit extends Error {}

/** The server is a standby, but a primary is wanted. */
export class Standby extends Error {
  readonly code = 'standby';
}

/** The server asks for a password, but none is given. */
export class NoPassword extends Error {
  readonly code = 'no password';
}

const CHANGED = '40001';
const DEADLOCK = '40P01';

/** The SQLSTATE of what the user may not do. The server's own words tell what is meant. */
const FORBIDDEN = '42501';

/** SQLSTATEs of statements and values that do not fit the tables, and of what triggers refuse. */
const MISFIT = /^(?:0A000|22|23(?!505)|42|44|P0)/;

/** Stands for the server's own words. */
const ITS_WORDS = '{}';

const FULL = '53300';
const CONTESTED = [
  'locked',
  'is changed by others meanwhile each time ({}): run again, or run fewer programs. If no other one runs, restore a backup',
] as const;
const POOLED = [
  'unreachable',
  'is reached by a pooler in transaction mode, which does not work: connect to the server itself, or use session mode',
] as const;

const ADVICE: Readonly<Record<string, readonly [StoreErrorCode, string]>> = {
  '28P01': ['no-access', 'refuses this password: check PGPASSWORD, ~/.pgpass or the URL'],
  '28000': ['no-access', 'refuses this user: check the user, sslmode and sslcert, or pg_hba.conf on the server'],
  'no password': ['no-access', 'asks for a password: give it by PGPASSWORD, ~/.pgpass or the URL'],
  [CHANGED]: CONTESTED,
  [DEADLOCK]: CONTESTED,
  standby: [
    'unreachable',
    'is a standby, and the address asks for a primary (target_session_attrs): name the primary, or promote the standby',
  ],
  '3D000': ['not-found', 'has no such database ({}): create it (createdb), or name another one'],
  [FORBIDDEN]: [
    'no-access',
    'does not permit this ({}): grant the user USAGE on the schema. To read, also SELECT on its tables; to crawl, ALL on its tables and sequences',
  ],
  '53100': [
    'disk-full',
    'has no space left: free some disk space on the server, then run again. The recorded data is safe',
  ],
  '53200': ['unreachable', 'is out of memory: give it more, then run again. The recorded data is safe'],
  '08P01': [
    'unreachable',
    'ends the connection ({}): correct the settings of the pooler, or connect to the server itself',
  ],
  // A prepared statement is missing or exists already, or `search_path` is that of another crawl (`Session.begin`).
  '26000': POOLED,
  '42P05': POOLED,
  '42704': POOLED,
  [FULL]: ['unreachable', 'has no free connection: raise max_connections, or run fewer programs'],
  '25006': [
    'read-only',
    'accepts no writes: name the primary server, not a standby, and a user without default_transaction_read_only',
  ],
  '57014': ['unreachable', 'cancelled a statement: run again. The recorded data is safe'],
  XX001: ['corrupt', 'reports damaged data: restore a backup'],
  XX002: ['corrupt', 'reports a damaged index: run REINDEX on the server'],
  ENOTFOUND: ['unreachable', 'cannot be found: check the host in the URL'],
  EAI_AGAIN: ['unreachable', 'cannot be found: check the host in the URL and the network'],
  ENOENT: ['unreachable', 'has no socket there: start the server, or check the folder and the port, then run again'],
  EACCES: ['no-access', 'does not let this user use its socket: check the rights on the folder'],
};

/** Whether the user may not do this. */
export function isForbidden(error: unknown): error is Error {
  return codeOf(error) === FORBIDDEN;
}

/** Whether the transaction can succeed when it is tried again at once. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return code === CHANGED || code === DEADLOCK;
}

/**
 * Whether the connection to the server is lost or was refused, so that another one may succeed later. In a network of
 * containers, the name of a server is gone while the server is. So is its socket.
 */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (
    code === FULL ||
    /^(?:08|57P0[1-5]|25P03|standby$)/.test(code) ||
    /^E(?:CONN|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_AGAIN|NOTFOUND)/.test(code)
  )
    return true;
  if (code === 'ENOENT') return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  if (error instanceof AggregateError) return error.errors.some(isLost);
  return (
    code === '' &&
    error instanceof Error &&
    /^Connection terminated|timeout expired|Query read timeout|not queryable/.test(error.message)
  );
}

/** Whether the server is there, but has no free connection. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === FULL;
}

/** Whether the server is there: it answered with this error, or what it answered led to it. */
export function isAnswer(error: unknown): boolean {
  return (
    !isLost(error) && (error instanceof DatabaseError || (error instanceof StoreError && error.code === 'stale-keys'))
  );
}

/** Whether the server may accept the same user with TLS, or without. */
export function isRefusedOtherwise(error: unknown): boolean {
  return codeOf(error) === '28000' || isOfTls(error);
}

/** Whether the two could not agree on TLS. */
export function isOfTls(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    /CERT|^ERR_(?:SSL|TLS|OSSL)|^EPROTO$|SIGNATURE/.test(codeOf(error)) || /\bSSL connections?$/.test(error.message)
  );
}

/** Turns an error of PostgreSQL or of the network into a `StoreError`. Returns any other error unchanged. */
export function toStoreError(error: unknown, label: string): unknown {
  if (error instanceof StoreError) return error;
  const found = ADVICE[codeOf(error)];
  if (found !== undefined) {
    const advice = found[1].replace(ITS_WORDS, () => (error instanceof Error ? error.message : ''));
    return new StoreError(found[0], `${label} ${advice}`, { cause: error });
  }
  if (error instanceof Misfit || (error instanceof DatabaseError && MISFIT.test(codeOf(error)))) {
    const problem = `${label} has tables that are not those of a crawl (${error.message}): restore a backup, or name another crawl`;
    return new StoreError('corrupt', problem, { cause: error });
  }
  if (isOfTls(error)) {
    const reason = 'reason' in error ? String(error.reason) : error.message;
    const problem = `${label} and dustpan do not agree on TLS (${reason}): check sslmode, sslrootcert, sslcert and sslkey`;
    return new StoreError('no-access', problem, { cause: error });
  }
  if (isLost(error)) {
    return new StoreError(
      'unreachable',
      `${label}${placeOf(error, label)} does not answer: start the server, or check host and port, then run again`,
      {
        cause: error,
      },
    );
  }
  if (error instanceof DatabaseError) {
    const problem = `${label} cannot do its work (${error.message}): see the server's log, then run again`;
    return new StoreError('unreachable', problem, { cause: error });
  }
  return error;
}

/** Where the server was looked for, if its address does not say so. */
function placeOf(error: unknown, label: string): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const isSaid = !/^\w+:\/\/\//.test(label);
  if (isSaid || !(first instanceof Error) || !('address' in first) || !('port' in first)) return '';
  return ` (${String(first.address)}, port ${String(first.port)})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
