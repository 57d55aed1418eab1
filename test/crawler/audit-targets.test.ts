import { describe, expect, test } from 'vitest';
import { TargetFetcher, type TargetOptions } from '../../crawler/audit-targets.ts';
import { Fetcher } from '../../crawler/fetch/fetcher.ts';
import { RobotsPolicy } from '../../crawler/robots/policy.ts';
import { MemoryFrontier } from '../../db/index.ts';
import type { AuditEntry } from '../../src/audit/site/entry.ts';
import { readRecord } from '../../src/audit/site/page.ts';
import { compile } from '../../src/index.ts';
import { type Answer, redirect, respond, site, type Web } from './web.ts';

const HTML = { 'content-type': 'text/html' };

async function withTargets<T>(
  web: Web,
  use: (targets: TargetFetcher) => Promise<T>,
  options: Partial<TargetOptions> = {},
): Promise<T> {
  const fetcher = new Fetcher({ userAgent: 'dustpan-test', seeds: [`${web.origin}/`] });
  const gate = new RobotsPolicy({
    frontier: new MemoryFrontier(),
    fetcher,
    productToken: 'dustpan-test',
    onRead: async () => {},
  });
  try {
    return await use(
      new TargetFetcher({
        fetcher,
        gate,
        canonicalizer: compile(),
        delayOf: () => 0,
        concurrency: 8,
        signal: new AbortController().signal,
        onFetch: () => {},
        ...options,
      }),
    );
  } finally {
    await fetcher.close();
  }
}

/** The outcome of each path: `/a done 200`, `/b skipped robots`. */
async function outcomes(web: Web, paths: readonly string[], options: Partial<TargetOptions> = {}): Promise<unknown> {
  const entries = await withTargets(web, (targets) => targets.fetch(paths.map((path) => web.origin + path)), options);
  return entries.map((entry) => describeEntry(entry, web));
}

function describeEntry({ url, state, status, reason, aliasOf }: AuditEntry, { origin }: Web): string {
  const parts = [url, state, status, reason, aliasOf === null ? null : `-> ${aliasOf}`];
  return parts
    .filter((part) => part !== null)
    .join(' ')
    .replaceAll(origin, '');
}

test('a target has an entry with the declarations of its page', async () => {
  const web = await site({ '/a': '<html lang="de"><link rel="canonical" href="/b"><title>A</title><p>One two.' });
  const [entry] = await withTargets(web, (targets) => targets.fetch([`${web.origin}/a`]));
  expect(entry).toMatchObject({ id: -1, state: 'done', status: 200, contentType: 'text/html; charset=utf-8' });
  expect(entry && readRecord(entry)).toMatchObject({ language: 'de', title: 'A', words: 2 });
  expect(entry?.details?.text).toMatch(/^[\da-f]+$/);
});

test('redirects are followed to their end, and each URL is requested once', async () => {
  const web = await site({ '/a': redirect(301, '/b'), '/b': redirect(302, '/c'), '/c': 'C' });
  expect(await outcomes(web, ['/a', '/b', '/a#x'])).toEqual(['/a done 301 -> /b', '/b done 302 -> /c', '/c done 200']);
  expect(web.requests.toSorted()).toEqual(['/a', '/b', '/c']);
});

test('a redirect to another URL of the same page is followed, as in a crawl', async () => {
  const web = await site({
    '/a': redirect(301, '/a/'),
    '/a/': 'A',
    '/b': redirect(301, '/b/'),
    '/b/': redirect(301, '/b'),
  });
  const canonicalizer = compile({ facts: [{ kind: 'slash', host: web.origin.slice(7), value: 'remove' }] });
  const entries = await withTargets(web, (targets) => targets.fetch([`${web.origin}/a`, `${web.origin}/b`]), {
    canonicalizer,
  });
  expect(entries.map((entry) => describeEntry(entry, web))).toEqual(['/a done 200', '/b failed 301 redirect-loop']);
  expect(entries[0]?.finalUrl).toBe(`${web.origin}/a/`);
});

test('a site that asks to wait is not asked again, and not at all if it asked the crawl', async () => {
  const web = await site({ '/a': respond(429, { 'retry-after': '60' }), '/b': 'B' });
  expect(await outcomes(web, ['/a', '/b'])).toEqual(['/a failed 429 http-429']);
  expect(web.requests).toEqual(['/a']);
  expect(await outcomes(web, ['/b'], { waiting: new Set([web.origin.slice(7)]) })).toEqual([]);
  expect(web.requests).toEqual(['/a']);
});

test('circular and endless redirects are cut off', async () => {
  const web = await site((target) =>
    target.startsWith('/endless/')
      ? redirect(302, `/endless/${Number(target.slice('/endless/'.length)) + 1}`)
      : ({ '/self': redirect(301, '/self'), '/x': redirect(301, '/y'), '/y': redirect(301, '/x') } as const)[target],
  );
  expect(await outcomes(web, ['/self'])).toEqual(['/self failed 301 redirect-loop']);
  expect(await outcomes(web, ['/x'])).toEqual(['/x done 301 -> /y', '/y failed 301 redirect-loop']);
  const endless = await outcomes(web, ['/endless/1']);
  expect(endless).toEqual([
    ...[1, 2, 3, 4, 5, 6].map((n) => `/endless/${n} done 302 -> /endless/${n + 1}`),
    '/endless/7 failed too-many-redirects',
  ]);
});

const endlessBody: Answer = (request, response) => {
  response.writeHead(200, HTML);
  const chunk = '<p>more and more </p>'.repeat(1000);
  const write = (): void => {
    while (!request.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
};

test('hostile servers cannot hold up an audit', async () => {
  const web = await site({
    '/endless': endlessBody,
    '/closes': (request) => void request.socket.destroy(),
    '/huge': respond(200, HTML, `<title>huge</title>${'<b>'.repeat(1_000_000)}`),
    '/deep': respond(200, HTML, '<div>'.repeat(200_000)),
    '/500': respond(500),
    '/429': respond(429),
    '/nowhere': redirect(301, 'http://['),
    '/mail': redirect(301, 'mailto:a@b'),
  });
  const paths = ['/endless', '/closes', '/huge', '/deep', '/500', '/429', '/nowhere', '/mail'];
  const entries = await withTargets(web, (targets) => targets.fetch(paths.map((path) => web.origin + path)));
  expect(entries).toHaveLength(paths.length);
  for (const { state, status, reason } of entries) {
    expect(['done', 'failed']).toContain(state);
    expect(status ?? reason).not.toBeNull();
  }
});

test('disallowed URLs are not requested', async () => {
  const web = await site({ '/robots.txt': 'User-agent: *\nDisallow: /b', '/a': redirect(301, '/b'), '/b': 'B' });
  expect(await outcomes(web, ['/a', '/b?x'])).toEqual([
    '/a done 301 -> /b',
    '/b?x skipped robots',
    '/b skipped robots',
  ]);
  expect(web.requests).toEqual(['/robots.txt', '/a']);
  expect(await outcomes(web, ['/b'], { gate: null })).toEqual(['/b done 200']);
});

test('a site gets one request at a time', async () => {
  let open = 0;
  let most = 0;
  const slow: Answer = (_, response) => {
    most = Math.max(most, ++open);
    setImmediate(() => {
      open--;
      response.writeHead(200, HTML).end();
    });
  };
  const web = await site(() => slow);
  await outcomes(
    web,
    Array.from({ length: 20 }, (_, n) => `/${n}`),
  );
  expect(most).toBe(1);
});

test('a private address that is not a seed is not reached', async () => {
  const [web, other] = [await site({}), await site({ '/a': 'A' })];
  expect(
    await outcomes(web, ['/']).then(() => withTargets(web, (targets) => targets.fetch([`${other.origin}/a`]))),
  ).toMatchObject([{ state: 'failed', reason: 'private-address' }]);
  expect(other.requests).toEqual([]);
});

test('URLs with user names or other schemes, and invalid URLs, are skipped', async () => {
  const web = await site({ '/a': 'A' });
  const urls = [`${web.origin.replace('//', '//ann:secret@')}/a`, 'mailto:a@b', 'http://[', 'file:///etc/passwd', ''];
  const entries = await withTargets(web, (targets) => targets.fetch(urls));
  expect(entries.map(({ url }) => url)).toEqual([`${web.origin}/a`]);
});

test('a stopped audit skips the remaining targets', async () => {
  const controller = new AbortController();
  const web = await site((target) => (_, response) => {
    if (target === '/2') controller.abort();
    else response.writeHead(200, HTML).end();
  });
  const entries = await outcomes(web, ['/1', '/2', '/3'], { signal: controller.signal });
  expect(entries).toEqual(['/1 done 200']);
  expect(web.requests).not.toContain('/3');
});

describe('a page that cannot exist', () => {
  const missing = (web: Web): Promise<unknown> => withTargets(web, (targets) => targets.missingPage(`${web.origin}/`));

  test('has a text if the site has a page for every URL', async () => {
    const web = await site(() => '<p>There is no such broom here.');
    expect(await missing(web)).toMatchObject({ status: 200, text: expect.stringMatching(/^[\da-f]+$/) });
  });

  test.each([
    ['says so', respond(404)],
    ['redirects', redirect(302, '/')],
    ['cannot be reached', ((request) => void request.socket.destroy()) satisfies Answer],
  ])('is null if the site %s', async (_, answer) => {
    expect(await missing(await site(() => answer))).toBeNull();
  });

  test('has the form of the page next to it', async () => {
    const web = await site({});
    await withTargets(web, (targets) => targets.missingPage(`${web.origin}/shop/broom.html?id=1`));
    expect(web.requests.at(-1)).toMatch(/^\/shop\/dustpan-[\da-f]+\.html$/);
  });

  test('is not requested if robots.txt disallows it', async () => {
    const web = await site({ '/robots.txt': 'User-agent: *\nDisallow: /' });
    expect(await missing(web)).toBeNull();
    expect(web.requests).toEqual(['/robots.txt']);
  });
});
