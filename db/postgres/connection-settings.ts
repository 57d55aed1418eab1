import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { StoreError } from '../errors.ts';
import { crawlNameOf, isPostgresAddress, shownAddress } from './address.ts';

/** How to reach a crawl on PostgreSQL. */
export interface ConnectionSettings {
  /** How to connect, with the password. */
  readonly config: ClientConfig;
  /** The crawl's name in its database. */
  readonly crawl: string;
  /** What people are shown: without user and password. */
  readonly label: string;
}

/** A crawl's name is a part of its schema's name, which has at most 63 bytes. */
const CRAWL = /^[a-z0-9][a-z0-9_-]{0,47}$/;

/**
 * Reads `postgres://USER@HOST:PORT/DATABASE?crawl=NAME`, with the other parameters of libpq, such as `sslmode`.
 *
 * @throws {StoreError} `invalid-address`
 */
export function readAddress(address: string): ConnectionSettings {
  const url = URL.parse(address);
  if (url === null || !isPostgresAddress(address)) throw invalid('is not a valid URL');
  const crawl = crawlNameOf(url);
  if (!CRAWL.test(crawl)) {
    throw invalid('names a crawl with other characters than a-z, 0-9, - and _, or with more than 48');
  }
  url.searchParams.delete('crawl');
  // As libpq reads the options of TLS; pg alone reads some of them otherwise.
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true');
  try {
    return { config: parseIntoClientConfig(url.href), crawl, label: shownAddress(address) };
  } catch (error) {
    const isFile = error instanceof Error && 'path' in error && typeof error.path === 'string';
    throw invalid(isFile ? `names a file that cannot be read (${String(error.path)})` : 'has an invalid option', error);
  }
}

function invalid(problem: string, cause?: unknown): StoreError {
  return new StoreError(
    'invalid-address',
    `the address of the PostgreSQL server ${problem}: write postgres://HOST:PORT/DATABASE?crawl=NAME`,
    { cause },
  );
}
