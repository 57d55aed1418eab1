import type { FileHandle } from 'node:fs/promises';
import { createZstdDecompress, type ZstdOptions, zstdDecompressSync } from 'node:zlib';
import { FileWindow } from './file-window.ts';
import { type Member, type Packing, type Push, SMALL, unpack } from './packing.ts';

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Starts the skippable frame that holds the dictionary. */
const DICTIONARY_MAGIC = 0x184d2a5d;
/** The length of a magic number, and of the length of a skippable frame. */
const WORD = 4;
/** The longest header of a frame, and the header of a block, in bytes. */
const [MAX_HEADER, BLOCK_HEADER] = [18, 3];
const MAX_BLOCK = 1 << 17;
/** As much as readers must be able to read, by the specification. */
const MAX_DICTIONARY = 1 << 23;

/** Whether a file starts with a frame of Zstandard, or with a skippable one (RFC 8878, section 3.1). */
export function isZstandard(start: Buffer): boolean {
  return MAGIC.equals(start.subarray(0, WORD)) || isSkippable(start);
}

/**
 * Zstandard, with the dictionary at the start of the file if it has one:
 * https://iipc.github.io/warc-specifications/specifications/warc-zstd/
 */
export async function zstandardOf(file: FileHandle): Promise<Packing> {
  const dictionary = await dictionaryIn(file);
  const options: ZstdOptions = dictionary === null ? {} : { dictionary };
  return {
    command: 'unzstd',
    magic: MAGIC,
    isMember: isZstandard,
    readMember: (...args) => readFrame(options, ...args),
  };
}

/** Null if there is none, or if it cannot be read: then no frame that needs it can be unpacked either. */
async function dictionaryIn(file: FileHandle): Promise<Buffer | null> {
  const head = await new FileWindow(file, 2 * WORD).at(0);
  if (head.length < 2 * WORD || head.readUInt32LE(0) !== DICTIONARY_MAGIC) return null;
  const length = head.readUInt32LE(WORD);
  if (length > MAX_DICTIONARY) return null;
  const stored = await new FileWindow(file, length).at(2 * WORD);
  return MAGIC.equals(stored.subarray(0, WORD)) ? unpackedAt(stored, { maxOutputLength: MAX_DICTIONARY }) : stored;
}

async function readFrame(options: ZstdOptions, window: FileWindow, offset: number, push: Push): Promise<Member> {
  const frame = await walk(window, offset);
  const { end } = frame;
  if (!frame.isWhole) return frame;
  const bytes = await window.at(offset);
  if (isSkippable(bytes)) return frame;
  const packed = bytes.subarray(0, end - offset);
  const small = packed.length < end - offset ? null : unpackedAt(packed, { ...options, maxOutputLength: SMALL });
  if (small !== null) return { end, isWhole: push(small) !== false };
  const unpacker = createZstdDecompress({ ...options, chunkSize: 1 << 16 });
  return { end, isWhole: await unpack(window, [offset, end], unpacker, push) };
}

/** Finds the end of a frame without unpacking it (RFC 8878, section 3.1). */
async function walk(window: FileWindow, offset: number): Promise<Member> {
  const head = await window.at(offset, MAX_HEADER);
  if (head.length < 2 * WORD) return { end: offset, isWhole: false };
  if (isSkippable(head)) return { end: offset + 2 * WORD + head.readUInt32LE(WORD), isWhole: true };
  const flags = head[WORD] ?? 0;
  const isSingleSegment = (flags & 0x20) !== 0;
  const dictionaryId = [0, 1, 2, 4][flags & 3] ?? 0;
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  let at = offset + WORD + 1 + (isSingleSegment ? 0 : 1) + dictionaryId + contentSize;
  let [bytes, start] = [head, offset];
  for (let isLast = false; !isLast; ) {
    if (at + BLOCK_HEADER > start + bytes.length) [bytes, start] = [await window.at(at, BLOCK_HEADER), at];
    if (bytes.length < BLOCK_HEADER) return { end: at, isWhole: false };
    const header = bytes.readUIntLE(at - start, BLOCK_HEADER);
    const type = (header >> 1) & 3;
    const size = header >> 3;
    if (type === RESERVED || size > MAX_BLOCK) return { end: at, isWhole: false };
    at += BLOCK_HEADER + (type === RUN ? 1 : size);
    isLast = (header & 1) === 1;
  }
  return { end: at + ((flags & 4) === 0 ? 0 : WORD), isWhole: true };
}

/** Types of blocks: one byte that repeats, and a type that must not be used. */
const [RUN, RESERVED] = [1, 3];

function isSkippable(start: Buffer): boolean {
  return start.length >= WORD && start.readUInt32LE(0) >>> 4 === 0x184d2a5;
}

/** Null if the frame is larger, incomplete or damaged. */
function unpackedAt(bytes: Buffer, options: ZstdOptions): Buffer | null {
  try {
    return zstdDecompressSync(bytes, options);
  } catch {
    return null;
  }
}
