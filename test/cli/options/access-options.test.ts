import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, describe, expect, test } from 'vitest';
import type { FetcherOptions } from '../../../crawler/fetch/fetcher.ts';
import { addFetchOptions, type FetchFlags, fetcherOptions } from '../../../src/cli/options/fetch-options.ts';
import { CERTIFICATE } from '../../hostile/server.ts';
import { temporaryFolder } from '../dustpan.ts';

const SECRETS = ['DUSTPAN_PASSWORD', 'DUSTPAN_KEY_PASSPHRASE'];

afterEach(() => {
  for (const name of SECRETS) Reflect.deleteProperty(process.env, name);
});

async function options(...args: readonly string[]): Promise<FetcherOptions> {
  const parsed: FetcherOptions[] = [];
  await addFetchOptions(new Command())
    .exitOverride()
    .action((flags: FetchFlags) => void parsed.push(fetcherOptions(flags)))
    .parseAsync(args, { from: 'user' });
  const [only] = parsed;
  if (only === undefined) throw new Error('the command did not run');
  return only;
}

function fileOf(text: string): string {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, text);
  return file;
}

const COOKIE = 'a.example\tFALSE\t/\tFALSE\t0\tn\tv\n';

test('without options, the environment names the proxies and there are no cookies', async () => {
  const { proxy, cookies, clientCertificate, headers } = await options();
  expect(proxy).toBe(process.env);
  expect([cookies, clientCertificate, headers]).toEqual([undefined, undefined, []]);
});

test('options become those of the fetcher', async () => {
  expect(await options('--proxy', 'socks5h://p:9')).toMatchObject({ proxy: 'socks5h://p:9' });
  expect(await options('--no-proxy')).not.toHaveProperty('proxy');
  expect(await options('--cookies', fileOf(COOKIE))).toMatchObject({ cookies: COOKIE });
  expect(await options('--ca', fileOf(`My site\n${CERTIFICATE}`))).toMatchObject({ ca: `My site\n${CERTIFICATE}` });
  expect(await options('--accept-cookies')).toMatchObject({ cookies: '' });
});

describe('--user', () => {
  test('takes the password from the environment, and out of it', async () => {
    process.env['DUSTPAN_PASSWORD'] = 'p:ä';
    const { headers } = await options('--user', 'ann', '--header', 'X-A: b');
    expect(headers).toEqual([
      ['X-A', 'b'],
      ['authorization', `Basic ${Buffer.from('ann:p:ä').toString('base64')}`],
    ]);
    expect(process.env['DUSTPAN_PASSWORD']).toBeUndefined();
  });

  test('refuses a password among the arguments, says why, and does not repeat it', async () => {
    const refused = options('--user', 'ann:s3cret');
    await expect(refused).rejects.toThrow(/\(ps\); put the password into the environment variable DUSTPAN_PASSWORD/);
    await expect(refused).rejects.not.toThrow(/s3cret/);
  });

  test('without a password and without a terminal is refused', async () => {
    await expect(options('--user', 'ann')).rejects.toThrow(
      'the password of ann is missing; set DUSTPAN_PASSWORD, or type it on a terminal',
    );
  });

  test('is refused beside a header of the same purpose', async () => {
    process.env['DUSTPAN_PASSWORD'] = 'x';
    await expect(options('--user', 'ann', '--header', 'authorization: x')).rejects.toThrow('give either --user or');
  });
});

describe('what cannot be used is refused, and not repeated', () => {
  test.each([
    ['a proxy', ['--proxy', 'ftp://ann:s3cret@p'], /^--proxy is not a proxy; write http:\/\/HOST:PORT/],
    ['a header', ['--header', 's3cret'], /^--header: write a header as "Name: value"/],
    ['a header of the connection', ['--header', 'Host: s3cret'], /^the request header "Host" is set by the connection/],
    [
      'a header with a control character',
      ['--header', 'A: b\x07s3cret'],
      /^the request header "A" has a value with a control/,
    ],
    ['a user agent of two lines', ['--user-agent', 's3cret\n'], /^the request header "User-Agent" has a value/],
    ['a key alone', ['--key', fileOf('s3cret')], /^--key has no effect without --cert/],
    ['a certificate', ['--cert', fileOf('s3cret')], /^the certificate and its key cannot be used/],
    ['a certificate without key', ['--cert', fileOf(CERTIFICATE)], /^the certificate and its key cannot be used/],
    ['a certificate to trust', ['--ca', fileOf('s3cret')], /\/file has no certificate; .* \(--ca\)$/],
    ['a broken certificate to trust', ['--ca', fileOf(CERTIFICATE.slice(0, 200))], / has no certificate; /],
    ['a cookie file', ['--cookies', fileOf(`${COOKIE}s3cret`)], /: not a cookie: line 2; .* \(--cookies\)$/],
    ['a file that is not there', ['--cookies', '/none'], /^\/none does not exist; .* \(--cookies\)$/],
  ])('%s', async (_, args, message) => {
    await expect(options(...args)).rejects.toThrow(message);
    await expect(options(...args)).rejects.not.toThrow(/s3cret/);
  });
});
