import type { Entry, FoundUrl, Frontier, LeaseRequest, Outcome } from '../../db/index.ts';
import type { Key } from '../../src/canon/key.ts';

type Found = Partial<Omit<FoundUrl, 'key'>> & { readonly key?: string };

/** A URL as found. By default it is its own key, and its host is its site. */
export function found(url: string, { key = url, ...rest }: Found = {}): FoundUrl {
  const site = /^[a-z]+:\/\/([^/]*)/.exec(key)?.[1] ?? '';
  // Only the canonicalizer makes keys; here the test replaces it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { url, key: key as Key, site, depth: 0, hops: 0, pass: null, skip: null, ...FOUND, ...rest };
}

const FOUND = { source: 'link', role: 'page', lastmod: null } as const;

/** The times of a settlement, if a test does not depend on them. */
export const ONCE = { at: 0, siteUntil: null } as const;

export const NO_DETAILS = { etag: null, lastModified: null, text: null, sketch: null, record: null, fields: null };

export function page(change: Partial<Extract<Outcome, { kind: 'page' }>> = {}): Outcome {
  const nothing = { contentType: null, digest: null, canonical: null, note: null } as const;
  return { kind: 'page', status: 200, ...nothing, role: 'page', details: NO_DETAILS, ...change };
}

export function request(change: Partial<LeaseRequest> = {}): LeaseRequest {
  return {
    run: 'run',
    limit: 100,
    perSite: 100,
    ahead: 1,
    delay: 0,
    total: null,
    now: 0,
    level: false,
    except: [],
    ...change,
  };
}

export async function entriesOf(frontier: Frontier): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of frontier.entries()) entries.push(entry);
  return entries;
}
