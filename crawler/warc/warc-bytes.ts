import { type FileHandle, open } from 'node:fs/promises';
import { giveWay } from '../../src/give-way.ts';
import { fileProblem } from '../../src/text/file-problem.ts';
import { FileWindow } from './file-window.ts';
import { type MemberTaker, packingOf, readMembers } from './members.ts';
import { WarcError } from './warc-error.ts';

interface ReadingOptions {
  /** Called with the first bytes. Throws if the file is to be refused. */
  readonly check?: (head: Buffer) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a WARC file from its start to its end, packed by record or not packed. A damaged member does not end it.
 *
 * @throws {WarcError} `unreadable` if the file cannot be read
 * @throws the signal's reason if it has aborted
 */
export async function readWarcFile(
  path: string,
  taker: MemberTaker,
  { check, signal }: ReadingOptions = {},
): Promise<void> {
  const file = await open(path).catch((error: unknown) => {
    throw new WarcError('unreadable', `${path} ${fileProblem(error)}`);
  });
  try {
    const head = Buffer.from(await new FileWindow(file, 64).at(0));
    check?.(head);
    const packing = await packingOf(file);
    if (packing === null) await readPlain(file, taker, signal);
    else await readMembers(file, packing, taker, signal);
  } catch (error) {
    if (error instanceof WarcError || signal?.aborted === true) throw error;
    throw new WarcError('unreadable', `${path} ${fileProblem(error)}`);
  } finally {
    await file.close();
  }
}

async function readPlain(file: FileHandle, taker: MemberTaker, signal?: AbortSignal): Promise<void> {
  const window = new FileWindow(file);
  for (let offset = 0; ; ) {
    const bytes = await window.at(offset, 1);
    if (bytes.length === 0) return taker.end(offset, true);
    taker.push(bytes);
    offset += bytes.length;
    await giveWay(signal);
  }
}
