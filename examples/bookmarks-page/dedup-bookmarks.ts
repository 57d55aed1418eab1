import { compare, compile, UrlError } from 'dustpan-url/lazy';

/** A bookmark that was left out. */
export interface Duplicate {
  readonly url: string;
  /** The URL of the bookmark that stays. */
  readonly first: string;
  /** What makes both URLs one page; empty if they are equal. */
  readonly passes: readonly string[];
}

/** Where a bookmark, a separator or the end of a folder begins, with its indentation. */
const PARTS = /(?<=[\n>])(?=[ \t]*<(?:dt|hr|\/dl)\b)/i;

/** Leaves out the bookmarks whose page an earlier one has. Everything else in the file stays as it was. */
export async function dedupBookmarks(
  file: string,
): Promise<{ readonly text: string; readonly bookmarks: number; readonly duplicates: readonly Duplicate[] }> {
  const { key } = await compile();
  const parser = new DOMParser();
  const firsts = new Map<string, string>();
  const kept: string[] = [];
  const duplicates: Duplicate[] = [];
  let bookmarks = 0;
  for (const part of file.split(PARTS)) {
    const link = parser.parseFromString(part, 'text/html').querySelector('a[href]');
    const url = link?.getAttribute('href') ?? '';
    if (link !== null) bookmarks++;
    const page = await key(url);
    // Folders, and links that are not URLs, stay.
    const first = page instanceof UrlError ? undefined : firsts.get(page);
    if (first !== undefined) {
      const compared = await compare(first, url);
      duplicates.push({ url, first, passes: compared instanceof UrlError ? [] : compared.passes });
      continue;
    }
    kept.push(part);
    if (!(page instanceof UrlError)) firsts.set(page, url);
  }
  return { text: kept.join(''), bookmarks, duplicates };
}
