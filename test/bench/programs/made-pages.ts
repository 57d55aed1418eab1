import type { FoundUrl, Settlement } from '../../../db/index.ts';
import type { Key } from '../../../src/canon/key.ts';

const HOSTS = 20;
const LINKS = 150;
const NOTHING = {
  etag: null,
  lastModified: null,
  text: null,
  sketch: null,
  record: '{"title":"A page of a test"}',
  fields: null,
};
const COMMON = { depth: 1, hops: 0, source: 'link', role: 'page', lastmod: null, skip: null } as const;

/** The first URLs of all hosts. */
export function firstUrls(): readonly FoundUrl[] {
  return Array.from({ length: HOSTS * 20 }, (_, n) => found(n % HOSTS, n, ''));
}

/** The outcome of a made-up page. */
export function pageOf(id: number, at: number): Settlement {
  return {
    id,
    at,
    siteUntil: null,
    found: linksOf(id),
    outcome: {
      kind: 'page',
      status: 200,
      contentType: 'text/html',
      digest: 'd',
      canonical: null,
      note: null,
      role: 'page',
      details: NOTHING,
    },
  };
}

/** Of a page's links, two thirds are of its site's menu, a sixth is new, and the rest goes to known pages by fragments. */
function linksOf(id: number): FoundUrl[] {
  return Array.from({ length: LINKS }, (_, n) => {
    const host = id % HOSTS;
    if (n % 6 === 0) return found(host, 1000 + id * 25 + n, '');
    return n % 6 === 1 ? found(host, (id * 31 + n * 7) % (1000 + id * 20), `#part-${n}`) : found(host, n, '');
  });
}

function found(host: number, path: number, fragment: string): FoundUrl {
  const site = `host${host}.example`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made as a canonicalizer would
  const key = `https://${site}/documentation/reference/chapter-${path % 97}/page-${path}.html` as Key;
  return { ...COMMON, url: key + fragment, key, site, pass: fragment === '' ? null : 'drop-fragment' };
}
