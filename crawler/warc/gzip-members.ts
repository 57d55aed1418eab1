import type { FileHandle } from 'node:fs/promises';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';

/** How much of a file is read at a time, in bytes. */
const WINDOW = 1 << 18;
/** Members that are not larger than this, unpacked, are unpacked at once. Most records are smaller. */
const SMALL = 1 << 20;
/** The most bytes that a member may unpack to: no record is larger, but a bomb is. */
const MAX_UNPACKED = 2 ** 32;
/** The longest header of a member: 10 bytes, and an extra field of 64 KiB, a name or a comment. */
const MAX_HEADER = 1 << 17;
/** Damaged places after which the rest of a file is left out. */
const MAX_DAMAGED = 1000;

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);
/** The checksum and length at the end of a member. */
const TRAILER = 8;

/** Takes the bytes of the members of a file. */
export interface MemberTaker {
  /** A member starts at this place in the file. */
  start(offset: number): void;
  /** Unpacked bytes, which may be reused after the call. */
  push(bytes: Buffer): void;
  /** The member ends before this place; false if it is damaged or the file ends within it. */
  end(offset: number, isWhole: boolean): void;
}

/** Whether a file starts with gzip data. */
export function isGzip(head: Uint8Array): boolean {
  return MAGIC.equals(head.subarray(0, MAGIC.length));
}

/** Reads a gzip file member by member. Damaged members are passed over, up to a limit. */
export async function readMembers(file: FileHandle, taker: MemberTaker, signal?: AbortSignal): Promise<void> {
  const window = new FileWindow(file);
  let damaged = 0;
  for (let offset = 0; damaged < MAX_DAMAGED; ) {
    signal?.throwIfAborted();
    const bytes = await window.at(offset);
    if (bytes.length === 0) return;
    const start = bytes.indexOf(MAGIC);
    if (start !== 0) {
      // Zero bytes may fill the end of a file.
      if (bytes.some((byte, at) => byte !== 0 && (start < 0 || at < start))) {
        damaged++;
        taker.end(offset, false);
      }
      offset += start > 0 ? start : Math.max(1, bytes.length - MAGIC.length + 1);
      continue;
    }
    taker.start(offset);
    const end = await readMember(window, offset, (chunk) => taker.push(chunk));
    taker.end(end ?? offset, end !== null);
    if (end === null) damaged++;
    offset = end ?? offset + 1;
  }
}

/**
 * Unpacks the member at a place.
 *
 * @param push returns false to stop
 * @returns where it ends; null if it is damaged or was stopped
 */
export async function readMember(
  window: FileWindow,
  offset: number,
  push: (bytes: Buffer) => boolean | void,
): Promise<number | null> {
  const bytes = await window.at(offset);
  const start = headerLength(bytes);
  if (start === null) return null;
  const small = unpackedAt(bytes, start);
  if (small !== null) {
    const end = offset + start + small.packed;
    if (!(await hasChecksum(window, end, crc32(small.unpacked)))) return null;
    push(small.unpacked);
    return end + TRAILER;
  }
  let checksum = 0;
  const packed = await inflate(window, offset + start, (chunk) => {
    checksum = crc32(chunk, checksum);
    return push(chunk);
  });
  const end = offset + start + (packed ?? 0);
  return packed !== null && (await hasChecksum(window, end, checksum)) ? end + TRAILER : null;
}

/** A member that was cut off may seem to end within the next one. */
async function hasChecksum(window: FileWindow, at: number, checksum: number): Promise<boolean> {
  const trailer = await window.at(at, TRAILER);
  return trailer.length >= TRAILER && trailer.readUInt32LE(0) === checksum;
}

/** The length of a member's header (RFC 1952, section 2.3); null if it is not one, or too long. */
function headerLength(bytes: Buffer): number | null {
  if (!isGzip(bytes)) return null;
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0);
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return null;
    at = end + 1;
  }
  if (flags & 2) at += 2;
  return at <= Math.min(bytes.length, MAX_HEADER) ? at : null;
}

/** Null if the member is too large for this, incomplete or damaged. */
function unpackedAt(bytes: Buffer, start: number): { unpacked: Buffer; packed: number } | null {
  try {
    const result: unknown = inflateRawSync(bytes.subarray(start), { maxOutputLength: SMALL, info: true });
    return isInfo(result) ? { unpacked: result.buffer, packed: result.engine.bytesWritten } : null;
  } catch {
    return null;
  }
}

/** What zlib returns with the option `info`, which its types do not know. */
function isInfo(result: unknown): result is { buffer: Buffer; engine: { bytesWritten: number } } {
  return typeof result === 'object' && result !== null && 'buffer' in result && 'engine' in result;
}

/** Unpacks a member of any size. Returns the number of packed bytes; null if it is damaged or was stopped. */
async function inflate(
  window: FileWindow,
  offset: number,
  push: (bytes: Buffer) => boolean | void,
): Promise<number | null> {
  const inflater = createInflateRaw({ chunkSize: 1 << 16 });
  const ended = Promise.withResolvers<boolean>();
  let unpacked = 0;
  inflater.on('data', (chunk: Buffer) => {
    unpacked += chunk.length;
    if (push(chunk) === false || unpacked > MAX_UNPACKED) ended.resolve(false);
  });
  inflater.on('end', () => ended.resolve(true));
  inflater.on('error', () => ended.resolve(false));
  try {
    for (let at = offset; ; ) {
      const bytes = Buffer.from(await window.at(at, 1));
      if (bytes.length === 0) return null;
      at += bytes.length;
      const written = new Promise<void>((resolve) => void inflater.write(bytes, () => resolve()));
      const isWhole = await Promise.race([written, ended.promise]);
      if (isWhole !== undefined) return isWhole ? inflater.bytesWritten : null;
    }
  } finally {
    inflater.destroy();
  }
}

/** Reads a file in steps, and keeps the last one. */
export class FileWindow {
  readonly #file: FileHandle;
  readonly #buffer: Buffer;
  #start = 0;
  #length = 0;

  constructor(file: FileHandle, size: number = WINDOW) {
    this.#file = file;
    this.#buffer = Buffer.allocUnsafeSlow(size);
  }

  /**
   * The bytes at a place, until the next call; none at the end of the file.
   *
   * @param least read more if there are fewer. Default: half of the window.
   */
  async at(offset: number, least: number = this.#buffer.length / 2): Promise<Buffer> {
    const from = offset - this.#start;
    const left = from >= 0 && from <= this.#length ? this.#length - from : 0;
    if (left >= least) return this.#buffer.subarray(from, this.#length);
    if (left > 0) this.#buffer.copyWithin(0, from, this.#length);
    this.#start = offset;
    this.#length = left;
    while (this.#length < this.#buffer.length) {
      const room = this.#buffer.length - this.#length;
      const { bytesRead } = await this.#file.read(this.#buffer, this.#length, room, offset + this.#length);
      if (bytesRead === 0) break;
      this.#length += bytesRead;
    }
    return this.#buffer.subarray(0, this.#length);
  }
}
