import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Command } from 'commander';
import type { ClientCertificate } from '../../../crawler/fetch/connect.ts';
import { CookieFileError, parseCookieFile } from '../../../crawler/fetch/cookie-file.ts';
import type { FetcherOptions } from '../../../crawler/fetch/fetcher.ts';
import type { RequestHeader } from '../../../crawler/fetch/headers.ts';
import { parseProxy } from '../../../crawler/fetch/proxy.ts';
import { fileProblem } from '../../text/file-problem.ts';
import { askSecret } from '../io/ask-secret.ts';
import { UsageError } from '../io/exit.ts';
import { quoted } from '../render/printable.ts';

/** How to get access to sites: logins and proxies. Complete once the secrets were asked for. */
export interface Access extends Pick<FetcherOptions, 'proxy' | 'cookies' | 'clientCertificate'> {
  /** The `Authorization` of `--user`, if it is given. */
  readonly authorization: readonly RequestHeader[];
}

interface Flags {
  /** The text of the file. */
  readonly cookies?: string;
  readonly acceptCookies?: true;
  readonly user?: string;
  readonly header: readonly RequestHeader[];
  /** False for `--no-proxy`. */
  readonly proxy?: string | false;
  /** PEM, as `key`. */
  readonly cert?: string;
  readonly key?: string;
}

/** Adds the options for logins and proxies. Before the command runs, they become its option `access`. */
export function addAccessOptions(command: Command): Command {
  return command
    .optionsGroup('Logins and proxies:')
    .option(
      '--cookies <file>',
      "send the cookies of this file in Netscape's format, and those that the site sets, to the sites of the seeds",
      cookieFile,
    )
    .option('--accept-cookies', 'the same without a file: send back the cookies that the site sets')
    .option(
      '--user <name>',
      'log in by HTTP Basic at the origins of the seeds; the password comes from DUSTPAN_PASSWORD, or is asked for',
      userName,
    )
    .option(
      '--cert <file>',
      'client certificate (PEM) for the hosts of the seeds; the password of its key comes from DUSTPAN_KEY_PASSPHRASE, or is asked for',
      pem('--cert'),
    )
    .option('--key <file>', 'private key of the client certificate (default: in the same file)', pem('--key'))
    .option(
      '--proxy <url>',
      'proxy of all requests: http://, https://, socks5:// or socks5h:// (default: HTTP_PROXY, HTTPS_PROXY and ALL_PROXY, except for NO_PROXY)',
      (text: string) => {
        parseProxy(text, '--proxy');
        return text;
      },
    )
    .option('--no-proxy', 'use no proxy, whatever the environment names')
    .hook('preAction', async (_, called) => {
      called.setOptionValue('access', await accessOf(called.opts<Flags>()));
    });
}

async function accessOf({ cookies, acceptCookies, user, header, proxy, cert, key }: Flags): Promise<Access> {
  if (user !== undefined && header.some(([name]) => name.toLowerCase() === 'authorization')) {
    throw new UsageError('give either --user or --header "Authorization: …"');
  }
  if (key !== undefined && cert === undefined) throw new UsageError('--key has no effect without --cert');
  const kept = cookies ?? (acceptCookies ? '' : undefined);
  return {
    authorization: user === undefined ? [] : [await basic(user)],
    ...(proxy !== false && { proxy: proxy ?? process.env }),
    ...(kept !== undefined && { cookies: kept }),
    ...(cert !== undefined && { clientCertificate: await certificate(cert, key ?? cert) }),
  };
}

/** RFC 7617, section 2. */
async function basic(user: string): Promise<RequestHeader> {
  const password = await askSecret(`the password of ${quoted(user)}`, 'DUSTPAN_PASSWORD');
  return ['authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`];
}

async function certificate(cert: string, key: string): Promise<ClientCertificate> {
  const passphrase = key.includes('ENCRYPTED')
    ? await askSecret('the password of the private key', 'DUSTPAN_KEY_PASSPHRASE')
    : null;
  const given = { cert, key, ...(passphrase !== null && { passphrase }) };
  try {
    createSecureContext(given);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new UsageError(
      `the certificate and its key cannot be used${code}; give a certificate and its own key as PEM, and the right password`,
    );
  }
  return given;
}

/** Repeats nothing of the text, which may be a password. */
function userName(text: string): string {
  if (!text.includes(':')) return text;
  throw new UsageError(
    '--user takes the name alone, because other users of this machine see the arguments of programs (ps); put the password into the environment variable DUSTPAN_PASSWORD, or type it when asked',
  );
}

function cookieFile(file: string): string {
  const text = readFileOf(file, '--cookies');
  try {
    parseCookieFile(text);
    return text;
  } catch (error) {
    if (error instanceof CookieFileError) throw new UsageError(`${quoted(file)}: ${error.message} (--cookies)`);
    throw error;
  }
}

function pem(option: string): (file: string) => string {
  return (file) => readFileOf(file, option);
}

/** Reads the file of an option. */
export function readFileOf(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${quoted(file)} ${fileProblem(error)} (${option})`);
  }
}
