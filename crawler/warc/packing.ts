import type { Transform } from 'node:stream';
import type { FileWindow } from './file-window.ts';

/** Members up to this size, unpacked, are unpacked in one call. Most records are smaller. */
export const SMALL: number = 1 << 20;

/** Takes unpacked bytes, which may be reused after the call. Returns false to stop. */
export type Push = (bytes: Buffer) => boolean | void;

/** A format of files that consist of members, each of which can be unpacked alone. */
export interface Packing {
  /** The command that unpacks a file. */
  readonly command: string;
  /** The first bytes of a member with data. */
  readonly magic: Buffer;
  /** Whether a member starts with these bytes. */
  readonly isMember: (start: Buffer) => boolean;
  /** Unpacks the member at a place. */
  readonly readMember: (window: FileWindow, offset: number, push: Push) => Promise<Member>;
}

/** A member that was read. */
export interface Member {
  /** Where it ends; of one that is not whole, how far it was read. */
  readonly end: number;
  /** False if it is damaged, if the file ends within it, or if reading was stopped. */
  readonly isWhole: boolean;
}

/**
 * Unpacks a member of any size.
 *
 * @param place where its packed bytes start and end; Infinity if `unpacker` finds the end
 * @returns whether it is whole; false if it is damaged or was stopped
 */
export async function unpack(
  window: FileWindow,
  place: readonly [start: number, end: number],
  unpacker: Transform,
  push: Push,
): Promise<boolean> {
  const [start, end] = place;
  const ended = Promise.withResolvers<boolean>();
  unpacker.on('data', (chunk: Buffer) => {
    if (push(chunk) === false) ended.resolve(false);
  });
  unpacker.on('end', () => ended.resolve(true));
  unpacker.on('error', () => ended.resolve(false));
  try {
    for (let at = start; at < end; ) {
      const bytes = Buffer.from((await window.at(at, 1)).subarray(0, end - at));
      if (bytes.length === 0) return false;
      at += bytes.length;
      const written = new Promise<void>((resolve) => void unpacker.write(bytes, () => resolve()));
      const isWhole = await Promise.race([written, ended.promise]);
      if (isWhole !== undefined) return isWhole;
    }
    unpacker.end();
    return await ended.promise;
  } finally {
    unpacker.destroy();
  }
}
