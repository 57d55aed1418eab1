import { parseUrl, UrlError } from '../../index.ts';
import { withoutBrackets } from '../../url/host.ts';
import { UsageError } from '../io/exit.ts';
import { NO_HOST, notFetched, OPAQUE } from '../options/seeds.ts';
import { quoted } from '../render/printable.ts';

/**
 * The default crawl file, named after the host of the first seed that is not a `javascript:`, a comment or such.
 *
 * @throws {UsageError} without a seed, or if the seed is not a URL that has a host
 */
export function defaultDatabase(seeds: readonly string[]): string {
  const first = seeds.find((seed) => !OPAQUE.test(seed) && !NO_HOST.test(seed)) ?? seeds[0];
  if (first === undefined)
    throw new UsageError('no URL given; add a URL to start from, or continue a crawl with --db FILE');
  const url = parseUrl(first);
  if (url instanceof UrlError) throw new UsageError(`${quoted(first)}: ${url.message}`);
  if (OPAQUE.test(first)) throw notFetched(first);
  const host = withoutBrackets(url.asciiHost ?? '').replace(/[^a-z0-9._-]/g, '_');
  return `${host}${url.port === null ? '' : `_${Number(url.port)}`}.dustpan`;
}
