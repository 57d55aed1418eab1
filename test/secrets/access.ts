import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { close, listen } from '../../config/demo-site/loopback.ts';
import { start, temporaryFolder } from '../cli/dustpan.ts';
import { CERTIFICATE } from '../hostile/server.ts';
import { httpProxy, type TestProxy } from '../proxies/http-proxy.ts';
import { socksProxy } from '../proxies/socks-proxy.ts';
import { search, searchFolder } from './planted.ts';
import type { Secrets } from './secrets.ts';

const KEY = readFileSync(new URL('../hostile/localhost-key.pem', import.meta.url), 'utf8');
/** A name of the certificate, which only the proxies know. */
const HOST = 'staging.example';
const NAMES = { [HOST]: '127.0.0.1' };
/** Requests between two looks at the files and arguments of a command under way. */
const SAMPLED = 10;

interface Login {
  readonly cookie: string;
  readonly password: string;
  readonly passphrase: string;
  readonly proxyPassword: string;
}

/** Logs in everywhere, in every way, right and wrong, and searches all that comes out of it. */
export async function searchAccess(secrets: Secrets): Promise<void> {
  for (const form of ['http', 'socks5h'] as const) {
    const login: Login = {
      cookie: secrets.plant({ place: 'cookie of a file', form }),
      password: secrets.plant({ place: 'password of a user', form }),
      passphrase: secrets.plant({ place: 'password of a key', form }),
      proxyPassword: secrets.plant({ place: 'password of a proxy', form }),
    };
    const credentials = `ann:${login.proxyPassword}`;
    const proxy = await (form === 'http' ? httpProxy({ names: NAMES, credentials }) : socksProxy(credentials, NAMES));
    try {
      await searchLogins(secrets, login, proxy, form);
    } finally {
      await proxy.close();
    }
  }
}

async function searchLogins(secrets: Secrets, login: Login, proxy: TestProxy, form: string): Promise<void> {
  const folder = temporaryFolder();
  const given = temporaryFolder();
  mkdirSync(given, { recursive: true });
  let requests = 0;
  const site = await memberSite(secrets, login, form, () => {
    if (++requests % SAMPLED !== 0) return;
    searchFolder(secrets, folder, 'files while a command runs');
    searchArguments(secrets);
  });
  const wrong = secrets.plant({ place: 'wrong password', form });
  const files = writeFiles(given, login);
  const url = `https://${HOST}:${site.port}/`;
  const database = join(folder, 'a.dustpan');
  const polite = ['--delay', '0', '--retries', '0', '--verbose', '--ca', files.ca];
  const logins = [...polite, '--cookies', files.cookies, '--user', 'ann', '--cert', files.ca, '--key', files.key];
  const right = {
    DUSTPAN_PASSWORD: login.password,
    DUSTPAN_KEY_PASSPHRASE: login.passphrase,
    ALL_PROXY: proxy.url.replace('//', `//ann:${login.proxyPassword}@`),
  };
  const run = async (
    args: readonly string[],
    environment: Readonly<Record<string, string>> = right,
  ): Promise<string> => {
    const ended = await start(args, '', folder, environment).ended;
    search(secrets, ended, args);
    return ended.stdout + ended.stderr;
  };
  try {
    const crawled = await run(['crawl', url, '--db', database, '--probe', 'full', ...logins]);
    if (site.members() < PAGES) throw new Error(`the crawl was not logged in: ${crawled}`);
    await run(['crawl', url, '--db', database, '--recrawl', '--json', ...logins]);
    await run(['probe', url, '--json', ...logins]);
    for (const format of ['html', 'json', 'text']) {
      await run(['audit', database, ...logins, '--format', format, '-o', join(folder, `audit.${format}`)]);
    }
    await run(['export', database, '--format', 'csv', '-o', join(folder, 'export.csv')]);
    await run(['urls', database]);
    const fresh = (name: string): readonly string[] => ['crawl', url, '--db', join(folder, `${name}.dustpan`)];
    const through = (password: string): string => proxy.url.replace('//', `//ann:${password}@`);
    await run([...fresh('proxy-wrong'), ...polite], { ALL_PROXY: through(wrong) });
    await run([...fresh('proxy-broken'), ...polite], { ALL_PROXY: `ftp://ann:${wrong}@h` });
    await run([...fresh('proxy-dead'), ...polite], { ALL_PROXY: `http://ann:${wrong}@127.0.0.1:1` });
    await run([...fresh('password-wrong'), ...logins], { ...right, DUSTPAN_PASSWORD: wrong });
    await run([...fresh('key-wrong'), ...logins], { ...right, DUSTPAN_KEY_PASSPHRASE: wrong });
    // Secrets among the arguments are not repeated either.
    await run([...fresh('named'), ...polite, '--proxy', through(wrong)], {});
    await run([...fresh('named-broken'), ...polite, '--proxy', `ftp://ann:${wrong}@h`], {});
    await run([...fresh('user'), ...polite, '--user', `ann:${wrong}`], {});
    await run([...fresh('header'), ...polite, '--header', `Authorization ${wrong}`], {});
  } finally {
    await site.close();
  }
  searchFolder(secrets, folder, 'files');
}

const PAGES = 12;

/** Pages for those who come with the cookie, the password and the certificate. Each sets another cookie. */
async function memberSite(
  secrets: Secrets,
  { cookie, password }: Login,
  form: string,
  onRequest: () => void,
): Promise<{ readonly port: number; readonly members: () => number; close(): Promise<void> }> {
  const basic = `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`;
  const welcomed = new Set<string>();
  const cookies = Array.from({ length: PAGES }, () => secrets.plant({ place: 'cookie of a response', form }));
  const options = { key: KEY, cert: CERTIFICATE, requestCert: true, rejectUnauthorized: false };
  const server = createServer(options, (request, response) => {
    onRequest();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server speaks TLS
    const isKnown = (request.socket as TLSSocket).getPeerCertificate().subject !== undefined;
    const { url = '', headers } = request;
    const isMember = headers.cookie?.includes(cookie) === true && headers.authorization === basic && isKnown;
    const page = Number(/^\/(\d+)$/.exec(url)?.[1] ?? 0);
    if (url !== '/' && page === 0) return void response.writeHead(404).end();
    if (!isMember) return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
    welcomed.add(url);
    const other = cookies[page % PAGES] ?? '';
    const fields = { 'set-cookie': `other${page}=${other}; Path=/`, 'content-type': 'text/html' };
    const isFirst = headers.cookie?.includes(other) !== true;
    if (page === 3 && isFirst) return void response.writeHead(302, { ...fields, location: url }).end();
    response.writeHead(200, fields).end(`<title>t</title><a href="/${(page + 1) % PAGES}">x</a> page ${page}`);
  });
  const port = await listen(server);
  return { port, members: () => welcomed.size, close: () => close(server) };
}

interface Files {
  readonly ca: string;
  readonly key: string;
  readonly cookies: string;
}

function writeFiles(folder: string, { cookie, passphrase }: Login): Files {
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  return {
    ca: write('cert.pem', CERTIFICATE),
    key: write('key.pem', createPrivateKey(KEY).export(cipher)),
    cookies: write('cookies.txt', `#HttpOnly_${HOST}\tFALSE\t/\tTRUE\t0\tsession\t${cookie}\n`),
  };
}

/** What `ps` shows of every process. Only Linux has it in files. */
function searchArguments(secrets: Secrets): void {
  for (const name of existsSync('/proc') ? readdirSync('/proc') : []) {
    if (/^\d+$/.test(name)) secrets.search(argumentsOf(name), 'arguments of a process');
  }
}

function argumentsOf(process: string): string {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'latin1');
  } catch {
    // It has ended.
    return '';
  }
}
