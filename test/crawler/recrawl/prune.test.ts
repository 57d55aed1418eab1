import { describe, expect, test, vi } from 'vitest';
import { Discovery } from '../../../crawler/discovery.ts';
import { prune } from '../../../crawler/recrawl/prune.ts';
import { Scope } from '../../../crawler/scope/scope.ts';
import { type FoundUrl, MemoryFrontier } from '../../../db/index.ts';
import { compile } from '../../../src/canon/canonicalizer.ts';
import type { Key } from '../../../src/canon/key.ts';
import { entriesOf, found, ONCE, page, request } from '../../db/helpers.ts';

const UNLIMITED = { kind: 'any', include: [], exclude: [], maxDepth: null, traps: null } as const;

/** The key of a URL without claims. */
const plainKey = (url: string): Key =>
  new Discovery(compile(), new Scope([], UNLIMITED)).found(url, { depth: 0, source: 'link' }).key;

test('a page split from another one stays as long as an unchanged page links to it, in any spelling', async () => {
  const frontier = new MemoryFrontier();
  const discovery = new Discovery(compile(), new Scope([], UNLIMITED));
  const at = (path: string): FoundUrl => discovery.found(`http://a${path}`, { depth: 0, source: 'link' });
  const merged = (path: string): FoundUrl => found(`http://a${path}`, { key: 'http://a/b', pass: 'slash' });
  /** Reads what is queued: pages with links, and unchanged ones. */
  const read = async (links: Readonly<Record<string, readonly FoundUrl[]>>): Promise<void> => {
    const leases = await frontier.lease(request());
    const settlements = leases.map(({ id, key }) => {
      const listed = links[key.slice('http://a'.length)];
      return { ...ONCE, id, outcome: listed ? page() : ({ kind: 'unchanged' } as const), found: listed ?? [] };
    });
    await frontier.settle('run', settlements);
  };

  const home = [at('/b'), at('/first'), at('/second')];
  await frontier.add([at('/')]);
  await read({ '/': home });
  await read({ '/b': [], '/first': [merged('/b/')], '/second': [merged('/b/#part')] });
  const find = (url: string, how: Pick<FoundUrl, 'depth' | 'source'>): FoundUrl => discovery.found(url, how);
  await frontier.rekey({ claims: [], sites: ['a'], find, ownKey: (url) => at(url.slice(8)).key });
  await read({ '/b/': [] });
  await frontier.requeue(0);
  await read({ '/': home, '/first': [] });

  expect(await prune(frontier, { found: [at('/')], discovery, isClaimed: true })).toEqual({ unlinked: 0, queued: 1 });
  expect((await entriesOf(frontier)).find(({ key }) => key === 'http://a/b/')).toMatchObject({
    url: 'http://a/b/#part',
    state: 'queued',
  });
});

test('an entry gets no first URL that is only found by links that are not followed', async () => {
  const discovery = new Discovery(compile(), new Scope([], UNLIMITED));
  const at = (path: string): FoundUrl => discovery.found(`http://a${path}`, { depth: 0, source: 'link' });
  const [first, unfollowed, other] = [at('/b'), { ...at('/b?utm_source=x'), skip: 'nofollow' }, at('/b#part')] as const;
  const firstAfter = async (...later: readonly FoundUrl[]): Promise<string | undefined> => {
    const frontier = new MemoryFrontier();
    await frontier.add([at('/')]);
    for (const links of [[first, unfollowed, other], later]) {
      for (let left = 2; left > 0; left--) {
        const leases = await frontier.lease(request());
        const settlements = leases.map(({ id, key }) => {
          return { ...ONCE, id, outcome: page(), found: key === 'http://a/' ? links : [] };
        });
        await frontier.settle('run', settlements);
      }
      if (links !== later) await frontier.requeue(0);
    }
    await prune(frontier, { found: [at('/')], discovery, isClaimed: true });
    return (await entriesOf(frontier)).find(({ key }) => key === 'http://a/b')?.url;
  };

  expect(await firstAfter(unfollowed, other)).toBe('http://a/b#part');
  expect(await firstAfter(unfollowed)).toBe('http://a/b');
});

test('an entry is found on the page that stands for an alias, if only the alias is linked any more', async () => {
  const frontier = new MemoryFrontier();
  const discovery = new Discovery(compile(), new Scope([], UNLIMITED));
  const at = (path: string): FoundUrl => discovery.found(`http://a${path}`, { depth: 0, source: 'link' });
  const read = async (links: Readonly<Record<string, readonly FoundUrl[]>>): Promise<void> => {
    const leases = await frontier.lease(request());
    const settlements = leases.map(({ id, key }) => {
      return { ...ONCE, id, outcome: page(), found: links[key.slice('http://a'.length)] ?? [] };
    });
    await frontier.settle('run', settlements);
  };
  await frontier.add([at('/')]);
  await read({ '/': [at('/old'), at('/b')] });
  await read({ '/old': [at('/c'), at('/b/')], '/b': [at('/c')] });
  await read({ '/b/': [] });
  const merged = (url: string): FoundUrl =>
    url === 'http://a/b/' ? found(url, { key: 'http://a/b', pass: 'slash' }) : at(url.slice(8));
  await frontier.rekey({ claims: [], sites: ['a'], find: merged, ownKey: (url) => at(url.slice(8)).key });
  await frontier.requeue(0);
  await read({ '/': [at('/b/')], '/b': [at('/c')] });
  await prune(frontier, { found: [at('/')], discovery, isClaimed: true });
  const after = new Map((await entriesOf(frontier)).map(({ key, foundOn }) => [key.slice(8), foundOn]));
  expect(after.get('/b/')).toBe('http://a/');
  expect(after.get('/c')).toBe('http://a/b');
});

test('it looks at the robots.txt of hosts that were asked, and not of all that pages link to', async () => {
  const frontier = new MemoryFrontier();
  const discovery = new Discovery(compile(), new Scope([], UNLIMITED));
  const at = (url: string): FoundUrl => discovery.found(url, { depth: 0, source: 'link' });
  await frontier.add([at('http://a/')]);
  const [home] = await frontier.lease(request());
  const far = { ...at('http://far.example/'), skip: 'scope' } as const;
  await frontier.settle('run', [{ ...ONCE, id: home?.id ?? 0, outcome: page(), found: [far] }]);
  const read = vi.spyOn(frontier, 'getMeta');
  await prune(frontier, { found: [at('http://a/')], discovery, isClaimed: true });
  const names = read.mock.calls.map(([name]) => name);
  expect(names.filter((name) => name.startsWith('robots '))).toEqual(['robots http://a']);
});

/** A site whose parameter `ref` does not affect pages, if the claim holds. */
const REF = { facts: [{ kind: 'param', host: 'a', value: 'ref' }] } as const;

test('an entry whose URL a link has stays, although the link leads to the entry of the same key', async () => {
  const frontier = new MemoryFrontier();
  const discovery = new Discovery(compile(), new Scope([], UNLIMITED));
  const at = (path: string): FoundUrl => discovery.found(`http://a${path}`, { depth: 0, source: 'link' });
  const read = async (home: readonly FoundUrl[]): Promise<void> => {
    for (let left = 2; left > 0; left--) {
      const leases = await frontier.lease(request());
      const settlements = leases.map(({ id, key }) => {
        if (key.startsWith('http://a/p')) {
          return { ...ONCE, id, outcome: { kind: 'redirect', status: 302, to: at('/new') } as const, found: [] };
        }
        return { ...ONCE, id, outcome: page(), found: key === 'http://a/' ? home : [] };
      });
      await frontier.settle('run', settlements);
    }
  };
  await frontier.add([at('/')]);
  await read([at('/p'), at('/p?ref=x')]);
  discovery.adopt(compile(REF));
  await frontier.rekey({ claims: [], sites: ['a'], find: (url) => at(url.slice(8)), ownKey: plainKey });
  await frontier.requeue(0);
  await read([at('/p?ref=x')]);
  await prune(frontier, { found: [at('/')], discovery, isClaimed: true });
  expect(await prune(frontier, { found: [at('/')], discovery, isClaimed: true })).toEqual({ unlinked: 0, queued: 0 });
  expect((await entriesOf(frontier)).find(({ url }) => url === 'http://a/p?ref=x')).toMatchObject({ state: 'done' });
});

test('an entry that a redirect is an alias of stays', async () => {
  const frontier = new MemoryFrontier();
  const discovery = new Discovery(compile(REF), new Scope([], UNLIMITED));
  const at = (path: string): FoundUrl => discovery.found(`http://a${path}`, { depth: 0, source: 'link' });
  const read = async (home: readonly FoundUrl[]): Promise<void> => {
    const leases = await frontier.lease(request());
    const settlements = leases.map(({ id, key }) => {
      const outcome = key === 'http://a/x' ? ({ kind: 'redirect', status: 301, to: at('/p') } as const) : page();
      return { ...ONCE, id, outcome, found: key === 'http://a/' ? home : [] };
    });
    await frontier.settle('run', settlements);
  };
  const rekey = { claims: [], sites: ['a'], find: (url: string) => at(url.slice(8)), ownKey: plainKey };
  await frontier.add([at('/')]);
  await read([at('/x'), at('/p?ref=x')]);
  await read([]);
  await frontier.requeue(0);
  await read([at('/x')]);
  // A check of the claim fetches one of the merged URLs.
  discovery.adopt(compile());
  await frontier.rekey({ ...rekey, only: [at('/p').key] });
  await read([]);
  discovery.adopt(compile(REF));
  await frontier.rekey(rekey);
  await prune(frontier, { found: [at('/')], discovery, isClaimed: true });
  const after = new Map((await entriesOf(frontier)).map((entry) => [entry.key.slice(8), entry]));
  expect(after.get('/p')).toMatchObject({ state: 'done', aliasOf: null });
  for (let entry = after.get('/x'); entry?.key !== 'http://a/p'; entry = after.get(entry?.aliasOf?.slice(8) ?? '')) {
    expect(entry).toMatchObject({ state: 'done' });
  }
});

describe('a spelling of an alias by a claim stays as long as a page links to it', () => {
  const [PAGE, ALIAS, SPELLING] = ['/p', '/p?ref=x', '/p?ref=x#part'];

  /** Reads a site several times. `/q` links to the spelling, and the home page links to the alias only the first time. */
  async function readTwice(then: (claim: (isClaimed: boolean) => Promise<void>, read: Read) => Promise<void>) {
    const frontier = new MemoryFrontier();
    const discovery = new Discovery(compile(), new Scope([], UNLIMITED));
    const at = (path: string): FoundUrl => discovery.found(`http://a${path}`, { depth: 0, source: 'link' });
    const read: Read = async (links) => {
      await frontier.requeue(0);
      for (let left = 2; left > 0; left--) {
        const leases = await frontier.lease(request());
        const settlements = leases.map(({ id, key, earlier }) => {
          const targets = links[key.slice('http://a'.length)];
          const isUnchanged = targets === undefined && earlier !== null;
          const outcome = isUnchanged ? ({ kind: 'unchanged' } as const) : page();
          return { ...ONCE, id, outcome, found: (targets ?? []).map(at) };
        });
        await frontier.settle('run', settlements);
      }
    };
    const claim = async (isClaimed: boolean): Promise<void> => {
      discovery.adopt(compile(isClaimed ? REF : {}));
      const find = (url: string): FoundUrl => at(url.slice('http://a'.length));
      await frontier.rekey({ claims: [], sites: ['a'], find, ownKey: plainKey });
    };
    await frontier.add([at('/')]);
    await then(claim, read);
    await read({ '/': [PAGE, '/q'] });
    await prune(frontier, { found: [at('/')], discovery, isClaimed: true });
    const kept = (await entriesOf(frontier)).filter(({ reason }) => reason !== 'unlinked');
    return kept.flatMap(({ url, spellings }) => [url, ...spellings.map((one) => one.url)]).map((url) => url.slice(8));
  }

  type Read = (links: Readonly<Record<string, readonly string[]>>) => Promise<void>;

  test('if the link was found before the claim', async () => {
    const urls = await readTwice(async (claim, read) => {
      await read({ '/': [PAGE, ALIAS, '/q'], '/q': [SPELLING] });
      await claim(true);
    });
    expect(urls).toEqual(['/', PAGE, SPELLING, '/q']);
  });

  test('if the link was found under the claim, which was refuted for a while', async () => {
    const urls = await readTwice(async (claim, read) => {
      await read({ '/': [PAGE, ALIAS, '/q'] });
      await claim(true);
      await read({ '/': [PAGE, ALIAS, '/q'], '/q': [SPELLING] });
      await claim(false);
      await claim(true);
    });
    expect(urls).toEqual(['/', PAGE, SPELLING, '/q']);
  });
});
