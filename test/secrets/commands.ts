import { join } from 'node:path';

/** What commands are called on. */
export interface Ground {
  /** A crawl of the planted site. */
  readonly database: string;
  readonly plainHost: string;
  /** An empty folder. */
  readonly folder: string;
}

/** A command that is given a URL where a user may give one. */
export interface Command {
  readonly name: string;
  readonly isText?: true;
  readonly args: (url: string, ground: Ground) => readonly string[];
  /** Whether its results are the user's own lines, so that only its messages are searched. */
  readonly isEcho?: true;
}

const crawl = (url: string, { folder, plainHost }: Ground, ...args: readonly string[]): readonly string[] => [
  'crawl',
  url === '' ? `http://${plainHost}/` : url,
  '--db',
  join(folder, 'a.dustpan'),
  '--max-pages=2',
  '--retries=0',
  '--timeout=1s',
  ...args,
];

export const COMMANDS: readonly Command[] = [
  { name: 'crawl: seed', args: (url, ground) => crawl(url, ground) },
  { name: 'crawl --json: seed', args: (url, ground) => crawl(url, ground, '--json') },
  { name: 'crawl --sitemap', args: (url, ground) => crawl('', ground, '--sitemap', url) },
  { name: 'crawl --include', args: (url, ground) => crawl('', ground, '--include', url) },
  { name: 'crawl --delay', args: (url, ground) => crawl('', ground, '--delay', url) },
  { name: 'crawl --header', args: (url, ground) => crawl('', ground, '--header', url) },
  { name: 'crawl --config', args: (url, ground) => crawl('', ground, '--config', url) },
  { name: 'crawl --facts', args: (url, ground) => crawl('', ground, '--facts', url) },
  { name: 'crawl --default-scheme', args: (url, ground) => crawl('', ground, '--default-scheme', url) },
  { name: 'probe', args: (url) => ['probe', url, '--budget', '3', '--timeout', '1s'] },
  {
    name: 'audit: target',
    args: (url, { folder }) => [
      'audit',
      url,
      '--db',
      join(folder, 'a.dustpan'),
      '--timeout',
      '1s',
      '--retries',
      '0',
      '--max-pages',
      '2',
    ],
  },
  { name: 'audit --baseline', args: (url, { database }) => ['audit', database, '--no-fetch', '--baseline', url] },
  { name: 'audit --rule', args: (url, { database }) => ['audit', database, '--no-fetch', '--rule', url] },
  { name: 'why', args: (url, { database }) => ['why', database, url] },
  { name: 'why --json', args: (url, { database }) => ['why', database, url, '--json'] },
  { name: 'status: crawl', args: (url) => ['status', url] },
  { name: 'crawls: address', args: (url) => ['crawls', url] },
  { name: 'copy: from', args: (url, { folder }) => ['copy', url, join(folder, 'copy.dustpan')] },
  { name: 'copy: to', args: (url, { database }) => ['copy', database, url] },
  { name: 'urls: file', args: (url) => ['urls', url] },
  {
    name: 'urls --where',
    isText: true,
    args: (url, { database }) => ['urls', database, '--count', '--where', `${url}=1`],
  },
  { name: 'export --format', args: (url, { database }) => ['export', database, '--format', url] },
  { name: 'serve: file', args: (url) => ['serve', url] },
  {
    name: 'facts --confirm',
    isText: true,
    args: (url, { database }) => ['facts', database, '--confirm', `www ${url}`],
  },
  { name: 'facts --host', args: (url, { database }) => ['facts', database, '--host', url] },
  { name: 'learn --host', args: (url, { folder }) => ['learn', '--log', join(folder, 'none'), '--host', url] },
  { name: 'dedup: file', args: (url) => ['dedup', url] },
  { name: 'dedup --base', args: (url) => ['dedup', '-', '--input-format', 'access-log', '--base', url] },
  { name: 'canon', isEcho: true, args: (url) => ['canon', url] },
  { name: 'canon --pass', args: (url) => ['canon', '--pass', url, 'http://h/'] },
  { name: 'explain', isEcho: true, args: (url) => ['explain', url] },
  { name: 'compare', isEcho: true, args: (url) => ['compare', url, 'http://['] },
  { name: 'slug --form', args: (url) => ['slug', '--form', url, 'x'] },
  { name: 'robots --robots', args: (url) => ['robots', '--robots', url, '--agent', 'x', 'http://h/'] },
  { name: 'robots --agent', args: (url) => ['robots', '--robots', '/dev/null', '--agent', url, 'http://h/'] },
  { name: 'robots', isEcho: true, args: (url) => ['robots', '--robots', '/dev/null', '--agent', 'x', url] },
  { name: 'a command that does not exist', args: (url) => [url] },
];

/** A file that holds URLs where a user may write one, and the command that reads it. */
export interface GivenFile {
  readonly name: string;
  readonly isText?: true;
  readonly isEcho?: true;
  /** Whether a line is an entry, so that what has a newline inside is two. */
  readonly isLines?: true | undefined;
  readonly file: string;
  readonly text: (url: string) => string;
  readonly args: (file: string, ground: Ground) => readonly string[];
}

const fact = (value: object): string => JSON.stringify({ version: 1, facts: [value] });
const canonBy = (option: string) => (file: string) => ['canon', option, file, 'http://h/'];

export const FILES: readonly GivenFile[] = [
  {
    name: 'facts file: host',
    file: 'a.json',
    text: (host) => fact({ kind: 'www', host, value: 'add' }),
    args: canonBy('--facts'),
  },
  { name: 'facts file: kind', file: 'a.json', text: (kind) => fact({ kind }), args: canonBy('--facts') },
  {
    name: 'facts file: value',
    file: 'a.json',
    text: (value) => fact({ kind: 'www', host: 'h', value }),
    args: canonBy('--facts'),
  },
  {
    name: 'facts file: domain',
    file: 'a.json',
    text: (value) => fact({ kind: 'ip', host: '127.0.0.1', value }),
    args: canonBy('--facts'),
  },
  {
    name: 'facts file: path',
    isText: true,
    file: 'a.json',
    text: (path) => fact({ kind: 'case', host: 'h', path }),
    args: canonBy('--facts'),
  },
  {
    name: 'facts file: key',
    file: 'a.json',
    text: (key) => fact({ kind: 'www', host: 'h', value: 'add', [key]: 1 }),
    args: canonBy('--facts'),
  },
  { name: 'facts file: no JSON', file: 'a.json', text: (url) => `{"version": ${url}`, args: canonBy('--facts') },
  { name: 'config file: key', file: 'a.json', text: (key) => JSON.stringify({ [key]: 1 }), args: canonBy('--config') },
  {
    name: 'config file: profile',
    file: 'a.json',
    text: (profile) => JSON.stringify({ profile }),
    args: canonBy('--config'),
  },
  {
    name: 'config file: facts',
    isText: true,
    file: 'a.json',
    text: (facts) => JSON.stringify({ facts }),
    args: canonBy('--config'),
  },
  {
    name: 'config file: thrown',
    isText: true,
    file: 'a.js',
    text: (url) => `throw new Error(${JSON.stringify(url)})`,
    args: canonBy('--config'),
  },
  {
    name: 'params file',
    isLines: true,
    isText: true,
    file: 'a.txt',
    text: (url) => `${url}\n`,
    args: (file) => ['canon', '--params', file, 'http://h/'],
  },
  {
    name: 'baseline',
    file: 'b.json',
    text: (url) => JSON.stringify({ findings: [{ rule: url, fingerprint: url }] }),
    args: (file, { database }) => ['audit', database, '--no-fetch', '--format', 'json', '--baseline', file],
  },
  {
    name: 'crawl --seeds',
    isLines: true,
    file: 'seeds.txt',
    text: (url) => `${url}\n`,
    args: (file, ground) => crawl('', ground, '--seeds', file),
  },
  {
    name: 'learn --log',
    isLines: true,
    isText: true,
    file: 'a.log',
    text: (url) => log(url).repeat(3),
    args: (file) => ['learn', '--log', file, '--host', 'h', '--json'],
  },
  {
    name: 'learn --cdx',
    isLines: true,
    isText: true,
    file: 'a.cdx',
    text: (url) => Array.from({ length: 30 }, (_, n) => capture(url, n)).join(''),
    args: (file) => ['learn', '--cdx', file, '--json'],
  },
  {
    name: 'dedup',
    isLines: true,
    isEcho: true,
    file: 'a.txt',
    text: (url) => `http://h/\n${url}\n`,
    args: (file) => ['dedup', file],
  },
  {
    name: 'canon: standard input',
    isLines: true,
    isEcho: true,
    file: '-',
    text: (url) => `${url}\n`,
    args: () => ['canon'],
  },
  {
    name: 'robots: standard input',
    isLines: true,
    isEcho: true,
    file: '-',
    text: (url) => `${url}\n`,
    args: () => ['robots', '--robots', '/dev/null', '--agent', 'x'],
  },
  {
    name: 'robots: rule',
    isLines: true,
    isText: true,
    file: 'robots.txt',
    text: (url) => `User-agent: *\nDisallow: ${url}\nSitemap: ${url}`,
    args: (file) => ['robots', '--robots', file, '--agent', 'x', '--json', 'http://h/'],
  },
  {
    name: 'slug',
    isLines: true,
    isEcho: true,
    file: '-',
    text: (url) => `${url}\n`,
    args: () => ['slug', '--form', 'wikidot', '--json'],
  },
];

function capture(url: string, n: number): string {
  return `h)/ 20260101000000 ${url}/docs/${n} text/html 301 - ${url}/docs/${n}/ - 1 1 f\n`;
}

function log(url: string): string {
  const lines = [`GET ${url} HTTP/1.1`, 'GET /a HTTP/1.1', 'GET /a/ HTTP/1.1'];
  return lines.map((line) => `1.2.3.4 - - [01/Jan/2026:00:00:00 +0000] "${line}" 200 1000 "${url}" "x"\n`).join('');
}
