import type { Slugger } from './compile.ts';

/**
 * The slug of a segment of a URL's path, not percent-encoded; null where the segment has none that may stand for it: it
 * is no UTF-8 behind its escapes, nothing of it remains, or the slug has another slug itself.
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
