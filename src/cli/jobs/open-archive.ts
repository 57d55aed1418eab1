import { basename } from 'node:path';
import type { Command } from 'commander';
import type { WarcArchive } from '../../../crawler/warc/warc-archive.ts';
import { counted, number } from '../../text/number.ts';
import { firstBytes } from '../io/databases.ts';
import { noteLine } from '../io/output.ts';
import { refuseIdleOptions } from '../options/idle-options.ts';

/** The options that only have an effect on requests over the network. */
const NETWORK: ReadonlySet<string> = new Set([
  'connectTo',
  'ca',
  'allowPrivate',
  'header',
  'cookies',
  'acceptCookies',
  'user',
  'cert',
  'key',
  'proxy',
  'delay',
  'rate',
  'perHost',
  'retries',
  'external',
]);

/**
 * Opens WARC files to crawl in place of the network, and says what is wrong with them.
 *
 * @returns null without files
 * @throws {UsageError} if an option has no effect on them
 * @throws {WarcError} if a file cannot be read
 */
export async function openArchive(files: readonly string[], command: Command): Promise<WarcArchive | null> {
  if (files.length === 0) return null;
  refuseIdleOptions(command, NETWORK, 'on a web archive, which asks no server; remove it');
  const { WarcArchive: Archive } = await import('../../../crawler/warc/warc-archive.ts');
  const archive = await Archive.open(files);
  const { unreadable, wrongDigests } = archive.counts;
  if (unreadable > 0) noteLine(`${counted(unreadable, 'place')} in the archive cannot be read`);
  if (wrongDigests > 0) noteLine(`records of the archive that differ from their digests: ${number(wrongDigests)}`);
  return archive;
}

/** The default crawl file of an archive, beside none of a live crawl: `example.dustpan` for `example.warc.gz`. */
export function databaseOf(file: string): string {
  return `${basename(file).replace(/(?:\.warc)?(?:\.gz|\.zst)?(?:\.open)?$/i, '')}.dustpan`;
}

/** Whether a file is a web archive by its first bytes, even in a format that cannot be opened, such as WACZ. */
export async function isWebArchive(path: string): Promise<boolean> {
  const { isArchive } = await import('../../../crawler/warc/warc-scan.ts');
  return isArchive(await firstBytes(path, START));
}

const START = 64;
