import { rename, rm } from 'node:fs/promises';
import type { Batch } from './batch.ts';
import { alreadyThere, beingCopied, damaged, isRefusedRow, toStoreError } from './errors.ts';
import { isPostgresAddress, refuseOtherUrl, shownAddress } from './postgres/address.ts';
import { isSameFile } from './same-file.ts';
import { refuseForeignFile, refuseMissingDirectory } from './sqlite/header.ts';
import { openFreshFile, openSqliteFrontier } from './sqlite.ts';

/** How to copy a crawl. */
export interface CopyOptions {
  /** Replaces the crawl that is there. */
  readonly fresh: boolean;
  /** Ends the copy, which then leaves nothing behind. */
  readonly signal: AbortSignal;
  /** Called with each batch before it is written. */
  readonly onBatch: (batch: Batch) => void;
}

/**
 * Copies a crawl: from a file or server to a file or server. Leases become queued. The copy appears as a whole or not at
 * all.
 *
 * @param from the path of a crawl file, or `postgres://USER@HOST:PORT/DATABASE?crawl=NAME`
 * @param to the same
 * @throws {StoreError} if the crawl to copy is in use or damaged, or `to` is a crawl already
 * @throws the signal's reason, once it is aborted
 */
export async function copyCrawl(from: string, to: string, options: CopyOptions): Promise<void> {
  for (const name of [from, to]) refuseOtherUrl(name);
  const [isFromServer, isToServer] = [isPostgresAddress(from), isPostgresAddress(to)];
  if (!isFromServer && !isToServer && isSameFile(from, to)) throw beingCopied(to);
  const source = isFromServer ? (await import('./postgres/dump.ts')).dumpCrawl(from) : dumpFile(from);
  // Opens the source: a mistake in its name must not touch the target.
  const first = await source.next();
  const batches = watched(first.done ? [] : [first.value], source, options);
  try {
    if (isToServer) await (await import('./postgres/load.ts')).loadCrawl(to, batches, options.fresh);
    else await loadFile(to, batches, options.fresh);
  } catch (error) {
    throw isRefusedRow(error) ? damaged(shownAddress(from)) : error;
  } finally {
    await source.return(undefined);
  }
}

async function* watched(
  first: readonly Batch[],
  rest: AsyncIterable<Batch>,
  { signal, onBatch }: CopyOptions,
): AsyncGenerator<Batch> {
  for (const batches of [first, rest]) {
    for await (const batch of batches) {
      signal.throwIfAborted();
      onBatch(batch);
      if (batch.rows.length > 0) yield batch;
    }
  }
  signal.throwIfAborted();
}

async function* dumpFile(path: string): AsyncGenerator<Batch, undefined> {
  const frontier = await openSqliteFrontier(path, { readonly: true });
  try {
    yield* frontier.dump();
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    await frontier.close();
  }
}

/** Writes a file next to the target, which takes its name when it is complete. */
async function loadFile(path: string, batches: AsyncIterable<Batch>, fresh: boolean): Promise<void> {
  refuseMissingDirectory(path);
  const exists = refuseForeignFile(path);
  if (exists && !fresh) throw alreadyThere(path);
  // Open until the end, so that no program begins to use what is about to be replaced.
  const replaced = exists ? await openSqliteFrontier(path) : null;
  try {
    const part = `${path}.part`;
    const target = await openFreshFile(part);
    try {
      await target.load(batches);
      await target.close();
      if (!exists && refuseForeignFile(path)) throw alreadyThere(path);
      await replaced?.close();
      await removeFiles(path, COMPANIONS);
      await rename(part, path);
    } catch (error) {
      throw toStoreError(error, path);
    } finally {
      await target.close();
      await removeFiles(part, ['', ...COMPANIONS]);
    }
  } finally {
    await replaced?.close();
  }
}

/** What SQLite adds to the name of a database for the files that it keeps next to it. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

async function removeFiles(path: string, suffixes: readonly string[]): Promise<void> {
  for (const suffix of suffixes) await rm(path + suffix, { force: true });
}
