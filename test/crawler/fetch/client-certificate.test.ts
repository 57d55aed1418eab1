/** Covers: crawler/fetch/connect.ts, crawler/seed-fetcher.ts */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { close, listen } from '../../../config/demo-site/loopback.ts';
import { parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import type { FetcherOptions } from '../../../crawler/fetch/fetcher.ts';
import { addressAccess, fetcherFor } from '../../../crawler/seed-fetcher.ts';
import { CERTIFICATE } from '../../hostile/server.ts';

const KEY = readFileSync(new URL('../../hostile/localhost-key.pem', import.meta.url), 'utf8');
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of closing.splice(0).toReversed()) await end();
});

/** Answers with the name in the certificate of its client. */
async function server(): Promise<string> {
  const asking: Server = createServer(
    { key: KEY, cert: CERTIFICATE, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server speaks TLS
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      response.end(subject === undefined ? 'nobody' : 'known');
    },
  );
  const port = await listen(asking);
  closing.push(() => close(asking));
  return `https://127.0.0.1:${port}/`;
}

const OPTIONS: FetcherOptions = {
  userAgent: 'test',
  ca: CERTIFICATE,
  clientCertificate: { cert: CERTIFICATE, key: KEY },
  allowPrivate: true,
};

async function seenBy(url: string, seeds: readonly string[], options: Partial<FetcherOptions> = {}): Promise<string> {
  const fetcher = fetcherFor(seeds, { ...OPTIONS, ...options });
  closing.push(() => fetcher.close());
  const result = await fetcher.fetch(url);
  return result.kind === 'failure' ? result.message : Buffer.from(result.body ?? '').toString();
}

test('only the seeds see the certificate, whatever may be connected to', async () => {
  const [seed, other] = [await server(), await server()];
  const fetcher = fetcherFor([seed], OPTIONS);
  closing.push(() => fetcher.close());
  const seen = async (url: string): Promise<string> => {
    const result = await fetcher.fetch(url);
    return result.kind === 'failure' ? result.message : Buffer.from(result.body ?? '').toString();
  };
  expect([await seen(seed), await seen(other), await seen(seed)]).toEqual(['known', 'nobody', 'known']);
  expect(await seenBy(seed, [seed], { allowPrivate: false })).toBe('known');
});

test('a seed sees it at the endpoint of a rule', async () => {
  const { port } = new URL(await server());
  const connectTo = [parseConnectTo(`::127.0.0.1:${port}`)];
  const seed = 'https://staging.example/';
  expect(await seenBy(seed, [seed], { connectTo })).toBe('known');
  expect(await seenBy('https://localhost/', [seed], { connectTo })).toBe('nobody');
});

test('the key may be encrypted', async () => {
  const seed = await server();
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 's3cret' } as const;
  const key = createPrivateKey(KEY).export(cipher);
  const clientCertificate = { cert: CERTIFICATE, key, passphrase: 's3cret' };
  expect(await seenBy(seed, [seed], { clientCertificate })).toBe('known');
});

test('an address that is asked for a probe sees neither it nor cookies', async () => {
  const seed = await server();
  const cookies = '127.0.0.1\tFALSE\t/\tFALSE\t0\tn\tv\n';
  const fetcher = fetcherFor([seed], { ...OPTIONS, cookies });
  const at = addressAccess(fetcher, [seed], { ...OPTIONS, cookies }).fetcherAt('127.0.0.1');
  closing.push(
    () => fetcher.close(),
    () => at.close(),
  );
  const result = await at.fetch(seed);
  expect(result.kind === 'response' && Buffer.from(result.body ?? '').toString()).toBe('nobody');
});
