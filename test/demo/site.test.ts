/** The demo site is what its data says: every planted duplicate, every clean twin, every oddity, every link. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTS } from '../../config/demo-site/answer.ts';
import { DUPLICATES, type Duplicate } from '../../config/demo-site/duplicates.ts';
import { FACTS } from '../../config/demo-site/facts.ts';
import { ODDITIES, type Oddity } from '../../config/demo-site/oddities.ts';
import { ORIGIN } from '../../config/demo-site/page.ts';
import { PAGES } from '../../config/demo-site/pages.ts';
import { type Site, startSite } from '../../config/demo-site/server.ts';
import { TRUE_PAGES } from '../../config/demo-site/truth.ts';
import { TWINS } from '../../config/demo-site/twins.ts';
import { parseConnectTo } from '../../crawler/fetch/connect-to.ts';
import { Fetcher } from '../../crawler/fetch/fetcher.ts';
import type { FetchResponse } from '../../crawler/fetch/outcome.ts';
import { readPage } from '../../crawler/page/html/html.ts';
import { type Canonicalizer, compile, PASSES, resolve, UrlError } from '../../src/index.ts';

const client = compile({ profile: 'whatwg' });
const known = compile({ facts: FACTS });
const loosest = compile({ profile: 'changing', facts: FACTS });
const unknowing = compile({ profile: 'changing' });

/** Duplicates that do not get the page's key, and why. */
const OTHER_KEY: ReadonlyMap<string, string> = new Map([
  [
    'http://BRÖOM.example/about/history',
    'no pass knows one domain from another: only its redirect says that they are one',
  ],
]);

const merged = DUPLICATES.filter(({ answer }) => answer !== 'different');

let site: Site;
let fetcher: Fetcher;

beforeAll(async () => {
  site = await startSite();
  const { ca } = site;
  fetcher = new Fetcher({ userAgent: 'dustpan-test', connectTo: site.connectTo.map(parseConnectTo), ca });
});

afterAll(async () => {
  await fetcher.close();
  await site.close();
});

/** Fetches as a client would: what is sent is the URL Standard's form, without the fragment. */
async function get(url: string): Promise<FetchResponse> {
  const [sent = ''] = canonical(client, url).split('#', 1);
  const result = await fetcher.fetch(sent);
  if (result.kind === 'failure') throw new Error(`${url}: ${result.message}`);
  return result;
}

function canonical(canonicalizer: Canonicalizer, url: string): string {
  const result = canonicalizer.canonicalize(url);
  if (result instanceof UrlError) throw result;
  return result;
}

function tracedPasses(canonicalizer: Canonicalizer, url: string): readonly string[] {
  const trace = canonicalizer.trace(url);
  if (trace instanceof UrlError) throw trace;
  return trace.changes.map(({ pass }) => pass);
}

async function bodyAt(url: string): Promise<string> {
  const { status, body } = await get(url);
  expect(status, url).toBe(200);
  return Buffer.from(body ?? []).toString('latin1');
}

/** Every URL on the way, the last one answered with something else than a redirect. */
async function follow(url: string): Promise<readonly string[]> {
  const way = [url];
  for (let from = url; way.length <= 10; ) {
    const { status, headers } = await get(from);
    if (status < 300 || status > 399) return way;
    from = absolute(from, String(headers['location']));
    way.push(from);
  }
  throw new Error(`${url}: no end of redirects`);
}

function absolute(base: string, reference: string): string {
  const url = resolve(canonical(client, base), reference);
  if (url instanceof UrlError) throw url;
  return url;
}

describe('pages', () => {
  test.each(PAGES)('$path is answered under its own URL', async ({ path }) => {
    expect(await bodyAt(ORIGIN + path)).toContain('<title>');
  });

  test('no two have one title or one text', async () => {
    const bodies = await Promise.all(PAGES.map(({ path }) => bodyAt(ORIGIN + path)));
    expect(new Set(bodies).size).toBe(PAGES.length);
    expect(new Set(PAGES.map(({ title }) => title)).size).toBe(PAGES.length);
    expect(new Set(PAGES.map(({ paragraphs }) => paragraphs.join())).size).toBe(PAGES.length);
  });

  test('each URL is its own key under the facts', () => {
    const urls = TRUE_PAGES.map(({ url }) => url);
    expect(urls.map((url) => canonical(known, url))).toEqual(urls);
    expect(new Set(urls).size).toBe(urls.length);
  });

  test.each(['m.broom.example', '192.0.2.80'])('%s serves them all, byte for byte', async (host) => {
    for (const { path } of PAGES) expect(await bodyAt(`http://${host}${path}`)).toBe(await bodyAt(ORIGIN + path));
  });

  test.each(['https://broom.example', 'http://www.broom.example', 'https://www.broom.example', 'http://bröom.example'])(
    '%s leads to them all',
    async (origin) => {
      for (const { path } of PAGES) expect((await follow(origin + path)).at(-1)).toBe(ORIGIN + path);
    },
  );
});

describe('duplicates', () => {
  test.each(merged.filter(({ answer }) => answer === 'same'))(
    '$pass: $url is answered with its page',
    async (planted) => {
      expect(await bodyAt(planted.url)).toBe(await bodyAt(ORIGIN + planted.page));
    },
  );

  test.each(merged.filter(({ answer }) => answer === 'redirect'))(
    '$pass: $url redirects to its page',
    async (planted) => {
      const way = await follow(planted.url);
      expect(way.length).toBeGreaterThan(1);
      expect(await bodyAt(way.at(-1) ?? '')).toBe(await bodyAt(ORIGIN + planted.page));
      expect((await get(planted.url)).status).toBe(301);
    },
  );

  test.each(merged)('$pass: $url gets the key of its page from the facts', ({ url, page }) => {
    const isSame = canonical(known, url) === canonical(known, ORIGIN + page);
    expect(isSame).toBe(!OTHER_KEY.has(url));
  });

  // The museum is no wiki: slug forms have a site of their own in the tests of the crawl.
  const passes = PASSES.filter(({ needs }) => needs !== 'site');
  test.each(passes)('$name has at least two, which it changes', ({ name }) => {
    const planted = merged.filter(({ pass }) => pass === name);
    expect(planted.length).toBeGreaterThanOrEqual(2);
    for (const { url } of planted) {
      expect(tracedPasses(known, url)).toContain(name);
      expect(tracedPasses(loosest, url)).toContain(name);
    }
  });

  test('are planted once each, under names of passes', () => {
    expect(new Set(DUPLICATES.map(({ url }) => url)).size).toBe(DUPLICATES.length);
    expect(DUPLICATES.map(({ pass }) => PASSES.findIndex(({ name }) => name === pass)).indexOf(-1)).toBe(-1);
  });
});

describe('clean twins', () => {
  test.each(TWINS)('$urls: $how', async ({ urls: [one, other], isByScript }) => {
    expect(canonical(known, one)).not.toBe(canonical(known, other));
    if (isByScript === undefined) expect(await bodyAt(one)).not.toBe(await bodyAt(other));
  });

  test.each(TWINS)('$urls are merged by nothing but $pass', ({ urls: [one, other], pass }) => {
    const isMerged = canonical(unknowing, one) === canonical(unknowing, other);
    expect(isMerged).toBe(pass !== null);
    if (pass !== null) expect(tracedPasses(unknowing, one)).toContain(pass);
  });

  test.each(TWINS)('$urls are both among the true pages', ({ urls }) => {
    const pages = new Set(TRUE_PAGES.map(({ url }) => url));
    expect(urls.filter((url) => !pages.has(url))).toEqual([]);
  });
});

describe('oddities', () => {
  const ofKind = <Kind extends Oddity['kind']>(kind: Kind): readonly Extract<Oddity, { kind: Kind }>[] =>
    ODDITIES.filter((oddity): oddity is Extract<Oddity, { kind: Kind }> => oddity.kind === kind);

  test.each(ofKind('redirect'))('$href redirects', async ({ href, status, location, isEndless }) => {
    const response = await get(ORIGIN + href);
    expect(response).toMatchObject({ status, headers: { location } });
    if (isEndless) await expect(follow(ORIGIN + href)).rejects.toThrow('no end');
    else expect(PAGES.map(({ path }) => ORIGIN + path)).toContain((await follow(ORIGIN + href)).at(-1));
  });

  test('one chain has three redirects', async () => {
    expect(await follow(`${ORIGIN}/our-story`)).toHaveLength(4);
  });

  test.each(['/floor-plan', '/old?utm_source=x'])('%s redirects to a URL of its own key', async (path) => {
    const { headers } = await get(ORIGIN + path);
    const target = absolute(ORIGIN + path, String(headers['location']));
    expect(target).not.toBe(ORIGIN + path);
    expect(canonical(known, target)).toBe(canonical(known, ORIGIN + path));
  });

  test.each(ofKind('copy'))('$href declares by $declaredBy what it is a copy of', async ({ href, of, declaredBy }) => {
    const { headers } = await get(ORIGIN + href);
    const { canonicals, refresh } = readPage(await bodyAt(ORIGIN + href));
    const declared = {
      'link element': canonicals[0]?.href,
      'Link header': /<(.*)>; rel="canonical"/.exec(String(headers['link']))?.[1],
      'meta refresh': refresh?.url ? ORIGIN + refresh.url : undefined,
    };
    expect(declared).toEqual({ ...NOTHING_DECLARED, [declaredBy]: ORIGIN + of });
  });

  test.each(ofKind('error'))('$href is answered with $status', async ({ href, status }) => {
    expect(await get(ORIGIN + href)).toMatchObject({ status });
  });

  test('soft 404s are answered with 200 and one apology', async () => {
    const bodies = await Promise.all(ofKind('soft 404').map(({ href }) => bodyAt(ORIGIN + href)));
    expect(bodies.length).toBeGreaterThan(1);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('Sorry');
  });

  test.each(ofKind('file'))('$href is answered with its bytes', async ({ href, contentType, body }) => {
    const response = await get(ORIGIN + href);
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': contentType } });
    expect(Buffer.from(body).equals(response.body ?? new Uint8Array())).toBe(true);
  });
});

const NOTHING_DECLARED = { 'link element': undefined, 'Link header': undefined, 'meta refresh': undefined };

describe('links', () => {
  test('a walk from the front page finds every page and every planted link, and nothing else', async () => {
    const pages = new Set(TRUE_PAGES.map(({ url }) => url));
    const planted = new Set([...DUPLICATES, ...ODDITIES.map(({ href }) => ({ url: href }))].map(({ url }) => url));
    const found = new Set<string>();
    const waiting = [site.seed];
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (found.has(url)) continue;
      found.add(url);
      if (!pages.has(url)) continue;
      for (const href of readPage(Buffer.from(await bodyAt(url), 'latin1').toString()).links.keys()) {
        waiting.push(planted.has(href) ? href : absolute(url, href));
      }
    }
    expect([...found].sort()).toEqual([...new Set([...pages, ...planted])].sort());
  });

  test('pages that declare a canonical URL declare their own', async () => {
    const declared = await Promise.all(
      PAGES.map(async ({ path }) => readPage(await bodyAt(ORIGIN + path)).canonicals.map(({ href }) => href)),
    );
    expect(declared).toEqual(PAGES.map(({ path, declaresItself }) => (declaresItself ? [ORIGIN + path] : [])));
    expect(declared.flat().length).toBeGreaterThan(5);
  });
});

describe('truth', () => {
  test('holds every duplicate once, at its page', () => {
    const held = TRUE_PAGES.flatMap(({ duplicates }): readonly Duplicate[] => duplicates);
    expect(new Set(held)).toEqual(new Set(merged));
    expect(held).toHaveLength(merged.length);
  });

  test('holds every alias, each leading to its page', async () => {
    const aliases = TRUE_PAGES.flatMap(({ url, aliases: urls }) => urls.map((alias) => ({ alias, url })));
    const endings = ODDITIES.filter(
      (oddity) => oddity.kind === 'copy' || (oddity.kind === 'redirect' && oddity.isEndless === undefined),
    );
    expect(aliases.map(({ alias }) => alias).sort()).toEqual(endings.map(({ href }) => ORIGIN + href).sort());
    for (const { alias, url } of aliases) {
      const { status } = await get(alias);
      if (status !== 200) expect((await follow(alias)).at(-1)).toBe(url);
    }
  });
});

describe('server', () => {
  test.each([
    'http://broom.example/nowhere',
    'http://broom.example/visit/',
    'http://broom.example//docs/bristles/',
    'http://broom.example/WIKI/dust',
    'http://broom.example/events/?month=2027-01',
    'http://broom.example/blog/?page=4',
  ])('%s is not found', async (url) => {
    expect(await get(url)).toMatchObject({ status: 404 });
  });

  test('knows no other host', async () => {
    const [rule = ''] = site.connectTo;
    const [, , address, port] = rule.split(':');
    const connectTo = [parseConnectTo(`::${address}:${port}`)];
    const stranger = new Fetcher({ userAgent: 'dustpan-test', connectTo });
    expect(await stranger.fetch('http://vacuum.example/')).toMatchObject({ status: 404 });
    await stranger.close();
  });

  test('records requests byte for byte', async () => {
    const before = site.requests.length;
    await fetcher.fetch('http://broom.example/docs/../a%2fb//c?%c3');
    await fetcher.fetch('https://m.broom.example/');
    expect(site.requests.slice(before)).toEqual([
      { host: 'broom.example', scheme: 'http', path: '/docs/../a%2fb//c?%c3' },
      { host: 'm.broom.example', scheme: 'https', path: '/' },
    ]);
  });

  test('reads dot segments as a client that leaves them in would mean them', async () => {
    for (const path of ['/docs/../visit', '/docs/%2e%2E/visit', '/./visit']) {
      const response = await fetcher.fetch(ORIGIN + path);
      expect(response).toMatchObject({ status: 200 });
    }
  });

  test('has a rule for every host and scheme', () => {
    for (const host of HOSTS) {
      expect(site.connectTo.filter((rule) => rule.startsWith(`${host}:`))).toHaveLength(2);
    }
  });

  test('two of them run side by side, and one that is closed takes no connection', async () => {
    const other = await startSite();
    const visitor = new Fetcher({ userAgent: 'dustpan-test', connectTo: other.connectTo.map(parseConnectTo) });
    expect(await visitor.fetch(other.seed)).toMatchObject({ status: 200 });
    await other.close();
    expect(await visitor.fetch(other.seed)).toMatchObject({ kind: 'failure', code: 'connection-refused' });
    await visitor.close();
  });
});
