import type { Entry, Frontier } from '../../../db/store.ts';
import { TextSketch } from '../../../src/audit/duplicates/text-sketch.ts';
import type { PageRecord } from '../../../src/audit/site/page-record.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { compile, type Key, UrlError } from '../../../src/index.ts';

const { key } = compile();

/** Entries are keyed as a crawl with the default profile keys them. */
export function keyOf(url: string): Key {
  const made = key(url);
  if (made instanceof UrlError) throw made;
  return made;
}

let entries = 0;

/** An entry that is still to be fetched, unless said otherwise. */
export function entry(url: string, change: Partial<Entry> = {}): Entry {
  const id = ++entries;
  const site = new URL(url).host;
  const nothing = {
    finalUrl: null,
    firstFailure: null,
    status: null,
    contentType: null,
    digest: null,
    aliasOf: null,
    aliasBy: null,
    location: null,
  } as const;
  const more = { reason: null, fetchedAt: null, role: 'page', source: 'link', foundOn: null, details: null } as const;
  return {
    id,
    key: keyOf(url),
    url,
    site,
    state: 'queued',
    depth: 0,
    hops: 0,
    ...nothing,
    ...more,
    spellings: [],
    listings: [],
    ...change,
  };
}

/** A page of some words, fetched at its number in milliseconds. */
export function page(url: string, text: string, change: Partial<Entry> = {}, record: Partial<PageRecord> = {}): Entry {
  const words = text.split(' ');
  const sketch = new TextSketch();
  for (const word of words) sketch.add(hash(word));
  const fingerprint = { hash: hex(text), words: words.length, sketch: sketch.text };
  const made = entry(url);
  return {
    ...made,
    state: 'done',
    status: 200,
    contentType: 'text/html',
    digest: hex(`${text} ${url}`),
    fetchedAt: made.id,
    details: {
      etag: null,
      lastModified: null,
      fields: null,
      text: fingerprint.hash,
      sketch: fingerprint.sketch,
      record: JSON.stringify({ words: fingerprint.words, canonicals: [], ...record }),
    },
    ...change,
  };
}

/** Text of its own for each name. */
export function textOf(name: string): string {
  return Array.from({ length: 40 }, (_, index) => `${name}${index}`).join(' ');
}

export function redirected(url: string, to: string, status = 301): Entry {
  return entry(url, { state: 'done', status, aliasOf: keyOf(to), aliasBy: 'redirect', fetchedAt: 1 });
}

export function gone(url: string, status = 404): Entry {
  return entry(url, { state: 'failed', status, reason: `http-${status}`, fetchedAt: 1 });
}

export function frontierOf(
  all: readonly Entry[],
  meta: Readonly<Record<string, string>> = {},
  links: Readonly<Record<string, readonly Key[]>> = {},
  evidence: readonly Evidence[] = [],
): Pick<Frontier, 'entries' | 'entry' | 'entriesOf' | 'evidence' | 'getMeta' | 'linkedBy'> {
  const byKey = new Map(all.map((each) => [each.key, each]));
  return {
    entries: async function* () {
      yield* all;
    },
    entry: async (wanted) => byKey.get(wanted) ?? null,
    entriesOf: async (keys) => keys.map((wanted) => byKey.get(wanted) ?? null),
    evidence: async () => evidence,
    getMeta: async (name) => meta[name] ?? null,
    linkedBy: async (from) => links[from] ?? [],
  };
}

function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return Math.imul(value ^ (value >>> 15), 0x85ebca6b);
}

function hex(text: string): string {
  const half = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
  return half(hash(text)) + half(hash(`${text}!`));
}
