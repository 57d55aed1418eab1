import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from '../../config/demo-site/loopback.ts';

/** A site where only one other page links to each page, so that a lost link loses a part of the site. */
export interface KillSite {
  readonly seed: string;
  /** The URLs of the pages, in order of their numbers. */
  readonly pages: readonly string[];
  /** Requests since the last reset, by target, without robots.txt, which every process requests. */
  readonly requests: ReadonlyMap<string, number>;
  /** Forgets the requests. Pages that fail at first will fail once more. */
  readonly reset: () => void;
  /** Resolves after this many more requests. */
  readonly after: (requests: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const PAGES = 300;
const LINKS_PER_PAGE = 4;
/**
 * The longest delay of an answer, in milliseconds. Delays vary, so that answers come in another order in each crawl.
 */
const LONGEST_ANSWER = 4;

/** @param random returns numbers from 0 up to 1 */
export async function startKillSite(random: () => number): Promise<KillSite> {
  const requests = new Map<string, number>();
  const waiting = new Set<{ requests: number; resolve: () => void }>();
  const server = createServer((request, response) => {
    const target = request.url ?? '';
    if (target === '/robots.txt') return void response.writeHead(404).end();
    const seen = requests.get(target) ?? 0;
    requests.set(target, seen + 1);
    setTimeout(() => answer(target, seen, request, response), random() * LONGEST_ANSWER);
    for (const one of waiting) {
      one.requests--;
      if (one.requests > 0) continue;
      waiting.delete(one);
      one.resolve();
    }
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    seed: `${origin}/p0`,
    pages: Array.from({ length: PAGES }, (_, page) => `${origin}/p${page}`),
    requests,
    reset: () => requests.clear(),
    after: (count) =>
      new Promise((resolve) => {
        waiting.add({ requests: count, resolve });
      }),
    close: () => close(server),
  };
}

/**
 * `/pN` is a page and `/%70N` another spelling of it. `/rN` redirects to it, and `/cN` is a copy that declares it as
 * its canonical URL.
 */
function answer(target: string, seen: number, { headers }: IncomingMessage, response: ServerResponse): void {
  const [, kind, digits] = /^\/(p|%70|r|c)(\d+)$/.exec(target) ?? [];
  const page = Number(digits);
  if (kind === undefined || page >= PAGES) return void response.writeHead(404).end();
  if (failsAtFirst(page) && seen === 0) return void response.writeHead(500).end();
  if (kind === 'r') return void response.writeHead(301, { location: `/p${page}` }).end();
  const canonical = kind === 'c' ? `<link rel=canonical href="http://${headers.host}/p${page}">` : '';
  const links = kind === 'c' ? [] : linksOf(page);
  const anchors = links.map((href) => `<a href="${href}">x</a>`).join('');
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${page}</title>${canonical}${anchors}`);
}

function linksOf(page: number): readonly string[] {
  const children = Array.from({ length: LINKS_PER_PAGE }, (_, n) => LINKS_PER_PAGE * page + n + 1);
  const parent = Math.max(0, Math.floor((page - 1) / LINKS_PER_PAGE));
  const known = [`/p${parent}#up`, `/%70${parent}`];
  return [...children.filter((child) => child < PAGES).flatMap(linksTo), ...known];
}

/** The links to a page on its only parent. */
function linksTo(page: number): readonly string[] {
  if (page % 7 === 3) return [`/r${page}`, `/r${page}#top`];
  if (page % 7 === 5) return [`/c${page}`];
  return [`/p${page}`, `/p${page}#part`, `/p${page}?utm_source=${page}`];
}

/** Not 503: the crawl slows down for an overloaded site, and the test would take as long. */
function failsAtFirst(page: number): boolean {
  return page % 89 === 88;
}
