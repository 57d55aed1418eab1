import { expect, test } from 'vitest';
import { auditSources, crawl } from '../../crawler/index.ts';
import { MemoryFrontier } from '../../db/index.ts';
import { AuditSite, audit } from '../../src/audit.ts';
import { type Answer, links, redirect, site } from '../crawler/web.ts';
import { seededRandom } from '../kill/random.ts';
import { prose } from './made-site.ts';

const HUBS = 4;
const PAGES = 40;
const SPELLINGS = ['', '/', '?utm_source=x', '/?PHPSESSID=0123456789abcdef0123456789abcdef'];

/** What the server answers at a path, with and without a trailing slash: hubs list links in an order of their own. */
function answersIn(random: () => number): (target: string) => Answer | undefined {
  const shuffled = (urls: readonly string[]): readonly string[] =>
    urls
      .map((url) => [random(), url] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, url]) => url);
  const paths = Array.from({ length: PAGES }, (_, n) => [
    `/d/${n}`,
    ...(n < 8 ? [`/old/${n}`, `/gone/${n}`] : []),
  ]).flat();
  const spelled = paths.flatMap((path) => SPELLINGS.map((end) => `${path}${end}`));
  const hubs = Array.from({ length: HUBS }, (_, hub) => spelled.filter((_each, at) => at % 13 === hub));
  return (target) => {
    const path = target.replace(/\?.*/s, '').replace(/(?<=.)\/$/, '');
    if (path === '/') return links(...shuffled(hubs.map((_, n) => `/hub/${n}.html`)));
    const [, kind, name = ''] = /^\/(\w+)\/(\d+)(?:\.html)?$/.exec(path) ?? [];
    if (kind === 'hub') return `${links(...shuffled(hubs[Number(name)] ?? []))}${prose(40, `hub${name}`)}`;
    if (kind === 'old') return redirect(301, `/d/${name}`);
    if (kind !== 'd') return undefined;
    // Whether a link from one URL of a page to another is one of the page to itself depends on the order.
    const isOther = (url: string): boolean => !new RegExp(`/d/${name}(?!\\d)`).test(url);
    const further = shuffled(spelled.filter((url, at) => at % PAGES === Number(name) && isOther(url)));
    return `${links(...further)}${prose(60, `page${name}`)}`;
  };
}

async function printsIn(order: number): Promise<ReadonlyMap<string, string>> {
  const { origin } = await site(answersIn(seededRandom(order)));
  const frontier = new MemoryFrontier();
  await crawl(`${origin}/`, { db: frontier, concurrency: 1 }).finish();
  const found = await audit(await AuditSite.read(await auditSources(frontier)));
  return new Map(
    found.map(({ rule, key, fingerprint }) => [`${rule} ${fingerprint}`, `${rule} ${new URL(key).pathname}`]),
  );
}

test('the fingerprints of a site that shows its pages under many URLs do not depend on the order of fetches', async () => {
  const first = await printsIn(1);
  expect(new Set([...first.values()].map((text) => text.split(' ')[0]))).toContain('links/broken');
  for (const order of [2, 3, 4]) {
    const other = await printsIn(order);
    const isNew = [...other].filter(([print]) => !first.has(print)).map(([, text]) => text);
    const isGone = [...first].filter(([print]) => !other.has(print)).map(([, text]) => text);
    expect({ order, isNew, isGone }).toEqual({ order, isNew: [], isGone: [] });
  }
});
