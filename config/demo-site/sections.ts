/**
 * How a part of the site reads paths. What a section does not say, it takes letter by letter: where no section is, two
 * spellings are two pages.
 */
export interface Section {
  /** Ends in a slash. */
  readonly prefix: string;
  /** What becomes of a directory's path without its slash. */
  readonly slash?: 'redirect' | 'same';
  /** The directory's page under a name of its own. */
  readonly index?: { readonly name: string; readonly answer: 'redirect' | 'same' };
  readonly mergesSlashes?: true;
  readonly ignoresCase?: true;
  /** Whether session ids may stand in the path. */
  readonly hasSessions?: true;
}

const SECTIONS: readonly Section[] = [
  {
    prefix: '/docs/',
    slash: 'redirect',
    index: { name: 'index.html', answer: 'redirect' },
    mergesSlashes: true,
  },
  { prefix: '/blog/', slash: 'same' },
  {
    prefix: '/shop/',
    index: { name: 'default.asp', answer: 'same' },
    ignoresCase: true,
    hasSessions: true,
  },
];

/** The section that holds the path; `/docs` lies in `/docs/`. */
export function sectionOf(path: string): Section | undefined {
  return SECTIONS.find(({ prefix }) => `${path}/`.startsWith(prefix));
}

/** What a page makes of its query. Parameters that are not named are ignored, as most servers do. */
interface QueryUse {
  readonly names: readonly string[];
  /** `name=value` that means the same as nothing. */
  readonly defaults?: readonly string[];
  /** Whether the order of parameters of different names matters; that of one name always does. */
  readonly isOrdered?: true;
  /** Whether the page sends visitors to its URL without the rest of the query. */
  readonly dropsRest?: true;
}

const QUERY_USES: ReadonlyMap<string, QueryUse> = new Map<string, QueryUse>([
  ['/blog/', { names: ['page'], defaults: ['page=1'] }],
  ['/shop/product', { names: ['id'] }],
  ['/shop/list', { names: ['kind', 'size', 'view'], defaults: ['view=grid'] }],
  ['/events/', { names: ['month'] }],
  ['/ask', { names: ['id'] }],
  ['/letters', { names: ['ref'] }],
  ['/search', { names: ['q'] }],
  ['/compare', { names: ['item'] }],
  ['/bind', { names: ['birch', 'hazel'], isOrdered: true }],
  ['/old', { names: [], dropsRest: true }],
]);

/** What the page at a path sees of a query. */
interface ReadQuery {
  /** What it depends on, with the `?`; empty where that is nothing. */
  readonly used: string;
  /** Whether visitors are sent to the URL that has no more than that. */
  readonly isMoved: boolean;
}

/** @param query without its `?` */
export function readQuery(path: string, query: string): ReadQuery {
  const { names, defaults, isOrdered, dropsRest } = QUERY_USES.get(path) ?? { names: [] };
  const used = query.split('&').filter((param) => names.includes(nameOf(param)) && !defaults?.includes(param));
  if (isOrdered === undefined) used.sort((a, b) => names.indexOf(nameOf(a)) - names.indexOf(nameOf(b)));
  const text = used.join('&');
  return { used: text === '' ? '' : `?${text}`, isMoved: dropsRest === true && text !== query };
}

function nameOf(param: string): string {
  return param.split('=', 1)[0] ?? '';
}
