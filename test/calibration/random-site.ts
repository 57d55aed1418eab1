/** Sites made at random, of which it is known which of their URLs are one page. */
import {
  APEX,
  html,
  type ProbedSite,
  prose,
  redirect,
  type SiteAnswer,
  type SiteRequest,
} from '../crawler/probe/sites.ts';

/** What a part of a site makes of URLs that differ from those of its pages in one thing. */
const TRUTHS = ['same', 'redirect', 'other', 'missing', 'soft-404'] as const;
type Truth = (typeof TRUTHS)[number];

/** Kinds of which each section has its own truth. */
export const SECTION_KINDS = ['slash', 'index', 'case', 'slashes', 'param', 'order'] as const;
type SectionKind = (typeof SECTION_KINDS)[number];

/** Kinds of which each site has one truth. */
export const HOST_KINDS = ['www', 'scheme'] as const;
export type HostKind = (typeof HOST_KINDS)[number];

export type Kind = SectionKind | HostKind;

/** Where pages lie that are all served by the same rules. */
export interface Section {
  /** `/docs/`; of the home page `/`. */
  readonly path: string;
  /** Paths with their queries. */
  readonly pages: readonly string[];
  readonly truths: Readonly<Record<SectionKind, Truth>>;
  /** Kinds of which other forms of its pages are linked to: of others, nobody has a reason to ask. */
  readonly linked: readonly SectionKind[];
}

export interface RandomSite {
  readonly seed: number;
  readonly sections: readonly Section[];
  readonly hosts: Readonly<Record<HostKind, Truth>>;
  readonly answer: ProbedSite['answer'];
  /** The page that a URL shows; null where it shows none. */
  readonly pageOf: (url: string) => string | null;
}

/** The parameter that pages may or may not depend on, and the one that each query has. */
export const PARAM = 'from';
const NAMES = ['docs', 'shop', 'news', 'help', 'people', 'tools', 'parts', 'events'];
const WORDS = ['birch', 'rice', 'corn', 'willow', 'straw', 'thread', 'handle', 'bristle', 'corner', 'hearth', 'stairs'];
const ROOT = `http://${APEX}`;

/** How a URL differs from that of the page that it may stand for. */
interface Reading {
  readonly page: string;
  readonly section: Section;
  readonly kinds: readonly Kind[];
}

/** The site of a seed: always the same. */
export function randomSite(seed: number): RandomSite {
  const random = generator(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const pick = <T>(choices: readonly T[]): T => {
    const chosen = choices[below(choices.length)];
    if (chosen === undefined) throw new RangeError('nothing to choose from');
    return chosen;
  };
  const truths = (): Section['truths'] => ({
    slash: pick(TRUTHS),
    index: pick(TRUTHS),
    case: pick(TRUTHS),
    slashes: pick(TRUTHS),
    param: pick(TRUTHS),
    order: pick(TRUTHS),
  });
  const linkedKinds = (): readonly SectionKind[] => SECTION_KINDS.filter(() => below(2) === 0);
  const sectionOf = (name: string): Section => {
    const end = pick(['', '/']);
    const words = [...WORDS].sort(() => random() - 0.5);
    const leaves = words.slice(0, 3 + below(4)).map((word) => `/${name}/${word}${end}`);
    const folders = words.slice(7, 7 + below(4)).map((word) => `/${name}/${word}/`);
    const lists =
      below(2) === 0 ? [] : Array.from({ length: 2 + below(4) }, (_, at) => `/${name}/list?id=${at}&as=rows`);
    const root = below(4) === 0 ? [] : [`/${name}/`];
    return {
      path: `/${name}/`,
      pages: [...root, ...leaves, ...folders, ...lists],
      truths: truths(),
      linked: linkedKinds(),
    };
  };
  const names = [...NAMES].sort(() => random() - 0.5).slice(0, 2 + below(5));
  const home: Section = { path: '/', pages: ['/'], truths: truths(), linked: linkedKinds() };
  const sections = [home, ...names.map(sectionOf)];
  const hosts = { www: pick(TRUTHS), scheme: pick(TRUTHS) };
  const sectionByPage = new Map(sections.flatMap((section) => section.pages.map((page) => [page, section] as const)));

  const read = ({ scheme, host, path, query }: Omit<SiteRequest, 'number'>): Reading | null => {
    const kinds: Kind[] = [];
    if (host === `www.${APEX}`) kinds.push('www');
    if (scheme === 'https') kinds.push('scheme');
    const taken = takeQuery(query, kinds);
    for (const reading of readPath(path)) {
      const page = reading.path + taken;
      const section = sectionByPage.get(page);
      if (section !== undefined) return { page, section, kinds: [...kinds, ...reading.kinds] };
    }
    return null;
  };
  const truthOf = (kind: Kind, section: Section): Truth => (isHostKind(kind) ? hosts[kind] : section.truths[kind]);

  // Some of the other forms are linked to as well, or a crawl would have nothing to merge.
  const otherForms = sections.flatMap(({ pages, linked }) =>
    linked.flatMap((kind) => pages.flatMap((page) => (below(2) === 0 ? form(kind, page) : []))),
  );
  const links = [...sectionByPage.keys(), ...otherForms];

  const answer = (request: Omit<SiteRequest, 'number'>): SiteAnswer => {
    const reading = read(request);
    if (reading === null) return MISSING;
    const { page, section, kinds } = reading;
    const of = (truth: Truth): readonly Kind[] => kinds.filter((kind) => truthOf(kind, section) === truth);
    if (of('missing').length > 0) return MISSING;
    if (of('soft-404').length > 0) return SOFT;
    const moved = of('redirect');
    if (moved.length > 0) return redirect(301, urlWithout(request, page, moved));
    const others = of('other');
    return html(text(others.length === 0 ? page : `${page} ${others.join(' ')}`, links));
  };
  const pageOf = (url: string): string | null => {
    const reading = read(requestOf(url));
    if (reading === null) return null;
    const { page, section, kinds } = reading;
    const all = kinds.map((kind) => truthOf(kind, section));
    if (all.includes('missing') || all.includes('soft-404')) return null;
    return [page, ...kinds.filter((kind) => truthOf(kind, section) === 'other').toSorted()].join(' ');
  };
  return { seed, sections, hosts, answer, pageOf };
}

/** The URL of a page in another form; none where it has no such form. */
export function form(kind: Kind, page: string): readonly string[] {
  const [path = '', query] = page.split('?');
  const tail = query === undefined ? '' : `?${query}`;
  switch (kind) {
    case 'www':
      return [`http://www.${APEX}${page}`];
    case 'scheme':
      return [`https://${APEX}${page}`];
    case 'slash':
      return path === '/' ? [] : [(path.endsWith('/') ? path.slice(0, -1) : `${path}/`) + tail];
    case 'index':
      return path.endsWith('/') && query === undefined ? [`${path}index.html`] : [];
    case 'case':
      return path === '/' ? [] : [path.toUpperCase() + tail];
    case 'slashes':
      return path === '/' ? [] : [path.replace(/\/(?=[^/]+\/?$)/, '//') + tail];
    case 'param':
      return query === undefined ? [] : [`${page}&${PARAM}=menu`, `${page}&${PARAM}=mail`];
    case 'order':
      return query === undefined ? [] : [`${path}?${query.split('&').toReversed().join('&')}`];
  }
}

/** Every URL of the site that is in question, absolute. */
export function* urlsOf({
  sections,
}: RandomSite): Generator<{ readonly url: string; readonly section: Section; readonly kind: Kind | null }> {
  for (const section of sections) {
    for (const page of section.pages) {
      yield { url: ROOT + page, section, kind: null };
      for (const kind of [...SECTION_KINDS, ...HOST_KINDS]) {
        for (const url of form(kind, page)) yield { url: url.startsWith('/') ? ROOT + url : url, section, kind };
      }
    }
  }
}

const MISSING: SiteAnswer = { status: 404, headers: { 'content-type': 'text/html' }, body: 'not found' };
const SOFT: SiteAnswer = html(`<p>We are sorry: ${prose('nothing here', 40)}</p>`);

function text(name: string, links: readonly string[]): string {
  const list = links.map((link) => `<li><a href="${link.replaceAll('&', '&amp;')}">${prose(link, 2)}</a>`).join('');
  return `<h1>${prose(name, 3)}</h1><p>${prose(name)}</p><ul>${list}</ul>`;
}

/** The paths of pages that a path may be another form of, the path itself first. */
function* readPath(path: string): Generator<{ readonly path: string; readonly kinds: readonly SectionKind[] }> {
  let [plain, kinds]: [string, SectionKind[]] = [path, []];
  if (plain.includes('//')) [plain, kinds] = [plain.replace(/\/{2,}/g, '/'), ['slashes']];
  if (/[A-Z]/.test(plain)) [plain, kinds] = [plain.toLowerCase(), [...kinds, 'case']];
  yield { path: plain, kinds };
  if (plain.endsWith('/index.html')) {
    [plain, kinds] = [plain.slice(0, -'index.html'.length), [...kinds, 'index']];
    yield { path: plain, kinds };
  }
  if (plain !== '/') yield { path: plain.endsWith('/') ? plain.slice(0, -1) : `${plain}/`, kinds: [...kinds, 'slash'] };
}

/** The query of the page, with its question mark; notes in what the asked one differs from it. */
function takeQuery(query: string | null, kinds: Kind[]): string {
  if (query === null) return '';
  const params = query.split('&').filter((param) => !param.startsWith(`${PARAM}=`));
  if (params.length < query.split('&').length) kinds.push('param');
  if (params.length > 1 && !(params[0] ?? '').startsWith('id=')) kinds.push('order');
  return params.length === 0
    ? ''
    : `?${params.toSorted((a, b) => Number(b.startsWith('id=')) - Number(a.startsWith('id='))).join('&')}`;
}

/** Where a redirect leads that does away with some of the differences and leaves the others. */
function urlWithout(
  { scheme, host, path, query }: Omit<SiteRequest, 'number'>,
  page: string,
  kinds: readonly Kind[],
): string {
  const [pagePath = '', pageQuery] = page.split('?');
  const isOfPath = (kind: Kind): boolean =>
    kind === 'slash' || kind === 'index' || kind === 'case' || kind === 'slashes';
  const isOfQuery = (kind: Kind): boolean => kind === 'param' || kind === 'order';
  const newPath = kinds.some(isOfPath) ? pagePath : path;
  const newQuery = kinds.some(isOfQuery) ? (pageQuery ?? null) : query;
  return `${kinds.includes('scheme') ? 'http' : scheme}://${kinds.includes('www') ? APEX : host}${newPath}${newQuery === null ? '' : `?${newQuery}`}`;
}

function requestOf(url: string): Omit<SiteRequest, 'number'> {
  const [, scheme = '', host = '', path = '', query] = /^(https?):\/\/([^/]+)([^?]*)(?:\?(.*))?$/.exec(url) ?? [];
  return { scheme: scheme === 'https' ? 'https' : 'http', host, path, query: query ?? null };
}

export function isHostKind(kind: Kind): kind is HostKind {
  return kind === 'www' || kind === 'scheme';
}

/** Numbers from 0 up to 1 (Mulberry32). */
export function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
