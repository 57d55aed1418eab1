import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CERTIFICATE, PRIVATE_KEY } from '../../../config/demo-site/certificate.ts';
import { close, listen } from '../../../config/demo-site/loopback.ts';
import { domainsOf, namesDomain } from '../../../crawler/fetch/certificate.ts';
import { parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import { Fetcher, type FetcherOptions } from '../../../crawler/fetch/fetcher.ts';

const broom = new X509Certificate(CERTIFICATE);
const example = new X509Certificate(readFileSync(new URL('../../audit/example-cert.pem', import.meta.url)));

const NEVER = new AbortController().signal;

describe('the names of a certificate', () => {
  test('are its domains, without addresses and wildcards', () => {
    expect(domainsOf(broom)).toEqual(['broom.example', 'www.broom.example', 'm.broom.example', 'xn--brom-6qa.example']);
    expect(domainsOf(example)).toEqual(['example.com', 'example.org']);
  });

  test('RFC 6125 6.4.3: a wildcard stands for the first label only', () => {
    const named = ['example.com', 'a.example.com', 'a.b.example.com', 'com', 'example.net', 'aexample.com'];
    expect(named.filter((name) => namesDomain(example, name))).toEqual(['example.com', 'a.example.com']);
  });

  test('do not include its subject', () => {
    expect(namesDomain(example, 'CN = example.com')).toBe(false);
    expect(namesDomain(example, '')).toBe(false);
  });
});

describe('the certificate that a server presents', () => {
  const fetcher = (options: Partial<FetcherOptions> = {}): Fetcher => {
    const made = new Fetcher({ userAgent: 'dustpan-test', ...options });
    onTestFinished(() => made.close());
    return made;
  };

  /** @returns its port, the requests and the names requested in handshakes */
  async function serve(): Promise<{ port: number; requests: string[]; names: string[]; connections: () => number }> {
    const requests: string[] = [];
    const names: string[] = [];
    let connections = 0;
    const SNICallback: TlsOptions['SNICallback'] = (name, done) => {
      names.push(name);
      done(null);
    };
    const server = createServer({ key: PRIVATE_KEY, cert: CERTIFICATE, SNICallback }, ({ url = '' }, response) => {
      requests.push(url);
      response.end();
    });
    server.on('connection', () => connections++);
    const port = await listen(server);
    onTestFinished(() => close(server));
    return { port, requests, names, connections: () => connections };
  }

  test('is read without a request, without a name and without trust in it', async () => {
    const { port, requests, names } = await serve();
    const certificate = await fetcher({ allowPrivate: true }).certificateAt('127.0.0.1', port, NEVER);
    expect(certificate?.fingerprint256).toBe(broom.fingerprint256);
    expect({ requests, names }).toEqual({ requests: [], names: [] });
  });

  test('comes from the address of a --connect-to rule', async () => {
    const { port } = await serve();
    const rule = parseConnectTo(`192.0.2.7:443:127.0.0.1:${port}`);
    const certificate = await fetcher({ connectTo: [rule] }).certificateAt('192.0.2.7', 443, NEVER);
    expect(certificate?.fingerprint256).toBe(broom.fingerprint256);
  });

  test('is not fetched from a private address that nobody has named', async () => {
    const { port, connections } = await serve();
    expect(await fetcher().certificateAt('127.0.0.1', port, NEVER)).toBeNull();
    expect(await fetcher({ seeds: ['http://127.0.0.1:1/'] }).certificateAt('127.0.0.1', port, NEVER)).toBeNull();
    expect(connections()).toBe(0);
    const seeds = [`http://127.0.0.1:${port}/`];
    expect(await fetcher({ seeds }).certificateAt('127.0.0.1', port, NEVER)).not.toBeNull();
  });

  test('is not waited for after cancellation', async () => {
    const silent = createTcpServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const patient = fetcher({ allowPrivate: true, timeout: 60_000 });
    const ending = new AbortController();
    // The first would give up first.
    const patiently = patient.certificateAt('127.0.0.1', port, NEVER).then(() => 'patiently');
    const told = patient.certificateAt('127.0.0.1', port, ending.signal);
    silent.once('connection', () => ending.abort());
    expect(await Promise.race([patiently, told])).toBeNull();
    expect(await Promise.race([patiently, patient.certificateAt('127.0.0.1', port, AbortSignal.abort())])).toBeNull();
    await patient.close();
  });

  test('is null if a server does not speak TLS, is silent, or does not exist', async () => {
    const silent = createTcpServer();
    const rude = createTcpServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const ports: number[] = [];
    for (const server of [silent, rude]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
      const address = server.address();
      ports.push(typeof address === 'object' && address !== null ? address.port : 0);
      onTestFinished(() => void server.close());
    }
    const patient = fetcher({ allowPrivate: true, timeout: 300 });
    for (const port of [...ports, 1]) expect(await patient.certificateAt('127.0.0.1', port, NEVER)).toBeNull();
  });
});

describe('a fetcher at an address', () => {
  test('follows the rules for that address, whatever the host', async () => {
    const fetched = async (options: Partial<FetcherOptions>): Promise<string> => {
      const fetcher = new Fetcher({ userAgent: 'dustpan-test', at: '127.0.0.1', ...options });
      onTestFinished(() => fetcher.close());
      const result = await fetcher.fetch('http://broom.example:1/');
      return result.kind === 'failure' ? result.code : 'response';
    };
    expect(await fetched({})).toBe('private-address');
    expect(await fetched({ seeds: ['http://broom.example:1/'] })).toBe('private-address');
    expect(await fetched({ seeds: ['http://127.0.0.1:1/'] })).toBe('connection-refused');
    expect(await fetched({ connectTo: [parseConnectTo('broom.example:1:127.0.0.1:1')] })).toBe('private-address');
  });
});
