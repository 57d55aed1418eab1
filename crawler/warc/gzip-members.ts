import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { FileWindow } from './file-window.ts';
import { type Member, type Packing, type Push, SMALL, unpack } from './packing.ts';

/** The longest header of a member: 10 bytes, and an extra field of 64 KiB, a name or a comment. */
const MAX_HEADER = 1 << 17;
const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);
/** The checksum and length at the end of a member. */
const TRAILER = 8;

/** gzip (RFC 1952). */
export const GZIP: Packing = { command: 'gunzip', magic: MAGIC, isMember: isGzip, readMember };

function isGzip(start: Buffer): boolean {
  return MAGIC.equals(start.subarray(0, MAGIC.length));
}

async function readMember(window: FileWindow, offset: number, push: Push): Promise<Member> {
  const bytes = await window.at(offset);
  const start = headerLength(bytes);
  if (start === null) return { end: offset, isWhole: false };
  const small = unpackedAt(bytes, start);
  if (small !== null) {
    const end = offset + start + small.packed;
    const isRight = await hasChecksum(window, end, crc32(small.unpacked));
    return { end: end + TRAILER, isWhole: isRight && push(small.unpacked) !== false };
  }
  let checksum = 0;
  const inflater = createInflateRaw({ chunkSize: 1 << 16 });
  const isUnpacked = await unpack(window, [offset + start, Number.POSITIVE_INFINITY], inflater, (chunk) => {
    checksum = crc32(chunk, checksum);
    return push(chunk);
  });
  const end = offset + start + inflater.bytesWritten;
  return { end: end + TRAILER, isWhole: isUnpacked && (await hasChecksum(window, end, checksum)) };
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
