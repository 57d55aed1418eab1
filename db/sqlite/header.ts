import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError, toStoreError } from '../errors.ts';
import { applicationId, currentVersion, newerVersion, notAFrontier } from './schema.ts';

/** Offsets from the SQLite file format, sections 1.3 and 1.6. */
const headerSize = 105;
const leafTablePage = 13;

/**
 * Refuses a file that is not a frontier before SQLite opens it, because SQLite may change a file when it opens it (it
 * completes the work of a killed writer). Returns whether the file exists and is not empty.
 *
 * @throws {StoreError} if the path cannot hold a frontier
 */
export function refuseForeignFile(path: string): boolean {
  const header = readHeader(path);
  if (header === null || header.length === 0) {
    refuseCompanion(path);
    return false;
  }
  if (header.length < headerSize || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new StoreError('not-a-database', `${path} is not a crawl file: name another file`);
  }
  if (header.readUInt32BE(68) !== applicationId) {
    const hasTables = header[100] !== leafTablePage || header.readUInt16BE(103) > 0;
    if (hasTables) throw notAFrontier(path);
    return true;
  }
  const version = header.readUInt32BE(60);
  if (version > currentVersion) throw newerVersion(path, version);
  return true;
}

/** @throws {StoreError} `not-found` if no file can be created at the path for want of its directory */
export function refuseMissingDirectory(path: string): void {
  if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) return;
  const message = `the folder of ${path} does not exist: create it, or name another file`;
  throw new StoreError('not-found', message);
}

/** SQLite would treat a file of that name as a part of the other database. */
function refuseCompanion(path: string): void {
  const owner = path.replace(/-(?:wal|shm|journal)$/, '');
  if (owner === path || !existsSync(owner)) return;
  throw new StoreError('not-a-database', `${path} belongs to the crawl file ${owner}: name another file`);
}

/** Opening a pipe waits for a writer, and a device has no end. */
function refuseOtherThanFile(path: string): void {
  const stats = statSync(path);
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'folder' : stats.isFIFO() ? 'pipe' : stats.isSocket() ? 'socket' : 'device';
  throw new StoreError('not-a-database', `${path} is a ${what}: name a file`);
}

function readHeader(path: string): Buffer | null {
  if (!existsSync(path)) return null;
  try {
    refuseOtherThanFile(path);
    const file = openSync(path, 'r');
    try {
      const header = Buffer.alloc(headerSize);
      return header.subarray(0, readSync(file, header, 0, headerSize, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw toStoreError(error, path);
  }
}
