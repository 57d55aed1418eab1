/**
 * How a part of the site interprets paths. Outside of sections, and unless a section says otherwise, different spellings
 * are different pages.
 */
export interface Section {
  /** Ends in a slash. */
  readonly prefix: string;
  /** The response to a directory's path without its trailing slash. */
  readonly slash?: 'redirect' | 'same';
  /** The file name of the directory index. */
  readonly index?: { readonly name: string; readonly answer: 'redirect' | 'same' };
  readonly mergesSlashes?: true;
  readonly ignoresCase?: true;
  /** Whether paths may contain session ids. */
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

/** The section of a path; `/docs` belongs to `/docs/`. */
export function sectionOf(path: string): Section | undefined {
  return SECTIONS.find(({ prefix }) => `${path}/`.startsWith(prefix));
}

/** How a page interprets its query. It ignores other parameters, as most servers do. */
interface QueryUse {
  readonly names: readonly string[];
  /** `name=value` that has the same effect as omitting it. */
  readonly defaults?: readonly string[];
  /** Whether the order of different parameters matters; the order of repeated ones always does. */
  readonly isOrdered?: true;
  /** Whether the page redirects to its URL without the ignored parameters. */
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

/** The part of a query that a page depends on. */
interface ReadQuery {
  /** That part with `?`; empty if there is none. */
  readonly used: string;
  /** Whether the site redirects to the URL with only that part. */
  readonly isMoved: boolean;
}

/** @param query the query without `?` */
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
