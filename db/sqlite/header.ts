import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError, toStoreError } from '../errors.ts';
import { applicationId, currentVersion, newerVersion, notAFrontier } from './schema.ts';

/** Offsets are those of the SQLite file format, sections 1.3 and 1.6. */
const headerSize = 105;
const leafTablePage = 13;

/**
 * Refuses a file that is no frontier before SQLite opens it, for SQLite itself may change a file by opening it
 * (it finishes what a killed writer left). Returns whether there is a file with something in it.
 */
export function refuseForeignFile(path: string): boolean {
  const header = readHeader(path);
  if (header === null || header.length === 0) return false;
  if (header.length < headerSize || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new StoreError('not-a-database', `${path} is not a database: name another file`);
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

function readHeader(path: string): Buffer | null {
  if (!existsSync(dirname(path))) {
    throw new StoreError('not-found', `${dirname(path)} does not exist: create the directory, or name another file`);
  }
  if (!existsSync(path)) return null;
  try {
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
