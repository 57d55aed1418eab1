import { type EndlessSite, textOf } from './endless-sites.ts';

/** A large but finite site. A crawl must fetch all of it. */
export interface LargeSite extends EndlessSite {
  readonly pages: number;
}

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

function numberOf(url: URL, name: string): number {
  return Number(url.searchParams.get(name) ?? 0);
}

const site = (what: string, pages: number, answer: EndlessSite['answer']): LargeSite => ({
  what,
  pages,
  host: 'www.large.example',
  scope: 'host',
  seed: '/',
  answer,
});

const PRODUCTS = 30_000;
const TOPICS = 50_000;
const ARTICLES = 40_000;

/** Products in lists of fifty. Each links to some similar ones. */
function shop(url: URL): ReturnType<EndlessSite['answer']> {
  const product = /^\/product\/(\d+)$/.exec(url.pathname)?.[1];
  const lists = numbers(0, PRODUCTS / 50).map((page) => `/list/${page}`);
  if (product !== undefined) {
    const like = numbers(1, 5).map((at) => `/product/${(Number(product) * 7919 * at + at) % PRODUCTS}`);
    return { text: textOf(url.pathname), links: ['/', ...like] };
  }
  const list = /^\/list\/(\d+)$/.exec(url.pathname)?.[1];
  if (list === undefined) return { text: textOf('shop'), links: lists };
  const first = Number(list) * 50;
  return { text: textOf(url.pathname), links: ['/', ...numbers(first, first + 50).map((at) => `/product/${at}`)] };
}

/** Topics of a forum, fifty per page. Only "next" leads from one page to the next. */
function forum(url: URL): ReturnType<EndlessSite['answer']> {
  if (url.pathname === '/viewtopic.php') return { text: textOf(url.search), links: ['/', `/viewforum.php?start=0`] };
  if (url.pathname === '/') return { text: textOf('forum'), links: ['/viewforum.php?start=0'] };
  const start = numberOf(url, 'start');
  const next = start + 50 < TOPICS ? [`/viewforum.php?start=${start + 50}`] : [];
  return {
    text: textOf(url.search),
    links: ['/', ...numbers(start, start + 50).map((at) => `/viewtopic.php?t=${at}`), ...next],
  };
}

/** Articles that each link to twenty others, without any list. */
function wiki(url: URL): ReturnType<EndlessSite['answer']> {
  const title = Number(/a(\d+)/.exec(url.search)?.[1] ?? 0);
  const links = numbers(1, 21).map((at) => `/index.php?title=a${(title * 48_271 + at * 7919 + title * at) % ARTICLES}`);
  return { text: textOf(`article ${title}`), links: [...links, `/index.php?title=a${(title + 1) % ARTICLES}`] };
}

export const LARGE_SITES: readonly LargeSite[] = [
  site('a shop of 30,000 products', 1 + PRODUCTS / 50 + PRODUCTS, shop),
  site('a forum of 50,000 topics', 1 + TOPICS / 50 + TOPICS, forum),
  site('a wiki of 40,000 articles', 1 + ARTICLES, wiki),
];
