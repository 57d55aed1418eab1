import { gunzipSync } from 'node:zlib';

/**
 * The content of a file, which may be gzipped.
 *
 * @throws if the gzip data is damaged, or unpacks to more than `most` bytes
 */
export function unpacked(bytes: Buffer, most: number): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? gunzipSync(bytes, { maxOutputLength: most }) : bytes;
}
