/** Covers: crawler/probe/{answer,asker,content-test,examine,page-view,trail}.ts */
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../config/demo-site/loopback.ts';
import { parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import { Fetcher } from '../../../crawler/fetch/fetcher.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { probeServed, type ServedSite, serveSite } from './probing.ts';
import { html, type ProbedSite, prose, redirect, SITES, type SiteAnswer } from './sites.ts';

async function served(answer: ProbedSite['answer'], robots: string | null = null): Promise<ServedSite> {
  const site = await serveSite(answer, robots);
  onTestFinished(site.close);
  return site;
}

const PATHS = ['/', '/docs/a', '/docs/deep/b', '/shop/c'];

function page(path: string): SiteAnswer {
  return html(`<p>${prose(path)}</p>${PATHS.map((each) => `<a href="${each}">x</a>`).join('')}`);
}

/** A site that only raises the question of trailing slashes. */
function slashed(answer: (path: string) => SiteAnswer): ProbedSite['answer'] {
  return ({ scheme, host, path }) => {
    if (scheme !== 'http' || host !== 'broom.example') return { status: 503 };
    return PATHS.includes(path) ? page(path) : answer(path);
  };
}

async function slashEvidence(answer: (path: string) => SiteAnswer): Promise<readonly Evidence[]> {
  const { connectTo } = await served(slashed(answer));
  const { evidence } = await probeServed(connectTo, { kinds: ['slash'] });
  return evidence.filter(({ path }) => path === '/docs/deep/b');
}

const DEEP = { url: 'http://broom.example/docs/deep/b/', page: 'http://broom.example/docs/deep/b' };

describe('evidence', () => {
  test.each([301, 308])('a %i to the page is a permanent redirect to the form that the site uses', async (status) => {
    const hop = { url: DEEP.url, status, location: DEEP.page };
    expect(await slashEvidence((path) => redirect(status, path.slice(0, -1)))).toEqual([
      {
        ...DEEP,
        kind: 'slash',
        host: 'broom.example',
        about: null,
        source: 'permanent-redirect',
        supports: true,
        path: '/docs/deep/b',
        target: 'remove',
        hops: [hop],
        seen: 'redirects',
        by: 'probe',
        at: expect.any(Number),
      },
    ]);
  });

  test.each([302, 303, 307])('a %i is a temporary redirect', async (status) => {
    expect(await slashEvidence((path) => redirect(status, path.slice(0, -1)))).toMatchObject([
      { source: 'temporary-redirect', supports: true, seen: 'redirects' },
    ]);
  });

  test.each([
    ['loses-path', 'permanent-redirect', redirect(301, '/')],
    ['loses-path', 'temporary-redirect', redirect(302, '/')],
    ['redirects-elsewhere', 'permanent-redirect', redirect(301, '/shop/c')],
    ['redirects-elsewhere', 'permanent-redirect', redirect(301, 'http://vacuum.example/docs/deep/b')],
    ['not-found', 'status', { status: 404 }],
    ['not-found', 'status', { status: 410 }],
    ['not-found', 'status', { status: 400 }],
    ['redirect-loop', 'status', redirect(301, '')],
  ] as const)('refuted: %s, by %s', async (seen, source, answer) => {
    expect(await slashEvidence(() => answer)).toMatchObject([{ ...DEEP, seen, source, supports: false, target: null }]);
  });

  test.each([401, 403, 407, 408, 429, 500, 503, 204, 304])('%i is no evidence', async (status) => {
    expect(await slashEvidence(() => ({ status }))).toEqual([]);
  });

  test('a chain that does not end is a loop', async () => {
    const [one] = await slashEvidence((path) => redirect(302, `${path}x/`));
    expect(one).toMatchObject({ seen: 'redirect-loop', supports: false });
    expect(one?.hops).toHaveLength(10);
  });

  test('content names both pages and the form that the site links to', async () => {
    expect(await slashEvidence((path) => page(path.slice(0, -1)))).toMatchObject([
      {
        ...DEEP,
        source: 'content',
        seen: 'same-bytes',
        supports: true,
        target: 'remove',
        hops: [
          { url: DEEP.url, status: 200, location: null },
          { url: DEEP.page, status: 200, location: null },
        ],
      },
    ]);
  });

  test.each([
    ['same-text', 'that shows the same each time, although its source changes', (n: number) => `<!-- ${n} -->`],
    ['same-apart-from-changes', 'that counts its visitors', (n: number) => `<p>visitor ${n}</p>`],
    ['same-apart-from-changes', 'with another link each time', (n: number) => `<a href="/out/${n}">out</a>`],
  ])('content is "%s" for a page %s', async (seen, _, changing) => {
    let count = 0;
    const { connectTo } = await served(({ scheme, host, path }) => {
      if (scheme !== 'http' || host !== 'broom.example') return { status: 503 };
      const own = PATHS.find((each) => each === path || `${each}/` === path);
      return own === undefined ? { status: 404 } : { ...page(own), body: `${page(own).body}${changing(count++)}` };
    });
    const { evidence } = await probeServed(connectTo, { kinds: ['slash'] });
    expect(evidence).toContainEqual(expect.objectContaining({ ...DEEP, seen, supports: true }));
  });

  test('a parameter that changes the text makes a difference, even if the site remembers it and shows the same without it', async () => {
    let currency = 'EUR';
    const { connectTo } = await served(({ scheme, host, path, query }) => {
      if (scheme !== 'http' || host !== 'broom.example') return { status: 503 };
      if (!PATHS.includes(path)) return { status: 404 };
      currency = query?.split('=')[1] ?? currency;
      return { ...page(path), body: `${page(path).body}<p>Price in ${currency}</p>` };
    });
    const { evidence } = await probeServed(connectTo, {
      isRecognizable: true,
      kinds: ['param'],
      pages: PATHS.map((path, at) => `http://broom.example${path}?currency=${at % 2 === 0 ? 'CHF' : 'USD'}`),
    });
    expect(evidence).not.toEqual([]);
    for (const one of evidence) expect(one).toMatchObject({ kind: 'param', seen: 'other-text', supports: false });
  });

  test('pages of two hosts that differ by less than they change leave open whether they are the same', async () => {
    let count = 0;
    const { connectTo } = await served(({ scheme, host, path }) => {
      if (scheme !== 'http' || host.endsWith('vacuum.example')) return { status: 503 };
      if (!PATHS.includes(path)) return { status: 404 };
      const price = host.startsWith('www.') ? '12' : '11 euros';
      return { ...page(path), body: `${page(path).body}<p>costs ${price}</p><p>${prose(`ad ${count++}`, 10)}</p>` };
    });
    const { evidence } = await probeServed(connectTo, { kinds: ['www'] });
    expect(evidence).not.toEqual([]);
    for (const one of evidence) expect(one).toMatchObject({ kind: 'www', seen: 'noise', supports: null, target: null });
  });

  test('where a pair of two hosts is left open, another one of its section is compared, although others are enough', async () => {
    let count = 0;
    const { connectTo } = await served(({ scheme, host, path }) => {
      if (scheme !== 'http' || host.endsWith('vacuum.example')) return { status: 503 };
      if (!path.startsWith('/shop/')) return html(`<p>${prose(path)}</p>`);
      const price = host.startsWith('www.') ? '12' : '11 euros';
      return html(`<p>${prose(path)}</p><p>costs ${price}</p><p>${prose(`ad ${count++}`, 10)}</p>`);
    });
    const sections = ['a', 'shop', 'b', 'c', 'd', 'e', 'f', 'g'];
    const pages = [1, 2, 3].flatMap((n) => sections.map((name) => `http://broom.example/${name}/${n}`));
    const { evidence, claims } = await probeServed(connectTo, { kinds: ['www'], pages, samples: 8, budget: 200 });
    expect(evidence.filter(({ supports }) => supports === null)).toHaveLength(2);
    expect(claims).toMatchObject([{ kind: 'www', verdict: 'undecided', reason: 'noise' }]);
  });

  test('a missing page refutes nothing, because the link was broken', async () => {
    const { connectTo } = await served(({ scheme, host, path }) => {
      if (scheme !== 'http' || host !== 'broom.example') return { status: 503 };
      return path === '/' ? page('/') : { status: 404 };
    });
    const { evidence, claims, notes } = await probeServed(connectTo, { kinds: ['slash'] });
    expect(evidence).toEqual([]);
    expect(notes).toMatchObject([{ reason: 'no-page' }, { reason: 'no-page' }, { reason: 'no-page' }]);
    expect(claims).toMatchObject([{ kind: 'slash', verdict: 'undecided', reason: 'no-page', samples: 0 }]);
  });

  test('a hop that changes two kinds at once is evidence for neither', async () => {
    const { connectTo } = await served(({ scheme, host, path }) => {
      if (scheme === 'https' && host === 'broom.example') return PATHS.includes(path) ? page(path) : { status: 404 };
      return host === 'broom.example' ? { status: 503 } : redirect(301, `https://broom.example${path}`);
    });
    const { evidence } = await probeServed(connectTo, { kinds: ['scheme', 'www'] });
    // https://www to https:// is one change. http://www to https:// would be two, and was never requested.
    expect(evidence.map(({ kind, url }) => [kind, url?.slice(0, 25)])).toEqual(
      Array.from({ length: 3 }, () => ['www', 'https://www.broom.example']),
    );
  });

  test('consecutive redirects are examined separately', async () => {
    const { connectTo } = await served((request) => {
      const { scheme, host, path } = request;
      if (scheme === 'http') return redirect(301, `https://${host}${path}`);
      if (host !== 'broom.example') return redirect(302, `https://broom.example${path}`);
      return PATHS.includes(path) ? page(path) : { status: 404 };
    });
    const { evidence } = await probeServed(connectTo, { kinds: ['www'], starts: ['https://broom.example/'] });
    expect(new Set(evidence.map(({ kind, source }) => `${kind} ${source}`))).toEqual(
      new Set(['www temporary-redirect']),
    );
  });

  test('user names in redirects are not kept', async () => {
    const evidence = await slashEvidence(() => redirect(301, 'http://user:secret@broom.example/docs/deep/b'));
    expect(evidence).toMatchObject([{ seen: 'redirects', page: DEEP.page }]);
    expect(JSON.stringify(evidence)).not.toContain('secret');
  });
});

test('www and http and https are compared on pages with queries where a site has no others', async () => {
  const paths = Array.from({ length: 6 }, (_, at) => `/index.php?id=${at}`);
  const { connectTo } = await served(({ path, query }) => {
    const url = query === null ? path : `${path}?${query}`;
    if (url !== '/' && !paths.includes(url)) return { status: 404 };
    return html(`<p>${prose(url)}</p>${paths.map((each) => `<a href="${each}">x</a>`).join('')}`);
  });
  const { claims } = await probeServed(connectTo, { kinds: ['www', 'scheme'] });
  expect(claims).toMatchObject(['www', 'scheme'].map((kind) => ({ kind, verdict: 'confirmed', samples: 5 })));
});

test('pairs that redirect to another form on their own host answer another question, and others are compared instead', async () => {
  const linked = Array.from({ length: 6 }, (_, at) => [`/docs/${at}`, `/wiki/${at}/`]).flat();
  const pages = linked.map((path) => path.replace(/\/$/, ''));
  const { connectTo } = await served(({ scheme, host, path }) => {
    const own = path.replace(/(?<=.)\/$/, '');
    if (own !== path) return redirect(301, `${scheme}://${host}${own}`);
    if (path !== '/' && !pages.includes(path)) return { status: 404 };
    return html(`<p>${prose(path)}</p>${linked.map((each) => `<a href="${each}">x</a>`).join('')}`);
  });
  const { claims } = await probeServed(connectTo, { kinds: ['www'] });
  expect(claims.filter(({ kind }) => kind === 'www')).toMatchObject([{ verdict: 'confirmed', samples: 5 }]);
});

test('a claim with too few samples because the other pairs gave no evidence has the reason for that', async () => {
  const paths = ['/', ...Array.from({ length: 8 }, (_, at) => `/docs/${at}`)];
  const answer: ProbedSite['answer'] = ({ path, number }) => {
    if (!paths.includes(path.replace(/(?<=.)\/$/, ''))) return { status: 404 };
    const words = html(
      `<p>${prose(path.replace(/(?<=.)\/$/, ''))}</p>${paths.map((each) => `<a href="${each}">x</a>`).join('')}`,
    );
    return number < 8 || !path.endsWith('/') ? words : { status: 500 };
  };
  const { connectTo } = await served(answer);
  const { claims } = await probeServed(connectTo, { kinds: ['slash'] });
  expect(claims).toMatchObject([{ verdict: 'undecided', samples: 2, reason: 'http-500' }]);
});

describe('requests', () => {
  const everythingRedirects = SITES.find(({ name }) => name === 'all lead to https://www, hop by hop');

  test('www, scheme and slash take at most 16 if redirects decide', async () => {
    if (everythingRedirects === undefined) throw new Error('no such site');
    const { connectTo, requests } = await served(everythingRedirects.answer);
    const { claims } = await probeServed(connectTo, { kinds: ['www', 'scheme', 'slash'] });
    expect(new Set(claims.map(({ kind, verdict, target }) => [kind, verdict, target].join(' ')))).toEqual(
      new Set(['www confirmed add', 'scheme confirmed https', 'slash confirmed remove']),
    );
    expect(requests.length).toBeLessThanOrEqual(16);
  });

  test('if a site links to both forms of its URLs, each pair is tried once', async () => {
    const linked = ['/', ...['a', 'b', 'c'].flatMap((name) => [`/docs/${name}`, `/docs/${name}/`])];
    const { connectTo } = await served(({ path }) => {
      const links = linked.map((each) => `<a href="${each}">x</a>`).join('');
      return linked.includes(path) ? html(`<p>${prose(path.replace(/(?<=.)\/$/, ''))}</p>${links}`) : { status: 404 };
    });
    const { evidence, claims } = await probeServed(connectTo, { kinds: ['slash'] });
    expect(evidence).toHaveLength(3);
    expect(claims.map(({ verdict }) => verdict)).toEqual(['undecided']);
  });

  test('if a site links to both forms of its URLs, a broken one is found, whichever is looked at first', async () => {
    const linked = ['/', '/docs/x', '/docs/x/', '/docs/a', '/docs/b', '/docs/c'];
    const { connectTo } = await served(({ path }) => {
      if (/^\/docs\/[abc]\/$/.test(path)) return redirect(301, path.slice(0, -1));
      const links = linked.map((each) => `<a href="${each}">x</a>`).join('');
      return linked.includes(path) && path !== '/docs/x/' ? html(`<p>${prose(path)}</p>${links}`) : { status: 404 };
    });
    const { claims } = await probeServed(connectTo, { kinds: ['slash'] });
    expect(claims).toMatchObject([{ verdict: 'refuted', reason: 'not-found' }]);
  });

  test('no URL is requested twice if redirects or equal bytes decide', async () => {
    const { connectTo, requests } = await served(
      slashed((path) => (PATHS.includes(path.slice(0, -1)) ? page(path.slice(0, -1)) : { status: 404 })),
    );
    await probeServed(connectTo);
    expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted());
  });

  test.each([0, 1, 2, 3, 7, 20])('stay within a budget of %i', async (budget) => {
    const { connectTo, requests } = await served(slashed((path) => html(`${path.slice(0, -1)}${requests.length}`)));
    const { requests: spent } = await probeServed(connectTo, { budget });
    expect(requests.length).toBeLessThanOrEqual(budget);
    expect(spent.pages).toBe(requests.length);
  });

  test('claims beyond the budget are undecided, with that reason', async () => {
    const { connectTo } = await served(slashed(() => ({ status: 404 })));
    const { claims } = await probeServed(connectTo, { budget: 4, kinds: ['slash'] });
    expect(claims).toMatchObject([{ verdict: 'undecided', reason: 'budget' }]);
  });

  test('are counted by purpose', async () => {
    const { connectTo } = await served(slashed(() => ({ status: 404 })));
    const { requests } = await probeServed(connectTo, { kinds: ['slash', 'slashes'] });
    const sum = Object.values(requests.byKind).reduce((all, each) => all + each, 0);
    expect(sum).toBe(requests.pages);
    expect(requests).toMatchObject({ robots: 1, byKind: { slash: 2, slashes: 2 } });
  });

  test('for a kind end as soon as it is refuted in each section', async () => {
    const { connectTo, requests } = await served(slashed(() => ({ status: 404 })));
    await probeServed(connectTo, { kinds: ['slash'] });
    expect(requests.filter((url) => url.endsWith('/') && !url.endsWith('example/'))).toEqual([
      'http://broom.example/docs/deep/b/',
      'http://broom.example/shop/c/',
    ]);
  });

  test('skip URLs that robots.txt disallows, which are no evidence', async () => {
    const { connectTo, requests } = await served(
      slashed(() => ({ status: 404 })),
      'User-agent: *\nDisallow: /docs/deep/b/$\nDisallow: /shop/',
    );
    const { evidence, notes } = await probeServed(connectTo, { kinds: ['slash'] });
    expect(requests).not.toContain(DEEP.url);
    expect(requests.some((url) => url.includes('/shop/'))).toBe(false);
    expect(notes).toContainEqual(expect.objectContaining({ ...DEEP, reason: 'robots' }));
    expect(evidence.map(({ path }) => path)).toEqual(['/docs/a']);
  });

  test('do not include robots.txt if it is not obeyed', async () => {
    const { connectTo, requests } = await served(
      slashed(() => ({ status: 404 })),
      'User-agent: *\nDisallow: /',
    );
    const { requests: spent } = await probeServed(connectTo, { kinds: ['slash'], robots: null });
    expect(spent.robots).toBe(0);
    expect(requests).toContain(DEEP.url);
  });

  test('return the evidence so far when stopped', async () => {
    const stop = new AbortController();
    const site = await served((request) => {
      if (request.path === '/shop/c/') stop.abort();
      return slashed((path) => redirect(301, path.slice(0, -1)))(request);
    });
    const { evidence, claims } = await probeServed(site.connectTo, { signal: stop.signal });
    expect(evidence.map(({ path }) => path)).toContain('/docs/deep/b');
    expect(claims.some(({ reason }) => reason === 'cancelled')).toBe(true);
    expect(site.requests.at(-1)).toBe('http://broom.example/shop/c/');
  });

  test.each([
    ['the delay', 60_000, null, 1],
    ['the Crawl-delay of a robots.txt', 0, 'User-agent: *\nCrawl-delay: 30', 0],
  ])('keep %s between each other', async (_, delay, robots, most) => {
    const { connectTo, requests } = await served(
      slashed(() => ({ status: 404 })),
      robots,
    );
    await probeServed(connectTo, { delay, signal: AbortSignal.timeout(500), ...(robots === null && { robots }) });
    expect(requests.length).toBeLessThanOrEqual(most);
  });

  test.each([
    { status: 503, headers: { 'retry-after': '60' } },
    { status: 429, headers: { 'retry-after': '60' } },
    { status: 429, headers: {} },
  ])('end for both schemes of a host that answers $status with $headers', async (answer) => {
    const { connectTo, requests } = await served(({ path }) => (path === '/docs/a' ? answer : page(path)));
    await probeServed(connectTo, { kinds: ['slash', 'scheme'] });
    expect(requests.at(-1)).toBe('http://broom.example/docs/a');
  });

  test('are sent once to an origin that refuses connections', async () => {
    const { connectTo } = await served(slashed(() => ({ status: 404 })));
    const asked: string[] = [];
    const onlyHttp = connectTo.filter((rule) => rule.startsWith('broom.example:80:'));
    const closed = ['::127.0.0.1:1'];
    await probeServed([...onlyHttp, ...closed], { robots: null, onRequest: (url) => asked.push(url) });
    const origins = asked.map((url) => url.split('/', 3).join('/'));
    expect(origins.filter((origin) => origin === 'https://broom.example')).toHaveLength(1);
    expect(origins.filter((origin) => origin === 'http://www.broom.example')).toHaveLength(1);
  });
});

test('an origin with which no connection is ready in time is asked once', async () => {
  const { connectTo } = await served(slashed(() => ({ status: 404 })));
  const silent = createServer(() => {});
  const rules = [
    ...connectTo.filter((rule) => rule.startsWith('broom.example:80:')),
    `::127.0.0.1:${await listen(silent)}`,
  ].map((rule) => parseConnectTo(rule));
  const fetcher = new Fetcher({ userAgent: 'dustpan-test', timeout: 1000, connectTo: rules });
  onTestFinished(async () => {
    await fetcher.close();
    silent.close();
  });
  const asked: string[] = [];
  await probeServed(rules, { fetcher, robots: null, onRequest: (url) => asked.push(url) });
  expect(asked.filter((url) => url.startsWith('https://broom.example/'))).toHaveLength(1);
});

describe('pages', () => {
  test('are examined if they are named, even if no page links to them', async () => {
    const { connectTo, requests } = await served(
      slashed((path) => (path.startsWith('/hidden/') ? page(path) : { status: 404 })),
    );
    const pages = ['http://broom.example/hidden/x', 'http://vacuum.example/y', 'no URL'];
    await probeServed(connectTo, { kinds: ['slash'], pages });
    expect(requests).toContain('http://broom.example/hidden/x/');
    expect(requests.some((url) => url.includes('vacuum'))).toBe(false);
  });

  test('are found by the links of a few pages', async () => {
    const chain = (path: string): string => `${path === '/' ? '' : path}/x`;
    const { connectTo, requests } = await served(({ scheme, host, path }) => {
      if (scheme !== 'http' || host !== 'broom.example' || path.endsWith('/x/')) return { status: 404 };
      return html(
        `<p>${prose(path)}</p><a href="${chain(path)}">on</a><a href="/logo.png">i</a><a href="//vacuum.example/">o</a>`,
      );
    });
    const { requests: spent } = await probeServed(connectTo, { kinds: ['slash'] });
    expect(spent.byKind['pages']).toBe(5);
    expect(requests).toContain('http://broom.example/x/x/x/x');
    expect(requests).toContain('http://broom.example/x/');
    expect(requests.some((url) => /logo|vacuum/.test(url))).toBe(false);
  });

  test('of a site that leads to another one are not probed', async () => {
    const { connectTo, requests } = await served(() => redirect(301, 'http://vacuum.example/'));
    const report = await probeServed(connectTo);
    expect(report).toMatchObject({ failure: 'redirects-elsewhere', claims: [], host: 'broom.example' });
    expect(requests.length).toBe(2);
  });

  test.each([
    ['what a server says', 401, null, 'http-401'],
    ['its robots.txt', 200, 'User-agent: *\nDisallow: /', 'robots'],
    ['the page that it does not have', 404, null, 'http-404'],
    ['but not that it does not speak http', 400, null, 'connection-refused'],
  ])(
    'are missing because of %s, rather than of a scheme that it does not serve',
    async (_what, status, robots, why) => {
      const { connectTo } = await served(() => ({ status }), robots);
      const withoutTls = connectTo.map((rule) => rule.replace(/:443:(.*):\d+$/, ':443:$1:1'));
      const starts = ['https://broom.example/', 'http://broom.example/'];
      for (const each of [starts, starts.toReversed()])
        expect(await probeServed(withoutTls, { starts: each })).toMatchObject({ failure: why, claims: [] });
    },
  );

  test.each([
    [['https://vacuum.example/', 'http://vacuum.example/'], 'tls-failed'],
    [['http://vacuum.example/', 'https://vacuum.example/'], 'http-404'],
  ])('are missing from %j: a bad certificate or 404, whichever comes first', async (starts, why) => {
    const { connectTo } = await served(() => ({ status: 404 }));
    const rules = connectTo.map((rule) => rule.replace(/^broom/, 'vacuum'));
    expect(await probeServed(rules, { starts })).toMatchObject({ failure: why });
  });
});

describe('a check of the folders of the given pages', () => {
  /** Equal with and without a slash, except in /a/own/, where each path is a page of its own. */
  async function slashClaims(
    folders: readonly string[],
    own: (path: string) => SiteAnswer = (path) => html(`<p>${prose(path)}`),
  ): Promise<readonly string[]> {
    const { connectTo } = await served(({ scheme, host, path }) => {
      if (scheme !== 'http' || host !== 'broom.example') return { status: 503 };
      return path.startsWith('/a/own/') ? own(path) : html(`<p>${prose(path.replace(/(?<=.)\/$/, ''))}`);
    });
    const paths = folders.flatMap((folder) => Array.from({ length: 6 }, (_, at) => `${folder}p${at}`));
    const pages = paths.flatMap((path) => [`http://broom.example${path}`, `http://broom.example${path}/`]);
    const { claims } = await probeServed(connectTo, { kinds: ['slash'], pages, checksFolders: true, budget: 200 });
    return claims.map(({ path, verdict }) => `${path} ${verdict}`);
  }

  /** Answers that show nothing, and the pages that they were asked for. */
  function silence(): { readonly asked: ReadonlySet<string>; readonly silent: (path: string) => SiteAnswer } {
    const asked = new Set<string>();
    const silent = (path: string): SiteAnswer => {
      asked.add(path.replace(/\/$/, ''));
      return { status: 503 };
    };
    return { asked, silent };
  }

  const ALIKE = ['/a/v/', '/a/w/', '/a/x/', '/a/y/', '/a/z/'];

  test.each([403, 404, 503])('goes on where a page of a folder answers %i', async (status) => {
    const answer = (path: string): SiteAnswer => (path.includes('/p0') ? { status } : html(`<p>${prose(path)}`));
    expect(await slashClaims([...ALIKE, '/a/own/'], answer)).toEqual(['/a/ refuted']);
  });

  test('goes on where it cannot tell whether a page of a folder is the same on two hosts', async () => {
    let count = 0;
    const { connectTo } = await served(({ scheme, host, path }) => {
      if (scheme !== 'http' || host.endsWith('vacuum.example')) return { status: 503 };
      const ofHost = path.startsWith('/a/own/') ? host : '';
      if (!path.endsWith('/own/p0')) return html(`<p>${prose(path + ofHost)}`);
      return html(`<p>${prose(path)}<p>of ${ofHost}<p>${prose(`ad ${count++}`, 10)}`);
    });
    const paths = [...ALIKE, '/a/own/'].flatMap((folder) => Array.from({ length: 6 }, (_, at) => `${folder}p${at}`));
    const pages = paths.map((path) => `http://broom.example${path}`);
    const { claims, evidence } = await probeServed(connectTo, {
      kinds: ['www'],
      pages,
      checksFolders: true,
      budget: 200,
    });
    expect(evidence).toContainEqual(expect.objectContaining({ path: '/a/own/p0', supports: null }));
    expect(claims).toMatchObject([{ kind: 'www', verdict: 'refuted' }]);
  });

  test('goes on where a page of a folder shows something about another kind of claim alone', async () => {
    const answer = (path: string): SiteAnswer =>
      path.includes('/p0') ? redirect(301, `https://broom.example${path}`) : html(`<p>${prose(path)}`);
    expect(await slashClaims([...ALIKE, '/a/own/'], answer)).toContain('/a/ refuted');
  });

  test('asks nothing where no claim is confirmed', async () => {
    const { asked, silent } = silence();
    await slashClaims(['/a/own/v/', '/a/own/w/', '/a/own/x/'], silent);
    expect(asked.size).toBe(5);
  });

  test('compares each path for itself if the claim is about the order of parameters', async () => {
    const { connectTo } = await served(({ scheme, host, path, query }) => {
      if (scheme !== 'http' || host !== 'broom.example') return { status: 503 };
      const parameters = path === '/a/own' ? query : query?.split('&').toSorted().join('&');
      return html(`<p>${prose(`${path} ${parameters}`)}`);
    });
    const paths = [...Array.from({ length: 10 }, (_, at) => `/a/p${at}`), '/a/own'];
    const pages = paths.map((path) => `http://broom.example${path}?b=1&a=2`);
    const { claims } = await probeServed(connectTo, { kinds: ['order'], pages, checksFolders: true });
    expect(
      claims.some(({ path, verdict }) => verdict === 'refuted' && '/a/own/'.startsWith(path.replace('$', ''))),
    ).toBe(true);
  });

  test('judges each other section by its own pages if it refutes the claim in one', async () => {
    expect(await slashClaims([...ALIKE, '/a/own/', '/b/', '/c/', '/d/'])).toEqual([
      '/a/ refuted',
      '/b/ confirmed',
      '/c/ confirmed',
      '/d/ confirmed',
    ]);
  });

  test('gives up a folder that shows nothing', async () => {
    const { asked, silent } = silence();
    expect(await slashClaims([...ALIKE, '/a/own/'], silent)).toEqual(['/a/ confirmed']);
    expect(asked.size).toBe(5);
  });
});
