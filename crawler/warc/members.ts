import type { FileHandle } from 'node:fs/promises';
import { FileWindow } from './file-window.ts';
import { GZIP } from './gzip-members.ts';
import type { Packing } from './packing.ts';
import { isZstandard, zstandardOf } from './zstandard-members.ts';

/** Damaged members after which the rest of a file is left out. */
const MAX_DAMAGED = 1000;
/** How far a member that is cut off may seem to go on in the bytes after it. */
const MAX_OVERRUN = 1 << 17;
/** How many bytes a packed byte may unpack to, as in gzip. */
const MAX_RATIO = 1024;
/** How many bytes a file may unpack to beyond that: no usual record is larger, but a bomb is. */
const MAX_UNPACKED = 2 ** 32;

/** Takes the bytes of the members of a file. */
export interface MemberTaker {
  /** A member starts at this place in the file. */
  start(offset: number): void;
  /** Unpacked bytes, which may be reused after the call. */
  push(bytes: Buffer): void;
  /** The member ends before this place; false if it is damaged or the file ends within it. */
  end(offset: number, isWhole: boolean): void;
}

/** Whether a file that starts with these bytes is packed. */
export function isPacked(head: Buffer): boolean {
  return GZIP.isMember(head) || isZstandard(head);
}

/** How a file is packed, by its first bytes; null if it is not. */
export async function packingOf(file: FileHandle): Promise<Packing | null> {
  const head = await new FileWindow(file, 64).at(0);
  if (GZIP.isMember(head)) return GZIP;
  return isZstandard(head) ? zstandardOf(file) : null;
}

/**
 * Reads a packed file member by member. Damaged members are passed over, up to a limit. They may overlap: if reading them
 * took much longer than reading the file twice, as in a file that is made for that, the rest is left out as well. A member
 * that unpacks to too much for its place in the file counts as damaged, so that all members together take bounded time.
 */
export async function readMembers(
  file: FileHandle,
  { magic, isMember, readMember }: Packing,
  taker: MemberTaker,
  signal?: AbortSignal,
): Promise<void> {
  const window = new FileWindow(file);
  const limit = 2 * (await file.stat()).size + MAX_DAMAGED * MAX_OVERRUN;
  let damaged = 0;
  let readInVain = 0;
  let unpacked = 0;
  for (let offset = 0; damaged < MAX_DAMAGED && readInVain < limit; ) {
    signal?.throwIfAborted();
    const bytes = await window.at(offset);
    if (bytes.length === 0) return;
    if (!isMember(bytes)) {
      const start = bytes.indexOf(magic);
      const length = start > 0 ? start : Math.max(1, bytes.length - magic.length + 1);
      // Zero bytes may fill the end of a file.
      if (bytes.subarray(0, length).some((byte) => byte !== 0)) taker.end(offset, false);
      offset += length;
      continue;
    }
    taker.start(offset);
    const { end, isWhole } = await readMember(window, offset, (chunk) => {
      unpacked += chunk.length;
      taker.push(chunk);
      return unpacked <= MAX_UNPACKED + MAX_RATIO * offset;
    });
    taker.end(isWhole ? end : offset, isWhole);
    if (!isWhole) {
      damaged++;
      readInVain += end - offset;
    }
    offset = isWhole ? end : offset + 1;
  }
}
