/** Covers: crawler/login.ts */
import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { parseCookieFile } from '../../../crawler/fetch/cookie-file.ts';
import { Cookies } from '../../../crawler/fetch/cookies.ts';
import { Fetcher, type FetcherOptions } from '../../../crawler/fetch/fetcher.ts';
import { QueuedLogin } from '../../../crawler/login.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { type CrawlTestOptions, crawl } from '../crawling.ts';
import { keyOf } from '../evidence/entries.ts';
import { type Answer, links, redirect, respond, site, type Web } from '../web.ts';

const file = (...fields: readonly string[]): string => `${fields.join('\t')}\n`;
const LATER = '4102444800';

/** What is sent to a URL by a jar with that file, after those responses. */
function sent(text: string, to: string, set: readonly (readonly [url: string, field: string])[] = []): string | null {
  const jar = new Cookies(['www.a.example', '127.0.0.1', 'intranet'], parseCookieFile(text));
  for (const [url, field] of set) jar.take(url, new URL(url).hostname, field);
  return jar.headerFor(to);
}

describe('a cookie of the file is sent', () => {
  test.each<[string, string, string, string | null]>([
    ['to its host', file('a.example', 'FALSE', '/', 'FALSE', '0', 'n', 'v'), 'http://a.example/', 'n=v'],
    ['to no subdomain', file('a.example', 'FALSE', '/', 'FALSE', '0', 'n', 'v'), 'http://b.a.example/', null],
    ['to subdomains', file('.a.example', 'TRUE', '/', 'FALSE', '0', 'n', 'v'), 'http://b.a.example/', 'n=v'],
    ['to no other host', file('b.a.example', 'FALSE', '/', 'FALSE', '0', 'n', 'v'), 'http://a.example/', null],
    ['to no other site', file('.b.example', 'TRUE', '/', 'FALSE', '0', 'n', 'v'), 'http://b.example/', null],
    ['below its path', file('a.example', 'FALSE', '/x', 'FALSE', '0', 'n', 'v'), 'http://a.example/x/y?z', 'n=v'],
    ['to no other path', file('a.example', 'FALSE', '/x', 'FALSE', '0', 'n', 'v'), 'http://a.example/xy', null],
    ['over TLS', file('a.example', 'FALSE', '/', 'TRUE', '0', 'n', 'v'), 'https://a.example/', 'n=v'],
    ['not without TLS', file('a.example', 'FALSE', '/', 'TRUE', '0', 'n', 'v'), 'http://a.example/', null],
    ['until its end', file('a.example', 'FALSE', '/', 'FALSE', LATER, 'n', 'v'), 'http://a.example/', 'n=v'],
    ['not after it', file('a.example', 'FALSE', '/', 'FALSE', '1000', 'n', 'v'), 'http://a.example/', null],
    ['to an address', file('127.0.0.1', 'TRUE', '/', 'FALSE', '0', 'n', 'v'), 'http://127.0.0.1/', 'n=v'],
    ['to a host of the network', file('intranet', 'FALSE', '/', 'FALSE', '0', 'n', 'v'), 'http://intranet/', 'n=v'],
    [
      'as UTF-8',
      file('a.example', 'FALSE', '/', 'FALSE', '0', 'n', 'é“'),
      'http://a.example/',
      `n=${Buffer.from('é“').toString('latin1')}`,
    ],
    ['without a name', file('a.example', 'FALSE', '/', 'FALSE', '0', '', 'v'), 'http://a.example/', 'v'],
  ])('%s', (_, text, to, header) => {
    expect(sent(text, to)).toBe(header);
  });
});

describe('a cookie that a response sets', () => {
  const FROM = 'http://www.a.example/x/y';

  test.each<[string, string, string, string | null]>([
    ['is sent back', 'n=v', 'http://www.a.example/x/', 'n=v'],
    ['is for its folder', 'n=v', 'http://www.a.example/', null],
    ['is for its path', 'n=v; Path=/', 'http://www.a.example/', 'n=v'],
    ['is for its host', 'n=v; Path=/', 'http://a.example/', null],
    ['is for its domain', 'n=v; Path=/; Domain=a.example', 'https://b.a.example/', 'n=v'],
    ['for a public suffix is refused', 'n=v; Path=/; Domain=example', 'http://www.a.example/', null],
    ['for another host is refused', 'n=v; Path=/; Domain=b.a.example', 'http://b.a.example/', null],
    ['for an address is refused', 'n=v; Path=/; Domain=127.0.0.1', 'http://127.0.0.1/', null],
    ['that is Secure is not sent without TLS', 'n=v; Path=/; Secure', 'http://www.a.example/', null],
    [
      'with __Host- and a domain is refused',
      '__Host-n=v; Secure; Path=/; Domain=a.example',
      'https://a.example/',
      null,
    ],
    ['that has ended is not sent', 'n=v; Path=/; Max-Age=0', 'http://www.a.example/', null],
    ['is sent whatever its SameSite', 'n=v; Path=/; SameSite=Strict', 'http://www.a.example/', 'n=v'],
    ['that is too long is refused', `n=${'v'.repeat(4096)}; Path=/`, 'http://www.a.example/', null],
    ['that says nothing is refused', ';;;', 'http://www.a.example/x/', null],
  ])('%s', (_, field, to, header) => {
    expect(sent('', to, [[FROM, field]])).toBe(header);
  });

  test('replaces the one of the file', () => {
    const text = file('www.a.example', 'FALSE', '/', 'FALSE', '0', 'n', 'old');
    expect(sent(text, FROM, [[FROM, 'n=new; Path=/']])).toBe('n=new');
  });

  test('of another site is refused', () => {
    expect(sent('', 'http://b.example/', [['http://b.example/', 'n=v']])).toBeNull();
  });

  test('of a subdomain is for the site if it says so', () => {
    expect(sent('', 'http://www.a.example/', [['http://login.a.example/', 'n=v; Domain=a.example']])).toBe('n=v');
  });
});

test('of a flood of cookies, the youngest 180 of a domain are kept', () => {
  const jar = new Cookies(['a.example'], []);
  for (let at = 0; at < 2000; at++) jar.take('http://a.example/', 'a.example', `n${at}=v`);
  const kept = jar.headerFor('http://a.example/')?.split('; ') ?? [];
  expect([kept.length, kept.at(0), kept.at(-1)]).toEqual([180, 'n1820=v', 'n1999=v']);
});

test('of cookies of endless subdomains, the youngest 3,000 are kept', () => {
  const jar = new Cookies(['a.example'], []);
  const host = (at: number): string => `h${at}.a.example`;
  for (let at = 0; at < 3100; at++) jar.take(`http://${host(at)}/`, host(at), 'n=v');
  const isKept = (at: number): boolean => jar.headerFor(`http://${host(at)}/`) !== null;
  expect([isKept(99), isKept(100), isKept(3099)]).toEqual([false, true, true]);
});

describe('the target of a redirect', () => {
  const url = (path: string): string => `http://a.example/${path}`;

  /** Redirects to `1` with the cookie `new`. */
  function isNewRequest(before: readonly (readonly [from: string, cookie: string | null])[]): boolean {
    const jar = new Cookies(['a.example'], []);
    jar.take(url(''), 'a.example', 'new=1');
    for (const [from, cookie] of before) jar.noteRedirect(url(from), cookie, url('x'));
    return jar.noteRedirect(url('2'), null, url('1'));
  }

  test.each<[string, boolean, (readonly [string, string | null])[]]>([
    ['is requested anew if it redirected without the cookie', true, [['1', null]]],
    ['is requested anew if it redirected with another cookie', true, [['1', 'old=1']]],
    ['is not requested anew if it redirected with the cookie', false, [['1', 'new=1']]],
    ['is requested anew if it is not known to redirect', true, [['3', 'new=1']]],
  ])('%s', (_, isNew, before) => {
    expect(isNewRequest(before)).toBe(isNew);
  });

  test('is not requested anew if there is no cookie', () => {
    expect(new Cookies(['a.example'], []).noteRedirect(url('2'), null, url('1'))).toBe(false);
  });

  test('is remembered until 10,000 others redirect', () => {
    const others = (count: number) => Array.from({ length: count }, (_, at) => [`other${at}`, 'new=1'] as const);
    expect(isNewRequest([['1', 'new=1'], ...others(9998)])).toBe(false);
    expect(isNewRequest([['1', 'new=1'], ...others(10_000)])).toBe(true);
  });
});

describe('a crawl', () => {
  /** Pages only for those who come with the cookie that the page for login sets. */
  function members(): Readonly<Record<string, Answer>> {
    const forMembers =
      (page: string): Answer =>
      (request, response) => {
        const isMember = request.headers.cookie?.includes('session=s3cret') === true;
        if (isMember) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        else response.writeHead(302, { location: '/login' }).end();
      };
    return {
      '/login': respond(302, { 'set-cookie': 'session=s3cret; Path=/; HttpOnly', location: '/' }),
      '/': forMembers(links('/a')),
      '/a': forMembers('<title>a</title>'),
    };
  }

  async function pages(seed: string, options: Partial<FetcherOptions>): Promise<readonly string[]> {
    const { entries } = await crawl([seed], { fetch: { userAgent: 'test', ...options } }, new MemoryFrontier());
    return entries
      .filter(({ state, aliasOf }) => state === 'done' && aliasOf === null)
      .map(({ url }) => new URL(url).pathname);
  }

  test('keeps the cookie that a login sets on the way', async () => {
    const { origin } = await site(members());
    expect(await pages(`${origin}/login`, { cookies: '' })).toEqual(['/', '/a']);
    expect(await pages(`${origin}/login`, {})).toEqual([]);
  });

  test('logs in again before a recrawl fetches the other pages', async () => {
    const { origin, requests } = await site(members());
    const options = { fetch: { userAgent: 'test', cookies: '' } };
    const frontier = new MemoryFrontier();
    await crawl([`${origin}/login`], options, frontier);
    requests.length = 0;
    const { entries, report } = await crawl([`${origin}/login`], { ...options, recrawl: 0 }, frontier);
    expect(requests).toEqual(['/login', '/', '/a']);
    expect(report).toMatchObject({ unlinked: 0, progress: { pages: 2 } });
    expect(entries.filter(({ state }) => state !== 'done')).toEqual([]);
  });

  test('does so with another seed, a login that redirects twice, and one that fails at first', async () => {
    let fails = false;
    const { origin, requests } = await site({
      ...members(),
      '/login': (request, response) => {
        if (fails) response.writeHead(500).end();
        else response.writeHead(302, { location: '/sso' }).end();
        fails = false;
      },
      '/sso': members()['/login'] ?? '',
    });
    const seeds = [`${origin}/login`, `${origin}/other`];
    const options = { fetch: { userAgent: 'test', cookies: '' }, retries: 1 };
    const frontier = new MemoryFrontier();
    await crawl(seeds, options, frontier);
    requests.length = 0;
    fails = true;
    const { report } = await crawl(seeds, { ...options, recrawl: 0 }, frontier);
    expect(requests).toEqual(['/login', '/login', '/other', '/sso', '/', '/a']);
    expect(report.unlinked).toBe(0);
  });

  /** Crawls until the home page is fetched, and then goes on. Returns what is requested after the stop. */
  async function stopped(
    { origin, requests }: Web,
    seeds: readonly [first: string, later: string],
    changed: CrawlTestOptions = {},
  ): Promise<{
    readonly after: readonly string[];
    readonly ends: readonly (readonly [string, string, number | null])[];
  }> {
    const stop = new AbortController();
    const onProgress = ({ pages: count }: { readonly pages: number }): void => {
      if (count > 0) stop.abort();
    };
    const options = { fetch: { userAgent: 'test', cookies: '' }, concurrency: 1, retries: 2 };
    const frontier = new MemoryFrontier();
    await crawl([origin + seeds[0]], { ...options, signal: stop.signal, onProgress }, frontier);
    requests.length = 0;
    const { entries } = await crawl([origin + seeds[1]], { ...options, ...changed }, frontier);
    const ends = entries.map(({ url, state, status }) => [url.slice(origin.length), state, status] as const);
    return { after: [...requests], ends };
  }

  /** The pages of `members`, with a login that redirects twice and sets its cookie last. */
  function longLogin(first: Answer): Readonly<Record<string, Answer>> {
    return { ...members(), '/login?t=1': first, '/sso': members()['/login'] ?? '', '/login': 'please log in' };
  }

  test('that was stopped logs in again before it goes on, and records nothing of it', async () => {
    const web = await site(longLogin(redirect(302, '/sso')));
    const { after, ends } = await stopped(web, ['/login?t=1', '/login?t=1']);
    expect(after).toEqual(['/login?t=1', '/sso', '/', '/a']);
    expect(ends).toEqual([
      ['/login?t=1', 'done', 302],
      ['/sso', 'done', 302],
      ['/', 'done', 200],
      ['/a', 'done', 200],
    ]);
  });

  test.each([
    ['waits for a login that fails at first', 1, ['/login?t=1', '/login?t=1', '/sso', '/', '/a'], 200],
    ['goes on without a login that fails', 9, ['/login?t=1', '/login?t=1', '/login?t=1', '/a', '/login'], 302],
  ])('that was stopped %s', async (_, failures, requests, status) => {
    let count = 0;
    const login: Answer = (__, response) => {
      const isFailing = count > 0 && count <= failures;
      count++;
      if (isFailing) response.writeHead(500).end();
      else response.writeHead(302, { location: '/sso' }).end();
    };
    const { after, ends } = await stopped(await site(longLogin(login)), ['/login?t=1', '/login?t=1']);
    expect(after).toEqual(requests);
    expect(ends).toContainEqual(['/a', 'done', status]);
  });

  test.each<[string, number, OutgoingHttpHeaders]>([
    ['asks for a long wait', 500, { 'retry-after': '7200' }],
    ['says nothing more', 500, {}],
  ])('a login that fails and %s fails no page, and is tried again as often as a page', async (_, failure, headers) => {
    let isFailing = false;
    const login: Answer = (__, response) => {
      if (isFailing) response.writeHead(failure, headers).end();
      else response.writeHead(302, { location: '/sso' }).end();
      isFailing = true;
    };
    const others = ['/b', '/c', '/d', '/e'];
    const pagesOf = Object.fromEntries(others.map((path) => [path, path]));
    const web = await site({ ...longLogin(login), ...pagesOf, '/': links('/a', ...others) });
    const { after, ends } = await stopped(web, ['/login?t=1', '/login?t=1'], { concurrency: 4 });
    expect(after.filter((path) => path === '/login?t=1')).toHaveLength(3);
    for (const path of others) expect(ends).toContainEqual([path, 'done', 200]);
  });

  test('a login whose host asks for a long wait at last keeps its pages waiting', async () => {
    let isFailing = false;
    const login: Answer = (_, response) => {
      if (isFailing) response.writeHead(503, { 'retry-after': '7200' }).end();
      else response.writeHead(302, { location: '/sso' }).end();
      isFailing = true;
    };
    const web = await site(longLogin(login));
    const { after, ends } = await stopped(web, ['/login?t=1', '/login?t=1'], { retries: 0 });
    expect(after).toEqual(['/login?t=1']);
    expect(ends).toContainEqual(['/a', 'queued', null]);
  });

  test('that was stopped logs in with the seed that is new', async () => {
    const login = members()['/login'] ?? '';
    const web = await site({ ...members(), '/login?t=1': login, '/login?t=2': login });
    const { after } = await stopped(web, ['/login?t=1', '/login?t=2']);
    expect(after).toEqual(['/login?t=2', '/a']);
  });

  test.each<[string, CrawlTestOptions]>([
    ['robots.txt', { robots: true }],
    ['the scope', { scope: { exclude: ['/sso'] } }],
  ])('that was stopped does not follow a login that %s excludes', async (_, changed) => {
    const robots = respond(200, { 'content-type': 'text/plain' }, 'User-agent: *\nDisallow: /sso');
    const web = await site({ ...longLogin(redirect(302, '/sso')), '/robots.txt': robots });
    const { after } = await stopped(web, ['/login?t=1', '/login?t=1'], changed);
    expect(after.filter((path) => path !== '/robots.txt')).toEqual(['/login?t=1', '/a', '/login']);
  });

  test('does not wait for a login that another program fetches for more than 20 other pages', () => {
    const login = new QueuedLogin(keyOf('http://a.example/login'));
    const waits = Array.from({ length: 20 }, (_, n) => {
      const isWaiting = login.isQueued;
      login.after({ key: keyOf(`http://a.example/${n}`) }, { kind: 'unchanged' });
      return isWaiting;
    });
    expect([new Set(waits), login.isQueued]).toEqual([new Set([true]), false]);
  });

  test('sends the cookies of a file', async () => {
    const { origin } = await site(members());
    const cookies = file('127.0.0.1', 'FALSE', '/', 'FALSE', LATER, 'session', 's3cret');
    expect(await pages(`${origin}/`, { cookies })).toEqual(['/', '/a']);
  });

  test('comes again if a page redirects to itself and sets a cookie', async () => {
    const { origin, requests } = await site({
      '/': (request, response) => {
        if (request.headers.cookie === 'seen=1') response.writeHead(200, { 'content-type': 'text/html' }).end('hello');
        else response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' }).end();
      },
    });
    expect(await pages(`${origin}/`, { cookies: '' })).toEqual(['/']);
    expect(requests).toEqual(['/', '/']);
  });

  test('gives up a page that redirects to itself with ever new cookies', async () => {
    let count = 0;
    const { origin } = await site({
      '/': (_request, response) => response.writeHead(302, { location: '/', 'set-cookie': `n=${count++}` }).end(),
    });
    const { entries } = await crawl([`${origin}/`], { fetch: { userAgent: 'test', cookies: '' } });
    expect(entries).toMatchObject([{ state: 'failed', reason: 'redirect-loop' }]);
    expect(count).toBe(4);
  });

  /** A site that shows pages only to visitors with its cookie, and sends the others to a page that sets it. */
  function gate(setCookie: () => string, accepted: (cookie: string | undefined) => boolean): Record<string, Answer> {
    const shown =
      (body: string): Answer =>
      (request, response) => {
        if (accepted(request.headers.cookie)) response.writeHead(200, { 'content-type': 'text/html' }).end(body);
        else response.writeHead(302, { location: `/check?back=${request.url}` }).end();
      };
    const check: Answer = (request, response) => {
      const location = `/set${request.url?.slice('/check'.length)}`;
      response.writeHead(302, { location }).end();
    };
    const set: Answer = (request, response) => {
      const location = new URL(`http://h${request.url}`).searchParams.get('back') ?? '';
      response.writeHead(302, { location, 'set-cookie': `${setCookie()}; Path=/` }).end();
    };
    return {
      '/': shown(links('/a')),
      '/a': shown('<title>a</title>'),
      '/check?back=/': check,
      '/check?back=/a': check,
      '/set?back=/': set,
      '/set?back=/a': set,
    };
  }

  test('comes again if other URLs set a cookie and lead back', async () => {
    const { origin, requests } = await site(
      gate(
        () => 'seen=1',
        (cookie) => cookie === 'seen=1',
      ),
    );
    const options = { fetch: { userAgent: 'test', cookies: '' } };
    const { entries, report } = await crawl([`${origin}/`], options, new MemoryFrontier());
    expect(requests).toEqual(['/', '/check?back=/', '/set?back=/', '/', '/a']);
    expect(
      entries.map(({ url, state, aliasOf }) => [url, state, aliasOf].map((one) => one?.replace(origin, ''))),
    ).toEqual([
      ['/', 'done', undefined],
      ['/check?back=/', 'done', '/set?back=/'],
      ['/set?back=/', 'done', '/'],
      ['/a', 'done', undefined],
    ]);
    expect(report.progress).toMatchObject({ pages: 2, failed: 0, changed: 0 });
  });

  test('requests no redirect again that does not lead back, although each response sets a new cookie', async () => {
    let count = 0;
    const withCookie =
      (status: number, headers: Readonly<Record<string, string>>, body = ''): Answer =>
      (_request, response) =>
        response.writeHead(status, { ...headers, 'set-cookie': `n=${count++}; Path=/` }).end(body);
    const html = { 'content-type': 'text/html' };
    const { origin, requests } = await site({
      '/': withCookie(200, html, links('/old', '/a', '/b', '/c')),
      '/a': withCookie(302, { location: '/old' }),
      '/b': withCookie(302, { location: '/old' }),
      '/c': withCookie(302, { location: '/a' }),
      '/old': withCookie(301, { location: '/new' }),
      '/new': withCookie(200, html, '<title>new</title>'),
    });
    await crawl([`${origin}/`], { fetch: { userAgent: 'test', cookies: '' } });
    expect(requests.toSorted()).toEqual(['/', '/a', '/b', '/c', '/new', '/old']);
  });

  test('comes again if the way back is written in bytes that are not ASCII', async () => {
    const { origin, requests } = await site({
      '/%C3%BC': (request, response) => {
        if (request.headers.cookie === 'seen=1') response.writeHead(200, { 'content-type': 'text/html' }).end('hello');
        else response.writeHead(302, { location: '/set' }).end();
      },
      '/set': respond(302, { location: Buffer.from('/ü').toString('latin1'), 'set-cookie': 'seen=1; Path=/' }),
    });
    expect(await pages(`${origin}/ü`, { cookies: '' })).toEqual(['/%C3%BC']);
    expect(requests).toEqual(['/%C3%BC', '/set', '/%C3%BC']);
  });

  test('comes again in a later run, which has no cookies of the first', async () => {
    const { origin, requests } = await site(
      gate(
        () => 'seen=1',
        (cookie) => cookie === 'seen=1',
      ),
    );
    const frontier = new MemoryFrontier();
    const stop = new AbortController();
    const onProgress = (): void => {
      if (requests.includes('/check?back=/')) stop.abort();
    };
    const options = { fetch: { userAgent: 'test', cookies: '' } };
    await crawl([`${origin}/`], { ...options, signal: stop.signal, onProgress }, frontier);
    const { entries } = await crawl([`${origin}/`], options, frontier);
    // It logs in with the seed first.
    const login = ['/', '/check?back=/', '/set?back=/', '/'];
    expect(requests).toEqual(['/', '/check?back=/', ...login, '/set?back=/', '/', '/a']);
    expect(entries.filter(({ state }) => state !== 'done')).toEqual([]);
  });

  test.each([
    ['although its cookie was sent', () => 'seen=1', 8],
    ['with ever new cookies', (count: number) => `n=${count}`, 30],
  ])('gives up a page that leads back %s', async (_, cookie, limit) => {
    let count = 0;
    const { origin, requests } = await site(
      gate(
        () => cookie(count++),
        () => false,
      ),
    );
    const { entries } = await crawl([`${origin}/`], { fetch: { userAgent: 'test', cookies: '' } });
    expect(entries.filter(({ state }) => state === 'failed')).toMatchObject([{ reason: 'redirect-loop' }]);
    expect(entries.filter(({ state }) => state === 'queued')).toEqual([]);
    expect(requests.length).toBeLessThan(limit);
  });

  test('does not come again without cookies', async () => {
    const { origin, requests } = await site(
      gate(
        () => 'seen=1',
        (cookie) => cookie === 'seen=1',
      ),
    );
    const { entries } = await crawl([`${origin}/`]);
    expect(requests).toEqual(['/', '/check?back=/', '/set?back=/']);
    expect(entries).toContainEqual(expect.objectContaining({ state: 'failed', reason: 'redirect-loop' }));
  });

  test('sends a header of the user and the jar as one', async () => {
    const seen: (string | undefined)[] = [];
    const { origin } = await site({
      '/': (request, response) => {
        seen.push(request.headers.cookie);
        response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'b=2' }).end(links('/c'));
      },
      '/c': (request, response) => {
        seen.push(request.headers.cookie);
        response.writeHead(200).end();
      },
    });
    await pages(`${origin}/`, { cookies: '', headers: [['Cookie', 'a=1']] });
    expect(seen).toEqual(['a=1', 'a=1; b=2']);
  });
});

test('a flood of Set-Cookie is a typed failure, and the next page has none of it', async () => {
  const { origin } = await site({
    '/flood': (_request, response) => {
      response.writeHead(200, { 'set-cookie': Array.from({ length: 1e5 }, (_, at) => `n${at}=v; Path=/`) }).end();
    },
    '/long': respond(200, { 'set-cookie': `n=${'v'.repeat(1e6)}; Path=/` }),
    '/': (request, response) => void response.writeHead(200).end(request.headers.cookie ?? 'none'),
  });
  const fetcher = new Fetcher({ userAgent: 'test', seeds: [`${origin}/`], cookies: '' });
  try {
    for (const path of ['/flood', '/long']) {
      expect(await fetcher.fetch(origin + path)).toMatchObject({ code: 'headers-too-large' });
    }
    const { body } = { body: null, ...(await fetcher.fetch(`${origin}/`)) };
    expect(Buffer.from(body ?? '').toString()).toBe('none');
  } finally {
    await fetcher.close();
  }
});
