import { compile } from '../../src/canon/canonicalizer.ts';
import { textHash } from '../../src/compact/text-hash.ts';
import { isPermanent } from '../../src/status-codes.ts';
import { withoutUserinfo } from '../../src/url/credentials.ts';
import { UrlError } from '../../src/url/error.ts';
import { resolve } from '../../src/url/resolve.ts';
import type { Capture } from './capture.ts';

/** What a capture says about its URL, as far as it is evidence. */
export interface Sighting {
  /** The key of the URL. */
  readonly key: string;
  /** In seconds since the epoch. */
  readonly time: number;
  /** 200, 301, 308, 404 or 410; 0 for a page or redirect like an earlier one. */
  readonly status: number;
  /** A hash of the digest; 0 if there is no page. */
  readonly content: number;
  /** The key of the URL that a redirect leads to; empty for other captures. */
  readonly target: string;
}

/** Longer URLs are ignored, because many of them would fill the memory. */
const MAX_URL = 2048;
/** The digest of an empty page. */
const EMPTY = '3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ';

const standard = compile();

/** @returns null if the capture is not evidence about a web page, such as a temporary redirect or an error */
export function sightingOf({ url, time, status, digest, location }: Capture): Sighting | null {
  const isMoved = isPermanent(status);
  const isGone = status === 404 || status === 410;
  const isPage = (status === 200 || status === 0) && digest !== '' && digest !== EMPTY;
  if (!isPage && !isGone && !(isMoved && location !== null)) return null;
  const key = keyOf(url);
  if (key === null) return null;
  const target = isMoved && location !== null ? targetOf(location, url) : '';
  return target === null ? null : { key, time, status, content: isPage ? textHash(digest) || 1 : 0, target };
}

function keyOf(url: string): string | null {
  if (url.length > MAX_URL) return null;
  const key = standard.key(withoutUserinfo(url));
  return key instanceof UrlError || !/^https?:/.test(key) || key.length > MAX_URL ? null : key;
}

function targetOf(location: string, url: string): string | null {
  if (location.length > MAX_URL) return null;
  const target = resolve(location, url);
  return target instanceof UrlError ? null : keyOf(target);
}
