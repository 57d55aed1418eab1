import { isGzip } from './is-gzip.ts';

/**
 * The content of a file, which may be gzipped.
 *
 * @throws if the gzip data is damaged, or unpacks to more than `most` bytes
 */
export async function unpacked(bytes: Buffer, most: number): Promise<Buffer> {
  if (!isGzip(bytes)) return bytes;
  // Loaded only where it is needed: that takes longer than to read most files.
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(bytes, { maxOutputLength: most });
}
