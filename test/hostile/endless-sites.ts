import { createServer } from 'node:http';
import { close, listen } from '../../config/demo-site/loopback.ts';
import { type ConnectTo, parseConnectTo } from '../../crawler/fetch/connect-to.ts';

/** A site that invents URLs as long as somebody requests them. */
export interface EndlessSite {
  readonly what: string;
  /** The host of absolute URLs and of URLs to fetch. It stands for the server. */
  readonly host: string;
  readonly scope: 'host' | 'domain';
  /** The path to start from. */
  readonly seed: string;
  readonly answer: (url: URL) => EndlessAnswer;
}

interface EndlessAnswer {
  readonly location?: string;
  readonly links?: readonly string[];
  readonly text?: string;
}

/** A word for a name: equal for equal names, different for different ones. */
function wordOf(name: string): string {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0).toString(36);
}

/** A text that no other page has. */
export function textOf(name: string): string {
  return Array.from({ length: 40 }, (_, at) => wordOf(`${name} ${at}`)).join(' ');
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** The number that follows `before` in a URL; 0 if there is none. */
function numberIn(url: URL, before: RegExp): number {
  return Number(before.exec(url.pathname + url.search)?.[1] ?? 0);
}

let session = 0;

/** The pages of a small site, under links that differ each time. */
function sessions(link: (page: number, id: string) => string): EndlessSite['answer'] {
  return (url) => ({
    text: textOf(/page\d+/.exec(url.pathname)?.[0] ?? ''),
    links: numbers(8).map((page) => link(page, wordOf(`session ${++session}`))),
  });
}

function month(url: URL, from: number): readonly [year: number, month: number] {
  const [, year = '2026', at = String(from)] = /(\d{4})\/(\d+)/.exec(url.pathname) ?? [];
  return [Number(year), Number(at) - from];
}

function calendar(from: number): EndlessSite['answer'] {
  const path = (months: number): string => `/cal/${Math.floor(months / 12)}/${(months % 12) + from}`;
  return (url) => {
    const [year, at] = month(url, from);
    return { text: `Nothing happens in month ${at}`, links: [path(year * 12 + at - 1), path(year * 12 + at + 1)] };
  };
}

/** Each page adds a value of one filter, or changes it. */
function filtered(filters: number, values: number, text: (url: URL) => string): EndlessSite['answer'] {
  return (url) => {
    const chosen = [...url.searchParams].map(([name, value]) => `${name}=${value}`);
    const more = numbers(filters).flatMap((filter) => numbers(values).map((value) => `f${filter}=${value}`));
    const links = more.map((pair) => {
      const name = pair.split('=', 1)[0] ?? '';
      return `/shop?${[...chosen.filter((other) => !other.startsWith(`${name}=`)), pair].sort().join('&')}`;
    });
    return { text: text(url), links };
  };
}

const site = (what: string, answer: EndlessSite['answer'], more: Partial<EndlessSite> = {}): EndlessSite => ({
  what,
  host: 'www.endless.example',
  scope: 'host',
  seed: '/',
  answer,
  ...more,
});

export const ENDLESS_SITES: readonly EndlessSite[] = [
  site(
    'session ids in the path, ;jsessionid=',
    sessions((page, id) => `/page${page};jsessionid=${id}`),
  ),
  site(
    'session ids in the path, of no known name',
    sessions((page, id) => `/s-${id}/page${page}`),
  ),
  site(
    'session ids in a parameter, PHPSESSID',
    sessions((page, id) => `/page${page}?PHPSESSID=${id}`),
  ),
  site(
    'session ids in a parameter of no known name',
    sessions((page, id) => `/page${page}?zq=${id}`),
  ),
  site('a calendar', calendar(1), { seed: '/cal/2026/11' }),
  site('a calendar whose months count from 0', calendar(0), { seed: '/cal/2026/10' }),
  site('a calendar that counts days, with days of their own', (url) => {
    const day = numberIn(url, /day=(-?\d+)/);
    return { text: textOf(`day ${day}`), links: [`/cal?day=${day - 1}`, `/cal?day=${day + 1}`, `/event/${day}`] };
  }),
  site('relative links that grow, ../a/', (url) => ({ text: textOf(url.href), links: ['a/', '../a/b/', '../a/'] })),
  site('a page for whatever is missing, with relative links', (url) => ({
    text: 'Not here. Try the start, or look around.',
    links: [`${wordOf(url.href)}/`, 'news.html', `x${url.pathname.length}/about/`],
  })),
  site(
    'filters that combine, the same few goods',
    filtered(12, 4, () => textOf('goods')),
  ),
  site(
    'filters that combine, with texts of their own',
    filtered(5, 10, (url) => textOf(url.search)),
  ),
  site('filters in the path', (url) => {
    const chosen = url.pathname.split('/').filter((part) => part.startsWith('f'));
    const links = numbers(40).map((value) => `/${[...new Set([...chosen, `f${value}`])].sort().join('/')}/`);
    return { text: textOf(url.pathname), links };
  }),
  site('a list that goes on, "next" for ever', (url) => {
    const page = numberIn(url, /page=(\d+)/);
    return { text: textOf(`page ${page}`), links: [`/list?page=${page + 1}`] };
  }),
  site('a list that goes on, with ten pages of its own each time', (url) => {
    const page = numberIn(url, /page=(\d+)/);
    if (url.pathname.startsWith('/item/')) return { text: textOf(url.pathname) };
    return {
      text: textOf(url.search),
      links: [...numbers(10).map((at) => `/item/${page}-${at}`), `/list?page=${page + 1}`],
    };
  }),
  site('a farm of links: texts, paths and links of its own for each page', (url) => ({
    text: textOf(url.pathname),
    links: numbers(10).map((at) => `/${wordOf(`${url.pathname} a${at}`)}/${wordOf(`${url.pathname} b${at}`)}`),
  })),
  site('a farm of links where pages name each other, and the start', (url) => {
    const page = numberIn(url, /\/p(\d+)/);
    return { text: textOf(`p${page}`), links: ['/', ...numbers(10).map((at) => `/p${page * 3 + at}`)] };
  }),
  site(
    'a farm of hosts, one for each page',
    (url) => ({
      text: textOf(url.hostname),
      links: numbers(10).map((at) => `http://${wordOf(`${url.hostname} ${at}`)}.endless.example/`),
    }),
    { scope: 'domain' },
  ),
  site('redirects, each to a new URL', (url) => {
    const at = numberIn(url, /hop(\d+)/);
    if (at % 5 === 0) return { text: textOf(`hop ${at}`), links: [1, 6].map((by) => `/hop${at * 3 + by}-${at}`) };
    return { location: `/hop${at + 1}-${at}` };
  }),
];

export interface RunningSite {
  readonly seed: string;
  readonly connectTo: readonly ConnectTo[];
  /** The number of requests so far, including those for robots.txt. */
  readonly requests: () => number;
  readonly stop: () => Promise<void>;
}

/** Serves the site on loopback; `connectTo` leads there. */
export async function startEndless({
  host,
  seed,
  answer,
}: Pick<EndlessSite, 'host' | 'seed' | 'answer'>): Promise<RunningSite> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const url = URL.parse(`http://${request.headers.host ?? host}${request.url ?? '/'}`);
    if (url === null || url.pathname === '/robots.txt') return response.writeHead(404).end();
    const { location, links = [], text = '' } = answer(url);
    if (location !== undefined) return response.writeHead(302, { location }).end();
    const anchors = links.map((href) => `<a href="${href.replaceAll('&', '&amp;')}">more</a>`).join('\n');
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>${text.slice(0, 20)}</title><p>${text}</p>${anchors}`);
  });
  const port = await listen(server);
  return {
    seed: `http://${host}${seed}`,
    connectTo: [parseConnectTo(`::127.0.0.1:${port}`)],
    requests: () => requests,
    stop: () => close(server),
  };
}
