import { hash } from './hash.ts';
import { SECTIONS, type Section } from './sections.ts';

/** A page of the site. No two have the same text. */
export interface Page {
  /** Path and query of its true URL. */
  readonly path: string;
  readonly title: string;
  /** Sentences, which make up one paragraph. */
  readonly sentences: readonly string[];
  /** The section that it belongs to; null for the pages right below the root. */
  readonly section: Section | null;
  /** The pages that the CMS lists on it, by path and query. */
  readonly listed: readonly string[];
  /** The pages that its author links to, in any spelling. */
  readonly linked: readonly string[];
}

const TOP: Readonly<Record<string, string>> = {
  '/': 'The Broom Museum',
  '/visit': 'Visit',
  '/about': 'About us',
  '/contact': 'Contact',
};

/** The menu of every page: paths with their titles. */
export const MENU: readonly (readonly [path: string, title: string])[] = [
  ...Object.entries(TOP),
  ...SECTIONS.map(({ path, title }) => [path, title] as const),
];

/** Old URLs that the front page still links to: where they redirect; null if they are gone. */
export const OLD_URLS: Readonly<Record<string, string | null>> = {
  '/tickets': '/opening-hours',
  '/opening-hours': '/visit',
  '/guestbook': '/forum/',
  '/here': '/there',
  '/there': '/here',
  '/lost-property': null,
};

/** The pages that authors link to. Only the archive itself links to its pages. */
const LINKED: readonly string[] = SECTIONS.filter(({ spellings }) => spellings.length > 0).flatMap(({ folders }) =>
  folders.flatMap(([, ...pages]) => pages),
);

const SEEDS = ['first', 'second', 'third', 'fourth', 'fifth'];
const PHRASES: readonly (readonly string[])[] = [
  'The curator|A besom|Our workshop|The oldest broom|A good handle|Every visitor|The birch twig|A copper band'.split(
    '|',
  ),
  'outlasts|teaches|surprises|needs|remembers|replaces|explains|improves'.split('|'),
  'the winter store|a tired sweeper|two boxes of straw|the catalogue of 1934|an old custom|the attic|a rival museum|three coats of oil'.split(
    '|',
  ),
  'before the first frost|without a word|on the second Sunday|after forty years|in any weather|for a small fee|by hand|against all advice'.split(
    '|',
  ),
];

/** Every page of the site, the front page first. */
export const PAGES: readonly Page[] = [
  ...Object.keys(TOP).map((path) => pageOf(path, null, [], path === '/' ? Object.keys(OLD_URLS) : [])),
  ...SECTIONS.flatMap((section) => [
    pageOf(
      section.path,
      section,
      section.folders.map(([folder]) => folder),
    ),
    ...section.folders.flatMap(([folder, ...pages]) => [
      pageOf(folder, section, pages),
      ...pages.map((path) => pageOf(path, section, [folder], relatedTo(path))),
    ]),
  ]),
];

const BY_PATH: ReadonlyMap<string, Page> = new Map(PAGES.map((page) => [page.path, page]));

/** The page with this path and query. */
export function pageAt(path: string): Page | undefined {
  return BY_PATH.get(path);
}

function pageOf(
  path: string,
  section: Section | null,
  listed: readonly string[],
  linked: readonly string[] = [],
): Page {
  const title = TOP[path] ?? section?.titleOf?.(path) ?? titleOf(path, section?.title ?? '');
  return { path, title, section, listed, linked, sentences: SEEDS.map((seed) => sentence(`${seed} ${path}`)) };
}

/** `/docs/handles/choosing/` is about "Choosing, handles". */
function titleOf(path: string, section: string): string {
  const names = path.split(/[/?=]/).filter((name) => !['', 'topic', 'id'].includes(name));
  const [first = '', ...others] = names
    .slice(1)
    .toReversed()
    .map((name) => decodeURIComponent(name).replace(/[-_]/g, ' '));
  const words = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
  return words === '' ? section : `${words} – ${section}`;
}

/** Four pages anywhere, which the author links to. */
function relatedTo(path: string): readonly string[] {
  return ['a', 'b', 'c', 'd'].flatMap((turn) => LINKED[hash(turn + path) % LINKED.length] ?? []);
}

function sentence(seed: string): string {
  return `${PHRASES.map((choices, index) => choices[hash(`${index} ${seed}`) % choices.length]).join(' ')}.`;
}
