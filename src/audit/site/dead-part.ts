import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { folderOf, foldersAround } from './folder.ts';
import { lastingFailure } from './lasting-failure.ts';
import { oncePerSite } from './once-per-site.ts';
import type { AuditSite } from './site.ts';

/** A kind of file is dead if at least so many of its files fail, and as many more for each that works. */
const FAILED = 10;

/**
 * The part of a site around a broken URL that was removed or renamed at once: the outermost folder in which nothing works, as
 * `example.com/old/*`, or else the outermost one in which hardly any file of its kind works, as `example.com/api/*.json`.
 *
 * @returns null if there is no such part
 */
export function deadPart(url: string, site: AuditSite): string | null {
  const place = placeOf(url);
  if (place === null) return null;
  const { working, dead } = partsOf(site);
  const folder = foldersOf(place).findLast((one) => !working.has(one));
  return folder ?? kindsOf(place).findLast((kind) => dead.has(kind)) ?? null;
}

interface Parts {
  /** The folders in which something works. */
  readonly working: ReadonlySet<string>;
  /** The kinds of files of which hardly any works. */
  readonly dead: ReadonlySet<string>;
}

const partsOf = oncePerSite((site): Parts => {
  const places = new Map<string, Place & { worked: number; failed: number }>();
  for (const page of site.pages) {
    const hasFailed = lastingFailure(page) !== null;
    const place = hasFailed || page.entry.state === 'done' ? placeOf(page.url) : null;
    if (place === null) continue;
    const name = `${place.host}${place.folder}${place.extension}`;
    const counts = places.get(name) ?? { ...place, worked: 0, failed: 0 };
    if (hasFailed) counts.failed++;
    else counts.worked++;
    places.set(name, counts);
  }
  const working = new Set<string>();
  const balances = new Map<string, number>();
  for (const { worked, failed, ...place } of places.values()) {
    if (worked > 0) for (const folder of foldersOf(place)) working.add(folder);
    for (const kind of kindsOf(place)) balances.set(kind, (balances.get(kind) ?? -FAILED) + failed - FAILED * worked);
  }
  return { working, dead: new Set([...balances].flatMap(([kind, balance]) => (balance < 0 ? [] : [kind]))) };
});

interface Place {
  readonly host: string;
  readonly folder: string;
  /** `.json`; empty if the name has none. */
  readonly extension: string;
}

/** The folders around a place, from the innermost to the root, as patterns. */
function foldersOf({ host, folder }: Place): readonly string[] {
  return [...foldersAround(folder), '/'].map((one) => `${host}${one}*`);
}

/** The files of its kind in each of these folders. */
function kindsOf(place: Place): readonly string[] {
  return place.extension === '' ? [] : foldersOf(place).map((folder) => folder + place.extension);
}

function placeOf(url: string): Place | null {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError) return null;
  const port = parsed.port === null ? '' : `:${parsed.port}`;
  const [extension = ''] = /\.[a-z][a-z\d]{0,4}$/.exec(parsed.path) ?? [];
  return { host: `${parsed.asciiHost ?? ''}${port}`, folder: folderOf(parsed.path), extension };
}
