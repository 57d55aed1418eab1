import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { StoreError } from '../errors.ts';
import { crawlNameOf, shownAddress, urlsOf } from './address.ts';

/** How to reach a crawl on PostgreSQL. */
export interface ConnectionSettings {
  readonly target: Target;
  /** The crawl's name in its database. */
  readonly crawl: string;
  /** The schema of its tables. */
  readonly schema: string;
  /** What people are shown: without passwords. */
  readonly label: string;
}

/** Where to connect. */
export interface Target {
  /** The ways to connect, with the password. The first that works is taken. */
  readonly ways: readonly ClientConfig[];
  /** Whether a standby will not do. */
  readonly isPrimary: boolean;
  /** A file with passwords; null for the usual one. */
  readonly passwordFile: string | null;
}

/** What the names of the crawls' schemas begin with. */
export const SCHEMA_PREFIX = 'dustpan_';
/** A crawl's name is a part of its schema's name, which has at most 63 bytes. */
const CRAWL_NAME = /^[a-z0-9][a-z0-9_-]{0,47}$/;
const HIGHEST_PORT = 65_535;

/** The options of libpq that an address may have, and the variables that have them otherwise; null if pg reads those. */
const OPTIONS: Readonly<Record<string, string | null>> = {
  host: null,
  port: null,
  user: null,
  password: null,
  passfile: 'PGPASSFILE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslpassword: null,
  target_session_attrs: 'PGTARGETSESSIONATTRS',
};

/** What is tried for each `sslmode`, in order. */
const MODES = {
  disable: ['disable'],
  allow: ['disable', 'require'],
  prefer: ['require', 'disable'],
  require: ['require'],
  'verify-ca': ['verify-ca'],
  'verify-full': ['verify-full'],
} as const;

type Mode = (typeof MODES)[keyof typeof MODES][number];

/** What `target_session_attrs` may be, and whether a standby will not do. */
const SERVERS = { any: false, 'read-write': true, primary: true } as const;

const NO_URL =
  'is not a valid URL: write postgres://HOST:PORT/DATABASE?crawl=NAME, and in a password %40 %2F %3F %23 for @ / ? #';

/** libpq's name for the public authorities. */
const PUBLIC = 'system';

/** Whether an address can name a crawl so. */
export function isCrawlName(name: string): boolean {
  return CRAWL_NAME.test(name);
}

/**
 * Reads `postgres://USER@HOST:PORT/DATABASE?crawl=NAME`, with other parameters of libpq, such as `sslmode`.
 *
 * @throws {StoreError} `invalid-address`
 */
export function readAddress(address: string): ConnectionSettings {
  const urls = urlsOf(address);
  const [first] = urls;
  if (first === undefined) throw invalid(NO_URL);
  const crawl = crawlNameOf(first);
  if (!isCrawlName(crawl)) {
    throw invalid(
      'has a crawl=NAME that is not valid: use 1 to 48 characters of a-z, 0-9, - and _, and begin with a letter or digit',
    );
  }
  const options = optionsOf(first.searchParams);
  // TLS is for networks.
  const modes = options['host']?.startsWith('/')
    ? MODES.disable
    : choice('sslmode', MODES, options['sslmode'] ?? 'prefer');
  return {
    target: {
      ways: urls.flatMap((url) => modes.map((mode) => ({ ...serverOf(url, options), ssl: tlsOf(mode, options) }))),
      isPrimary: choice('target_session_attrs', SERVERS, options['target_session_attrs'] ?? 'any'),
      passwordFile: options['passfile'] ?? null,
    },
    crawl,
    schema: `${SCHEMA_PREFIX}${crawl}`,
    label: shownAddress(address),
  };
}

type Options = Readonly<Record<string, string | undefined>>;

function optionsOf(given: URLSearchParams): Options {
  const names = [...given.keys()];
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw invalid(`has the option ${repeated} more than once: write it once`);
  const unknown = names.find((name) => name !== 'crawl' && !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined)
    throw invalid(
      `has an option that dustpan does not support (${unknown}): remove it; it knows crawl, ${Object.keys(OPTIONS).join(', ')}`,
    );
  const options = Object.entries(OPTIONS).map(([name, variable]) => {
    const value = given.get(name) ?? (variable === null ? '' : process.env[variable]);
    return [name, value || undefined] as const;
  });
  return Object.fromEntries(options);
}

function choice<Choices extends object>(name: string, choices: Choices, chosen: string): Choices[keyof Choices] {
  for (const [one, value] of Object.entries(choices)) if (one === chosen) return value;
  throw invalid(`has an unknown ${name}: write ${Object.keys(choices).join(', ')}`);
}

function serverOf(url: URL, options: Options): ClientConfig {
  const given = options['port'] ?? url.port;
  const port = given || (process.env['PGPORT'] ?? '');
  if (port !== '' && !isPort(port)) {
    const shown = given === '' ? `PGPORT=${port}` : port;
    throw invalid(`has a port that is not valid (${shown}): write a number from 1 to ${HIGHEST_PORT}`);
  }
  try {
    return {
      user: options['user'] ?? decodeURIComponent(url.username),
      password: options['password'] ?? decodeURIComponent(url.password),
      host: options['host'] ?? decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1'),
      ...(port !== '' && { port: Number(port) }),
      database: decodeURIComponent(url.pathname.slice(1)),
    };
  } catch (error) {
    throw invalid(NO_URL, error);
  }
}

function isPort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= HIGHEST_PORT;
}

function tlsOf(mode: Mode, { sslrootcert, sslcert, sslkey, sslpassword }: Options): ConnectionOptions | false {
  if (mode === 'disable') return false;
  if (sslrootcert === PUBLIC && mode !== 'verify-full')
    throw invalid('has sslrootcert=system with an sslmode other than verify-full: write sslmode=verify-full');
  if (sslrootcert === undefined && mode === 'verify-ca')
    throw invalid('has sslmode=verify-ca, but names no certificates to verify with: add sslrootcert=FILE');
  return {
    ...(sslrootcert !== undefined && sslrootcert !== PUBLIC && { ca: contentsOf(sslrootcert) }),
    ...(sslcert !== undefined && { cert: contentsOf(sslcert) }),
    ...(sslkey !== undefined && { key: contentsOf(sslkey) }),
    ...(sslpassword !== undefined && { passphrase: sslpassword }),
    // A file of authorities is used if it is there.
    rejectUnauthorized: mode !== 'require' || sslrootcert !== undefined,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw invalid(`names a file that cannot be read (${file}): check its path and permissions`, error);
  }
}

function invalid(problem: string, cause?: unknown): StoreError {
  return new StoreError('invalid-address', `the address of the PostgreSQL server ${problem}`, { cause });
}
