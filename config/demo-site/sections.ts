import { hash } from './hash.ts';

/** A part of the site, and how the CMS behind it reads URLs. */
export interface Section {
  /** The path of its front page, which lists the folders. */
  readonly path: string;
  readonly title: string;
  /** The title of a page; if missing, it follows from the path. */
  readonly titleOf?: (path: string) => string;
  /** Paths and queries of its pages: each folder, followed by the pages that the folder lists. */
  readonly folders: readonly (readonly [folder: string, ...pages: readonly string[]])[];
  /**
   * What a path leads to that differs from a page's path in the slash at its end, or by the name of the index page. The
   * same page, a permanent redirect to it, or if missing, no page or another one.
   */
  readonly other?: 'same' | 'redirect';
  /** The name of the index page of every folder. */
  readonly index?: string;
  readonly ignoresCase?: true;
  /** The parameter that selects a page. The site ignores all others. */
  readonly param?: string;
  /** Whether its pages declare their URL with rel=canonical. */
  readonly declares?: true;
  /** How links to its pages spell their URLs, in addition to `SPELLINGS`. */
  readonly spellings: readonly Spelling[];
}

/** Turns the path and query of a page into a link to it. */
export type Spelling = (path: string) => string;

/** The form that the site declares for its URLs. */
export const ORIGIN = 'https://broom.example';
/** Every host of the site. All serve the same bytes, by http and by https. */
export const HOSTS: readonly string[] = ['broom.example', 'www.broom.example'];

/** How links anywhere on the site spell URLs. */
export const SPELLINGS: readonly Spelling[] = [
  (path) => path,
  // Written before the site had a certificate, or by authors who type www.
  (path) => `http://broom.example${path}`,
  (path) => `https://www.broom.example${path}`,
  withParam('utm_source=newsletter&utm_medium=email'),
  withParam('fbclid=IwAR3broom'),
  (path) => `${path}#comments`,
];

/** The contents of the site. */
export const SECTIONS: readonly Section[] = [
  {
    path: '/docs/',
    title: 'Manual',
    folders: grid(
      'handles bristles binding sweeping storage repair safety history',
      'choosing measuring cutting drying cleaning testing mending buying recycling oiling sorting hanging packing lending labelling',
      (folder, page) => `/docs/${folder}/${page}/`,
    ),
    other: 'same',
    index: 'index.html',
    spellings: [otherSlash, withIndex('index.html')],
  },
  {
    path: '/blog/',
    title: 'Diary',
    folders: grid(
      '2019 2020 2021 2022 2023 2024 2025 2026',
      'thaw spring-clean fair workshop harvest guests inventory repairs frost holidays jubilee film-crew lost-key new-roof school-day',
      (year, post) => `/blog/${year}/${post}/`,
    ),
    other: 'redirect',
    index: 'index.php',
    declares: true,
    spellings: [otherSlash, withIndex('index.php')],
  },
  {
    path: '/shop/',
    title: 'Shop',
    folders: grid(
      'brooms brushes dustpans mops dusters handles gifts books kits toys',
      'birch hazel willow straw rush bamboo copper enamel travel giant pocket antique striped garden deluxe',
      (folder, product) => `/shop/${folder}/${product}`,
    ),
    ignoresCase: true,
    spellings: [
      (path) => `${path};jsessionid=${sessionOf(path)}`,
      withParam('from=menu'),
      (path) => path.replace(/[a-z]+\/?$/, (name) => name.toUpperCase()),
    ],
  },
  {
    path: '/forum/',
    title: 'Forum',
    folders: grid(
      'beginners makers collectors sweepers repairs trade events travel books humour',
      '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15',
      (board, id) => `/forum/${board}/topic?id=${id}`,
    ),
    param: 'id',
    spellings: [
      (path) => withParam(`PHPSESSID=${sessionOf(path)}`)(path),
      withParam('start=0'),
      (path) => path.replace('?', '?start=0&'),
    ],
  },
  {
    path: '/wiki/',
    title: 'Encyclopaedia',
    folders: grid(
      'Brooms Materials People Places Crafts Folklore Tools Words',
      'Besom Br%C3%B6del Caf%C3%A9_brush Dust Ebony Flail Gorse Heather Ivy Jute Kehrwoche L%C3%BCbeck Millet Nettle Oak',
      (topic, name) => `/wiki/${topic}/${name}`,
    ),
    other: 'redirect',
    declares: true,
    spellings: [otherSlash, (path) => path.replace(/%\w\w/g, (escape) => escape.toLowerCase())],
  },
  {
    // A copy of the site's predecessor. A folder, the page of its name and its index page are three pages.
    path: '/archive/',
    title: 'Archive',
    titleOf: (path) => {
      const year = path.split('/')[2] ?? '';
      if (year === '') return 'Archive';
      return `${path.endsWith(year) ? 'Yearbook' : path.endsWith('/') ? 'Letters' : 'Cover'} ${year} – Archive`;
    },
    folders: Array.from({ length: 20 }, (_, index) => `/archive/${1978 + index}`).map(
      (year) => [`${year}/`, year, `${year}/index.html`] as const,
    ),
    spellings: [],
  },
];

/** Folders with pages of the same names, which a space separates. */
function grid(folders: string, pages: string, pathOf: (folder: string, page: string) => string): Section['folders'] {
  return folders.split(' ').map((folder) => {
    const paths = pages.split(' ').map((page) => pathOf(folder, page));
    return [(paths[0] ?? '').replace(/[^/]+\/?$/, ''), ...paths] as const;
  });
}

function otherSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
}

function withIndex(name: string): Spelling {
  return (path) => (path.endsWith('/') ? path + name : path);
}

function withParam(param: string): Spelling {
  return (path) => `${path}${path.includes('?') ? '&' : '?'}${param}`;
}

/** A session id as a server hands it out, but the same in every run. */
function sessionOf(path: string): string {
  return hash(path).toString(16).toUpperCase().padStart(8, '0');
}
