import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { folderOf, foldersAround } from './folder.ts';
import { oncePerSite } from './once-per-site.ts';
import type { AuditSite } from './site.ts';

/** How many URLs must fail for each that works, so that those that fail have one cause. */
const FAILED_PER_WORKING = 10;

/**
 * The outermost folder around a URL in which nothing or hardly anything works, as `example.com/old/*`: what was removed or
 * renamed at once. Otherwise the outermost one in which that is true of the files of its kind, as `example.com/api/*.json`.
 *
 * @returns null if such files in its folder work
 */
export function deadPart(url: string, site: AuditSite): string | null {
  const place = placeOf(url);
  const working = workingParts(site);
  return place === null ? null : (patternsOf(place).findLast((pattern) => !working.has(pattern)) ?? null);
}

/** The patterns of the URLs of which enough answer without an error. */
const workingParts = oncePerSite((site): ReadonlySet<string> => {
  const places = new Map<string, { readonly place: Place; balance: number }>();
  for (const { url, entry } of site.pages) {
    const place = entry.state === 'done' || entry.state === 'failed' ? placeOf(url) : null;
    if (place === null) continue;
    const name = `${place.host}${place.folder}${place.extension}`;
    const counted = places.get(name) ?? { place, balance: 0 };
    counted.balance += entry.state === 'done' ? FAILED_PER_WORKING : -1;
    places.set(name, counted);
  }
  const balances = new Map<string, number>();
  for (const { place, balance } of places.values()) {
    for (const pattern of patternsOf(place)) balances.set(pattern, (balances.get(pattern) ?? 0) + balance);
  }
  return new Set([...balances].flatMap(([pattern, balance]) => (balance > 0 ? [pattern] : [])));
});

interface Place {
  readonly host: string;
  readonly folder: string;
  /** `.json`; empty if the name has none. */
  readonly extension: string;
}

/** First those for files of one kind; each from the innermost folder to the root. */
function patternsOf({ host, folder, extension }: Place): readonly string[] {
  const folders = [...foldersAround(folder), '/'].map((one) => `${host}${one}*`);
  return extension === '' ? folders : [...folders.map((one) => `${one}${extension}`), ...folders];
}

function placeOf(url: string): Place | null {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError) return null;
  const port = parsed.port === null ? '' : `:${parsed.port}`;
  const [extension = ''] = /\.[a-z][a-z\d]{0,4}$/.exec(parsed.path) ?? [];
  return { host: `${parsed.asciiHost ?? ''}${port}`, folder: folderOf(parsed.path), extension };
}
