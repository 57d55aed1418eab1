import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from '../../config/demo-site/loopback.ts';

/** A site of which every page is linked from one other page only, so that a link that is lost takes a part of the site with it. */
export interface KillSite {
  readonly seed: string;
  /** The URLs of the pages, in the order of their numbers. */
  readonly pages: readonly string[];
  /** Requests since the last reset, by their target; none for robots.txt, which every process asks for. */
  readonly requests: ReadonlyMap<string, number>;
  /** Forgets the requests: what failed at first fails once more. */
  readonly reset: () => void;
  /** Resolves once so many more requests have come. */
  readonly after: (requests: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const PAGES = 300;
const LINKS_PER_PAGE = 4;
/** Answers take so many milliseconds at most, each another time, so that they come in another order in every crawl. */
const LONGEST_ANSWER = 4;

/** @param random numbers from 0 up to 1 */
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

/** `/pN` is a page, `/%70N` another spelling of it; `/rN` redirects there and `/cN`, a copy, declares it. */
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

/** The ways to a page that its one parent has. */
function linksTo(page: number): readonly string[] {
  if (page % 7 === 3) return [`/r${page}`, `/r${page}#top`];
  if (page % 7 === 5) return [`/c${page}`];
  return [`/p${page}`, `/p${page}#part`, `/p${page}?utm_source=${page}`];
}

/** Not with 503: a site that says that it is overloaded is asked more slowly, and the test would take as long. */
function failsAtFirst(page: number): boolean {
  return page % 89 === 88;
}
