/** Covers: crawler/probe/{address-to-domain,controls}.ts */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CERTIFICATE, PRIVATE_KEY } from '../../../config/demo-site/certificate.ts';
import { close, listen } from '../../../config/demo-site/loopback.ts';
import { parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import { Fetcher } from '../../../crawler/fetch/fetcher.ts';
import type { ProbeOptions, ProbeReport } from '../../../crawler/probe/probe.ts';
import { addressAccess } from '../../../crawler/seed-fetcher.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { crawl } from '../crawling.ts';
import { probeServed } from './probing.ts';
import { html, prose, redirect, type SiteAnswer } from './sites.ts';

/** A certificate for example.com, not for the test's site. */
const OTHER = {
  key: readFileSync(new URL('../../audit/example-key.pem', import.meta.url), 'utf8'),
  cert: readFileSync(new URL('../../audit/example-cert.pem', import.meta.url), 'utf8'),
};
const OWN = { key: PRIVATE_KEY, cert: CERTIFICATE };

const DOMAIN = 'broom.example';
const ADDRESS = '192.0.2.1';
const PATHS = [
  '/',
  '/docs/install/linux',
  '/docs/usage',
  '/shop/brooms/birch',
  '/shop/dustpans',
  '/about',
  '/news/2025',
];

interface Asked {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly path: string;
}

type Answer = (asked: Asked) => SiteAnswer;

/** A page of the site of that name. */
function page(path: string, site = 'broom'): SiteAnswer {
  if (!PATHS.includes(path)) return { status: 404 };
  return html(`<h1>${site}</h1><p>${prose(site + path)}</p>${PATHS.map((to) => `<a href="${to}">${to}</a>`).join('')}`);
}

/** The site under each of its own names, and nothing under others. */
const domain: Answer = ({ host, path }) => (host === DOMAIN ? page(path) : { status: 421 });

function byName(atAddress: Answer, others: Answer = domain): Answer {
  return (asked) => (asked.host === ADDRESS ? atAddress(asked) : others(asked));
}

interface Served {
  /** Requests as `http://host/path` in order, without robots.txt. */
  readonly requests: string[];
  readonly http: number;
  readonly https: number;
}

async function serve(answer: Answer, certificate = OWN): Promise<Served> {
  const requests: string[] = [];
  const respond =
    (scheme: 'http' | 'https'): RequestListener =>
    ({ headers, url = '/' }: IncomingMessage, response) => {
      const host = headers.host ?? '';
      if (url !== '/robots.txt') requests.push(`${scheme}://${host}${url}`);
      const {
        status,
        headers: fields = {},
        body = '',
      } = url === '/robots.txt' ? { status: 404 } : answer({ scheme, host, path: url });
      response.writeHead(status, fields).end(body);
    };
  const start = async (server: Server): Promise<number> => {
    onTestFinished(() => close(server));
    return listen(server);
  };
  const http = await start(createServer(respond('http')));
  return { requests, http, https: await start(createTlsServer(certificate, respond('https'))) };
}

function rulesFor(at: Served, elsewhere: Served): readonly string[] {
  return [
    `${ADDRESS}:80:127.0.0.1:${at.http}`,
    `${ADDRESS}:443:127.0.0.1:${at.https}`,
    `:80:127.0.0.1:${elsewhere.http}`,
    `:443:127.0.0.1:${elsewhere.https}`,
  ];
}

/** @param elsewhere where the domain itself is, if not at the address */
function probeAddress(at: Served, elsewhere: Served = at, options: Partial<ProbeOptions> = {}): Promise<ProbeReport> {
  return probeServed(rulesFor(at, elsewhere), {
    kinds: ['ip'],
    starts: [`https://${ADDRESS}/`, `http://${ADDRESS}/`],
    ...options,
  });
}

function isConfirmed({ claims }: ProbeReport): boolean {
  return claims.some(({ verdict }) => verdict === 'confirmed');
}

describe('an address belongs to a domain', () => {
  test('to which it redirects every path', async () => {
    const { claims, evidence } = await probeAddress(
      await serve(byName(({ path }) => redirect(301, `http://${DOMAIN}${path}`))),
    );
    expect(claims).toMatchObject([
      { host: ADDRESS, about: DOMAIN, verdict: 'confirmed', source: 'permanent-redirect' },
    ]);
    expect(evidence[1]).toMatchObject({ seen: 'redirects', supports: true, hops: [{ status: 301 }] });
    expect(evidence.every(({ url, page: to }) => url === to?.replace(DOMAIN, ADDRESS))).toBe(true);
  });

  test('to which it redirects by https, as the domain itself does', async () => {
    const { claims, evidence } = await probeAddress(
      await serve(({ scheme, host, path }) =>
        scheme === 'http' || host === ADDRESS
          ? redirect(301, `https://${DOMAIN}${path}`)
          : domain({ scheme, host, path }),
      ),
    );
    expect(claims).toMatchObject([{ host: ADDRESS, about: DOMAIN, verdict: 'confirmed' }]);
    expect(evidence[0]).toMatchObject({ url: `http://${ADDRESS}/`, page: `http://${DOMAIN}/`, path: '/' });
    expect(evidence[0]?.hops.map(({ url, location }) => `${url} ${location}`)).toEqual([
      `http://${ADDRESS}/ https://${DOMAIN}/`,
      `http://${DOMAIN}/ https://${DOMAIN}/`,
    ]);
  });

  test('that its certificate names, and whose pages it shows', async () => {
    const { claims, evidence } = await probeAddress(await serve(byName(({ path }) => page(path))));
    expect(claims).toMatchObject([
      { host: ADDRESS, about: DOMAIN, verdict: 'confirmed', source: 'content', samples: 5 },
    ]);
    expect(evidence[0]).toMatchObject({ seen: 'same-bytes', url: `http://${ADDRESS}/`, page: `http://${DOMAIN}/` });
  });

  test('that a wildcard of its certificate covers, if the domain is known', async () => {
    const name = 'shop.example.com';
    const at = await serve(({ host, path }) => ([ADDRESS, name].includes(host) ? page(path) : { status: 421 }), OTHER);
    const { claims } = await probeAddress(at, at, { pages: [`http://${name}/`] });
    expect(claims).toMatchObject([{ about: name, verdict: 'confirmed' }]);
    const deeper = await probeAddress(at, at, { pages: [`http://a.${name}/`] });
    expect(deeper.claims.some(({ about }) => about === `a.${name}`)).toBe(false);
  });
});

describe('an address does not belong to a domain', () => {
  const REDIRECTS: Answer = ({ path }) => redirect(301, `http://${DOMAIN}${path}`);
  const PAGES: Answer = ({ path }) => page(path);

  test.each<[string, string, Answer, typeof OWN?]>([
    ['where it shows other content', 'other-text', byName(({ path }) => page(path, 'vacuum'))],
    ['where it has none of its pages', 'not-found', byName(({ path }) => (path === '/' ? page('/') : { status: 404 }))],
    ['where its redirects lose the path', 'loses-path', byName(() => redirect(301, `http://${DOMAIN}/`))],
  ])('%s: refuted, %s', async (_, reason, answer) => {
    const report = await probeAddress(await serve(answer));
    expect(isConfirmed(report)).toBe(false);
    expect(report.claims).toContainEqual(expect.objectContaining({ about: DOMAIN, verdict: 'refuted', reason }));
  });

  test.each<[string, string, Answer, typeof OWN]>([
    ['every name has the same pages', 'every-name', PAGES, OWN],
    ['every name but its own has the same pages', 'every-name', byName(REDIRECTS, PAGES), OWN],
    [
      'one page answers every path',
      'soft-404',
      byName(
        () => page('/'),
        () => page('/'),
      ),
      OWN,
    ],
    [
      'redirects are temporary',
      'only-temporary-redirect',
      byName(({ path }) => redirect(302, `http://${DOMAIN}${path}`)),
      OWN,
    ],
    ['it asks to log in', 'login', byName(() => ({ status: 401 })), OWN],
    [
      'it redirects to another address',
      'no-page',
      byName(({ path }) => redirect(301, `http://192.0.2.9${path}`)),
      OTHER,
    ],
    [
      'it redirects by https and the domain does not',
      'several-changes',
      byName(({ path }) => redirect(301, `https://${DOMAIN}${path}`)),
      OWN,
    ],
  ])('if %s: undecided, %s', async (_, reason, answer, certificate) => {
    const at = await serve(answer, certificate);
    const report = await probeAddress(at);
    expect(isConfirmed(report)).toBe(false);
    expect(report.claims).toContainEqual(expect.objectContaining({ verdict: 'undecided', reason }));
  });

  test('if its certificate is for another name', async () => {
    const at = await serve(byName(PAGES), OTHER);
    const elsewhere = await serve(({ host, path }) => page(path, host === DOMAIN ? 'broom' : host));
    const report = await probeAddress(at, elsewhere, { pages: [`http://${DOMAIN}/`] });
    expect(report.claims.map(({ about, verdict }) => `${about} ${verdict}`)).toEqual([
      'example.com refuted',
      'example.org refuted',
    ]);
  });

  test('if the domain itself redirects by https only temporarily', async () => {
    const at = await serve(({ scheme, host, path }) => {
      if (host === ADDRESS) return redirect(301, `https://${DOMAIN}${path}`);
      return scheme === 'http' ? redirect(302, `https://${DOMAIN}${path}`) : domain({ scheme, host, path });
    });
    const { claims } = await probeAddress(at);
    expect(claims).toMatchObject([{ about: DOMAIN, verdict: 'undecided', reason: 'several-changes' }]);
  });

  test('if only its root redirects, even if pages are equal', async () => {
    const at = await serve(
      byName(({ path }) => (path === '/' ? redirect(301, `http://${DOMAIN}/`) : page(path))),
      OTHER,
    );
    const { evidence } = await probeAddress(at);
    expect(evidence).toMatchObject([{ path: '/', seen: 'redirects' }]);
  });

  test('if it has no certificate and does not redirect', async () => {
    const at = await serve(byName(PAGES));
    const { claims } = await probeAddress({ ...at, https: at.http }, at);
    expect(claims).toMatchObject([{ about: null, verdict: 'undecided', reason: 'no-redirect' }]);
  });

  test.each<[string, Answer]>([
    ['redirects', REDIRECTS],
    ['pages', PAGES],
  ])('if it is another site under that name, despite its %s', async (_, atAddress) => {
    const at = await serve(byName(atAddress, ({ path }) => page(path, 'vacuum')));
    const { claims, evidence } = await probeAddress(at, await serve(domain));
    expect(claims).toContainEqual(expect.objectContaining({ about: DOMAIN, verdict: 'refuted', reason: 'other-text' }));
    expect(evidence).toMatchObject([{ source: 'content', url: `http://${ADDRESS}/`, page: `http://${DOMAIN}/` }]);
  });

  test.each<[string, string, Answer]>([
    ['nothing', 'http-503', byName(REDIRECTS, () => ({ status: 503 }))],
    ['not the pages', 'other-host', byName(REDIRECTS, () => ({ status: 404 }))],
    ['a redirect to the domain', 'other-host', REDIRECTS],
  ])('if under that name there is %s', async (_, reason, answer) => {
    const { claims, ...report } = await probeAddress(await serve(answer), await serve(domain));
    expect(claims).toMatchObject([{ about: DOMAIN, verdict: 'undecided', reason }]);
    expect(report.evidence).toEqual([]);
  });

  test('if by https, under that name, it has the certificate of another', async () => {
    const answer: Answer = ({ scheme, host, path }) =>
      scheme === 'http' || host === ADDRESS
        ? redirect(301, `https://${DOMAIN}${path}`)
        : domain({ scheme, host, path });
    const { claims } = await probeAddress(await serve(answer, OTHER), await serve(answer));
    expect(claims).toMatchObject([{ about: DOMAIN, verdict: 'undecided', reason: 'tls-failed' }]);
  });
});

describe('asking an address', () => {
  test('stays within the budget, including requests under other names', async () => {
    for (const budget of [0, 3, 9, 20]) {
      const at = await serve(byName(({ path }) => page(path)));
      const { requests } = await probeAddress(at, at, { budget });
      expect(at.requests.length).toBeLessThanOrEqual(budget);
      expect(requests.pages).toBe(at.requests.length);
    }
  });

  test('requests from the address only its own name, the domain and a name that does not exist', async () => {
    const at = await serve(byName(({ path }) => page(path)));
    const elsewhere = await serve(domain);
    await probeAddress(at, elsewhere);
    const hosts = new Set(at.requests.map((url) => new URL(url).hostname.replace(/^dustpan-[0-9a-f]+/, 'nobody')));
    expect([...hosts].toSorted()).toEqual([ADDRESS, DOMAIN, 'nobody.invalid']);
    expect(new Set(elsewhere.requests.map((url) => new URL(url).hostname))).toEqual(new Set([DOMAIN]));
  });

  test('examines as many pages as configured', async () => {
    const at = await serve(byName(({ path }) => page(path)));
    const needs = { ...THRESHOLDS, ip: { ...THRESHOLDS.ip, content: 6 } };
    expect((await probeAddress(at, at, { needs })).claims).toMatchObject([{ reason: 'too-few-samples' }]);
    expect((await probeAddress(at, at, { needs, samples: 6 })).claims).toMatchObject([{ verdict: 'confirmed' }]);
  });

  test('sends no secrets there', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer(({ headers }, response) => {
      seen.push(headers.cookie, headers.authorization, headers['x-open']?.toString());
      response.end();
    });
    const port = await listen(server);
    onTestFinished(() => close(server));
    const seeds = [`http://user:word@${DOMAIN}/`, `http://${ADDRESS}/`];
    const headers = [
      ['cookie', 'a=b'],
      ['authorization', 'Basic x'],
      ['x-open', 'yes'],
    ] as const;
    const options = {
      userAgent: 'dustpan-test',
      headers,
      connectTo: [parseConnectTo(`${ADDRESS}:80:127.0.0.1:${port}`)],
    };
    const own = new Fetcher(options);
    const fetcher = addressAccess(own, seeds, options).fetcherAt(ADDRESS);
    await fetcher.fetch(`http://${DOMAIN}/`);
    await Promise.all([own.close(), fetcher.close()]);
    expect(seen).toEqual([undefined, undefined, 'yes']);
  });
});

describe('a crawl', () => {
  async function crawled(
    answer: Answer,
    name = DOMAIN,
    certificate = OWN,
  ): Promise<Record<'verdicts' | 'keys', string[]>> {
    const at = await serve(answer, certificate);
    const frontier = new MemoryFrontier();
    const { entries } = await crawl(
      [`http://${ADDRESS}/`, `http://${name}/`],
      {
        fetch: {
          userAgent: 'dustpan-test',
          connectTo: rulesFor(at, at).map(parseConnectTo),
          ca: CERTIFICATE,
        },
        delay: 0,
        probe: 'auto',
      },
      frontier,
    );
    const claims = await Array.fromAsync(await frontier.claims());
    return {
      verdicts: claims.filter(({ kind }) => kind === 'ip').map(({ about, verdict }) => `${about} ${verdict}`),
      keys: entries.filter(({ aliasOf }) => aliasOf === null).map(({ key }) => key),
    };
  }

  test('merges address and domain after a probe has shown that they are the same', async () => {
    const { verdicts, keys } = await crawled(byName(({ path }) => page(path)));
    expect(verdicts).toEqual([`${DOMAIN} confirmed`]);
    expect(keys.toSorted()).toEqual(PATHS.map((path) => `http://${DOMAIN}${path}`).toSorted());
  });

  test('passes known domains to a probe, for a wildcard to cover', async () => {
    const name = 'shop.example.com';
    const answer: Answer = ({ host, path }) => ([ADDRESS, name].includes(host) ? page(path) : { status: 421 });
    expect((await crawled(answer, name, OTHER)).verdicts).toEqual([`${name} confirmed`]);
  });

  test('asks no domain that it has not found', async () => {
    const at = await serve(
      byName(
        ({ path }) => redirect(301, `http://${DOMAIN}${path}`),
        ({ path }) => page(path),
      ),
    );
    const rules = rulesFor(at, at).map(parseConnectTo);
    const fetch = { userAgent: 'dustpan-test', connectTo: rules, ca: CERTIFICATE };
    await crawl([`http://${ADDRESS}/`, 'http://vacuum.example/'], { fetch, delay: 0, probe: 'auto' });
    expect(at.requests.filter((url) => url === `http://${ADDRESS}/`)).toHaveLength(2);
    expect(at.requests.filter((url) => url.includes(DOMAIN))).toEqual([]);
  });

  test('does not merge them only because of equal pages', async () => {
    const { verdicts } = await crawled(({ path }) => page(path));
    expect(verdicts).toEqual([]);
  });
});
