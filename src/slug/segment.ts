import type { Slugger } from './compile.ts';

/**
 * The slug of a segment of a URL path, not percent-encoded. Null if the segment is not UTF-8 after percent-decoding, if
 * its slug is empty, or if its slug is not its own slug.
 *
 * @param slugger the form
 * @param segment not percent-encoded
 */
export function slugOfSegment({ slug, isNormal }: Slugger, segment: string): string | null {
  const name = decode(segment);
  const text = name === null ? '' : slug(name);
  return text !== '' && isNormal(text) ? text : null;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
