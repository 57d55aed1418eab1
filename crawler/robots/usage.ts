/** What a robots.txt says about the use of pages after they were fetched. It does not limit the crawl. */
export interface Usage {
  /** The name of the record: `content-signal` (https://contentsignals.org) or `content-usage` (IETF AIPREF). */
  readonly kind: 'content-signal' | 'content-usage';
  /** The start of the pages' paths; null for all pages. */
  readonly path: string | null;
  /** The purposes, with what is said of each: `ai-train` and `no`. */
  readonly preferences: Readonly<Record<string, string>>;
  /** Its line in the file, from 1. */
  readonly line: number;
}

const MAX_LENGTH = 500;

/** Parses the value of a record: an optional path, and `name=value` separated by commas. Null if it says nothing. */
export function readUsage(kind: Usage['kind'], value: string, line: number): Usage | null {
  if (value.length > MAX_LENGTH) return null;
  const [, path = null, list = ''] = /^(\/[^\t ]*)?[\t ]*([^]*)$/.exec(value) ?? [];
  const pairs = list.toLowerCase().matchAll(/(?:^|,)[\t ]*([a-z][\w*.-]*)[\t ]*=[\t ]*([\w-]+)[\t ]*(?=,|$)/g);
  const preferences = Object.fromEntries(Array.from(pairs, ([, name, said]) => [name, said] as const));
  return Object.keys(preferences).length === 0 ? null : { kind, path, preferences, line };
}
