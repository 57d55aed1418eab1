/** Crawls real servers to test which private addresses are reached, depending on who names them. */
import net, { type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseConnectTo } from '../../crawler/fetch/connect-to.ts';
import type { FetcherOptions } from '../../crawler/fetch/fetcher.ts';
import { MemoryFrontier } from '../../db/index.ts';
import { BEHAVIOURS } from '../hostile/behaviours.ts';
import { type Behaviour, type HostileServer, respond, startServer } from '../hostile/server.ts';
import { type Crawled, crawl as crawlWith } from './crawling.ts';
import { resolver } from './resolver.ts';
import { links, redirect, site } from './web.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const whyNot = hasIpv6 ? '' : ' (skipped: this machine has no IPv6)';

const servers: HostileServer[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server that also reports connections without a request. */
async function serve(
  address: string,
  port = 0,
  behaviours: Readonly<Record<string, Behaviour>> = { '/': (socket) => respond(socket, 'secret') },
): Promise<HostileServer> {
  const server = await startServer(behaviours, 'http', address, port);
  servers.push(server);
  return server;
}

function crawl(seeds: readonly string[], fetch: Partial<FetcherOptions> = {}): Promise<Crawled> {
  return crawlWith(seeds, { scope: { kind: 'any' }, delay: 0, fetch: { userAgent: 'x', ...fetch } });
}

/** A page that closes its connection, so that the next request opens a new one. */
function closing(body: string): Behaviour {
  return (socket) =>
    socket.end(
      `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/html\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
}

/** Makes a test server appear at a public address, below all the code that decides about addresses. */
function standIn(publicAddress: string): void {
  const connect: (options: TcpNetConnectOpts) => net.Socket = net.connect;
  const there = (address: string): string => (address === publicAddress ? '127.0.0.1' : address);
  const replace = (options: TcpNetConnectOpts): net.Socket => {
    const { lookup } = options;
    if (lookup === undefined) throw new Error('a connection without a lookup of ours');
    const instead: LookupFunction = (host, how, callback) =>
      lookup(host, how, (error, found, family) => {
        if (typeof found === 'string') callback(error, there(found), family);
        else
          callback(
            error,
            found.map((each) => ({ ...each, address: there(each.address) })),
          );
      });
    return connect({ ...options, lookup: instead });
  };
  vi.spyOn(net, 'connect').mockImplementation((options: unknown) => {
    // Undici calls it only with an object of options.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return replace(options as TcpNetConnectOpts);
  });
}

const PUBLIC = '93.184.216.34';

/** Spellings of this machine or its networks that the resolver or the URL parser understands. */
const PRIVATE_HOSTS = `
  127.0.0.1 127.0.0.2 2130706433 0x7f.1 0177.0.0.1 127.1 0 0.0.0.0 127.0.0.1.
  %31%32%37.0.0.1 １２７。0.0.1 localhost LOCALHOST localhost. private.example
  [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [fe80::1]
  169.254.169.254 10.0.0.1 192.168.0.1 [fd00::1] [2002:7f00:1::] 255.255.255.255`
  .trim()
  .split(/\s+/);

describe('a private seed does not open the rest of the network', () => {
  const local = [['127.0.0.1'], ['127.0.0.1']];
  const names = { localhost: local, 'localhost.': local, 'private.example': local };

  test.each(PRIVATE_HOSTS)('a link to %s is not followed', async (host) => {
    const secret = await serve(hasIpv6 ? '::' : '0.0.0.0');
    const web = await site({ '/': links(`http://${host}:${secret.port}/`, '/a'), '/a': 'a' });
    const { entries, failures, report } = await crawl([`${web.origin}/`], { lookup: resolver(names).lookup });
    expect(secret.connections()).toBe(0);
    expect(entries.map(({ state, reason }) => reason ?? state)).toEqual(['done', 'private-address', 'done']);
    expect(report.progress).toMatchObject({ pages: 2, failed: 1, retried: 0 });
    expect(failures).toMatchObject([{ reason: 'private-address', message: expect.stringContaining('allowPrivate') }]);
  });

  test.each(PRIVATE_HOSTS)('a redirect to %s is not followed', async (host) => {
    const secret = await serve(hasIpv6 ? '::' : '0.0.0.0');
    const web = await site({
      '/': redirect(302, `http://${host.replace(/[^ -~]/g, encodeURIComponent)}:${secret.port}/`),
    });
    const { entries } = await crawl([`${web.origin}/`], { lookup: resolver(names).lookup });
    expect(secret.connections()).toBe(0);
    expect(entries.map(({ state, reason }) => reason ?? state)).toEqual(['done', 'private-address']);
  });

  test.each(['127.0.0.1', '[::1]', 'private.example'])('nor is one to %s over https', async (host) => {
    const secret = await serve(hasIpv6 ? '::' : '0.0.0.0');
    const web = await site({ '/': links(`https://${host}:${secret.port}/`) });
    const { entries } = await crawl([`${web.origin}/`], { lookup: resolver(names).lookup });
    expect(secret.connections()).toBe(0);
    expect(entries[1]).toMatchObject({ state: 'failed', reason: 'private-address' });
  });

  test('its own address under another name is refused', async () => {
    const web = await site(() => links(`http://localhost:${web.port}/`));
    const { entries } = await crawl([`${web.origin}/`]);
    expect(entries[1]).toMatchObject({ state: 'failed', reason: 'private-address' });
  });

  test("the hostile server's redirects to files, scripts and private addresses lead nowhere", async () => {
    const server = await serve('127.0.0.1', 0, BEHAVIOURS);
    const seeds = ['file', 'script', 'metadata', 'loopback'].map((what) => `${server.origin}/location-to-${what}`);
    const { entries } = await crawl(seeds);
    expect(
      entries
        .slice(4)
        .map(({ reason }) => String(reason))
        .toSorted(),
    ).toEqual(['private-address', 'private-address', 'scheme', 'scheme']);
    expect(server.requests).toHaveLength(4);
  });
});

describe('a public seed', () => {
  test('that turns private between two connections is reached only at its public address', async () => {
    const web = await serve('127.0.0.1', 0, { '/': closing(links('/a')), '/a': closing('a') });
    standIn(PUBLIC);
    const { lookup, asked } = resolver({ 'a.example': [[PUBLIC], ['127.0.0.1']] });
    const { entries } = await crawl([`http://a.example:${web.port}/`], { lookup });
    expect(entries.map(({ state, reason }) => reason ?? state)).toEqual(['done', 'private-address']);
    expect(web.requests.map(({ target }) => target)).toEqual(['/']);
    // No second lookup for the connection: it goes to the address that was checked.
    expect(asked).toEqual(['a.example', 'a.example']);
  });

  test('with a public and a private address is reached only at the public one', async () => {
    const web = await serve('127.0.0.1', 0, { '/': closing(links('/a')), '/a': closing('a') });
    const secret = await serve('127.0.0.2', web.port);
    standIn(PUBLIC);
    const { lookup } = resolver({ 'a.example': [['127.0.0.2', PUBLIC]] });
    const { entries } = await crawl([`http://a.example:${web.port}/`], { lookup });
    expect(entries.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(secret.connections()).toBe(0);
  });

  test.each(['127.0.0.1', '169.254.169.254', '[::1]', 'private.example'])('leads to no private %s', async (host) => {
    const secret = await serve(hasIpv6 ? '::' : '0.0.0.0');
    const web = await site({ '/': links(`http://${host}:${secret.port}/`) });
    standIn(PUBLIC);
    const { lookup } = resolver({ 'a.example': [[PUBLIC]], 'private.example': [['127.0.0.1']] });
    const { entries } = await crawl([`http://a.example:${web.port}/`], { lookup });
    expect(entries.map(({ state, reason }) => reason ?? state)).toEqual(['done', 'private-address']);
    expect(secret.connections()).toBe(0);
  });
});

describe('a seed may be private itself', () => {
  test('localhost, by the resolver of this machine', async () => {
    const web = await site({ '/': links('/a'), '/a': 'a' });
    const { entries } = await crawl([`http://localhost:${web.port}/`]);
    expect(entries.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  test.runIf(hasIpv6)(`the loopback of IPv6${whyNot}`, async () => {
    const web = await serve('::1', 0, { '/': closing(links('/a')), '/a': closing('a') });
    const { entries } = await crawl([`${web.origin}/`]);
    expect(entries.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  test('in any spelling', async () => {
    const web = await site({ '/': links('/a'), '/a': 'a' });
    const { entries } = await crawl([`http://0x7f.1:${web.port}/`]);
    expect(entries.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  test('a name of a private address, at its own port only', async () => {
    const secret = await serve('127.0.0.1');
    const web = await site({ '/': links('/a', `//a.example:${secret.port}/`), '/a': 'a' });
    const { lookup } = resolver({ 'a.example': [['127.0.0.1']] });
    const { entries } = await crawl([`http://a.example:${web.port}/`], { lookup });
    expect(entries.map(({ state, reason }) => reason ?? state)).toEqual(['done', 'done', 'private-address']);
    expect(secret.connections()).toBe(0);
  });

  test('and keeps its first address', async () => {
    const web = await serve('127.0.0.1', 0, { '/': closing(links('/a')), '/a': closing('a') });
    const secret = await serve('127.0.0.2', web.port);
    const { lookup } = resolver({ 'a.example': [['127.0.0.1'], ['127.0.0.2']] });
    const { entries } = await crawl([`http://a.example:${web.port}/`], { lookup });
    expect(entries.map(({ state, reason }) => reason ?? state)).toEqual(['done', 'private-address']);
    expect(secret.connections()).toBe(0);
  });

  test('another port is reached if it is a seed itself', async () => {
    const other = await site({ '/': 'other' });
    const web = await site({ '/': links(`${other.origin}/`) });
    await crawl([`${web.origin}/`, `${other.origin}/`]);
    expect(other.requests).toEqual(['/']);
  });

  test('also one of an earlier session', async () => {
    const web = await site({ '/': links('/a'), '/a': 'a' });
    const frontier = new MemoryFrontier();
    await crawlWith([`${web.origin}/`], { maxPages: 1 }, frontier);
    const { entries } = await crawlWith([], {}, frontier);
    expect(entries.map(({ state }) => state)).toEqual(['done', 'done']);
  });
});

describe('the user may allow more', () => {
  test('--connect-to: the address of the rule, for the host of the rule', async () => {
    const web = await site((target) =>
      target === '/' ? links('http://b.example/', `http://c.example:${web.port}/`, web.origin) : 'page',
    );
    const connectTo = ['a', 'b'].map((name) => parseConnectTo(`${name}.example:80:127.0.0.1:${web.port}`));
    const { lookup } = resolver({ 'c.example': [['127.0.0.1']] });
    const { entries } = await crawl(['http://a.example/'], { connectTo, lookup });
    expect(entries.map(({ state, reason }) => reason ?? state)).toEqual([
      'done',
      'done',
      'private-address',
      'private-address',
    ]);
    expect(web.requests).toEqual(['/', '/']);
  });

  test('--connect-to with only a port allows no address', async () => {
    const secret = await serve('127.0.0.1');
    const web = await site({ '/': links('http://127.0.0.1/') });
    const connectTo = [parseConnectTo(`:80::${secret.port}`)];
    const { entries } = await crawl([`${web.origin}/`], { connectTo });
    expect(entries[1]).toMatchObject({ reason: 'private-address' });
    expect(secret.connections()).toBe(0);
  });

  test('--allow-private: everything', async () => {
    const other = await serve('127.0.0.2');
    const web = await site({
      '/': links(`${other.origin}/`, `http://a.example:${other.port}/`),
    });
    const { lookup } = resolver({ 'a.example': [['127.0.0.2']] });
    const { entries } = await crawl([`${web.origin}/`], { allowPrivate: true, lookup });
    expect(entries.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(other.requests).toHaveLength(2);
  });
});
