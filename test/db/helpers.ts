import type { Entry, FoundUrl, Frontier, LeaseRequest, Outcome } from '../../db/index.ts';
import type { Key } from '../../src/canon/key.ts';

type Found = Partial<Omit<FoundUrl, 'key'>> & { readonly key?: string };

/** A URL as found; unless said otherwise it is its own key, and its host is its site. */
export function found(url: string, { key = url, ...rest }: Found = {}): FoundUrl {
  const site = /^[a-z]+:\/\/([^/]*)/.exec(key)?.[1] ?? '';
  // A test stands in for the canonicalizer, which alone makes keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { url, key: key as Key, site, depth: 0, hops: 0, pass: null, skip: null, ...rest };
}

export function page(change: Partial<Extract<Outcome, { kind: 'page' }>> = {}): Outcome {
  return { kind: 'page', status: 200, contentType: null, digest: null, canonical: null, note: null, ...change };
}

export function request(change: Partial<LeaseRequest> = {}): LeaseRequest {
  return { run: 'run', limit: 100, perSite: 100, now: 0, until: 1000, level: false, ...change };
}

export async function entriesOf(frontier: Frontier): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of frontier.entries()) entries.push(entry);
  return entries;
}
