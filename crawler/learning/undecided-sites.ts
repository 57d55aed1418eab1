import type { UndecidedGroup } from '../../src/dedup/undecided.ts';
import { wwwPair } from '../../src/facts/facts.ts';
import { isAddress } from '../../src/facts/normal-form.ts';
import type { AssumableFact } from '../../src/facts/site-facts.ts';
import { parentOf } from '../../src/facts/site-part.ts';
import { originOf } from '../fetch/target.ts';
import { hostOf } from '../probe/differences.ts';
import { rootsOf, type SiteQuestion } from './site-questions.ts';

/** How many sites of a list are kept. */
const MAX_SITES = 20_000;
/** How many pages of a site are kept, from as many folders as possible: more than a probe uses for most sites. */
const MAX_PAGES = 40;

interface Site {
  readonly kinds: Set<AssumableFact>;
  /** By folder. */
  readonly pages: Map<string, Set<string>>;
  /** The number of pages. */
  kept: number;
  /** How many entries a decision could remove. */
  gain: number;
}

/** The sites whose answers decide whether links of a list are duplicates. */
export class UndecidedSites {
  readonly #sites = new Map<string, Site>();
  readonly #maxSites: number;
  #isPartial = false;

  constructor(maxSites: number = MAX_SITES) {
    this.#maxSites = maxSites;
  }

  /** Whether the list had more sites than are kept. */
  get isPartial(): boolean {
    return this.#isPartial;
  }

  /** Adds links whose keys would be the same under some assumptions. */
  add({ needs, urls, keys }: UndecidedGroup): void {
    // A link may lack its scheme, but its key has one.
    const pages = urls.map((url, index) => (originOf(url) === null ? (keys[index] ?? url) : url));
    const [name] = wwwPair(hostOf(pages[0] ?? ''));
    let site = this.#sites.get(name);
    if (site === undefined) {
      this.#isPartial ||= this.#sites.size >= this.#maxSites;
      if (name === '' || this.#sites.size >= this.#maxSites) return;
      site = { kinds: new Set(), pages: new Map(), kept: 0, gain: 0 };
      this.#sites.set(name, site);
    }
    site.gain += pages.length - 1;
    for (const kind of needs) site.kinds.add(kind);
    for (const page of pages) keep(page, site);
  }

  /** The questions for these sites, the largest gain first. */
  questions(): readonly SiteQuestion[] {
    return [...this.#sites.values()]
      .toSorted((a, b) => b.gain - a.gain)
      .map(({ kinds, pages }) => ({
        kinds: [...kinds],
        starts: rootsOf(pagesIn(pages)),
        domains: [],
        pages: [...new Set(pagesIn(pages).flatMap(underEveryName))],
        // What a crawl merges, it checks later. Links of a list are merged for good.
        checksFolders: true,
      }));
  }
}

/** Adds a page. If there are enough, the first page of a folder takes the place of the last one of the largest folder. */
function keep(page: string, site: Site): void {
  const { pages } = site;
  // Each of them is then the only one of its folder.
  if (pages.size >= MAX_PAGES) return;
  const folder = parentOf(page.replace(/^[^/]*\/\/[^/?#]*|[?#].*/gs, ''));
  const own = pages.get(folder);
  if (own?.has(page) === true) return;
  if (site.kept < MAX_PAGES) site.kept++;
  else if (own !== undefined) return;
  else {
    const [largest] = [...pages.values()].toSorted((a, b) => b.size - a.size);
    largest?.delete([...largest].at(-1) ?? '');
  }
  pages.set(folder, (own ?? new Set()).add(page));
}

function pagesIn(pages: Site['pages']): readonly string[] {
  return [...pages.values()].flatMap((own) => [...own]);
}

/** The URL with both schemes, with and without www: a list may name a site differently than the site names itself. */
function underEveryName(url: string): readonly string[] {
  const match = /^https?:\/\/([^/?#@:\\]+)(?=[/?#]|$)/i.exec(url);
  const [start = '', host = ''] = match ?? [];
  if (match === null || isAddress(host)) return [url];
  const rest = url.slice(start.length);
  const others = ['http', 'https'].flatMap((scheme) => wwwPair(host).map((name) => `${scheme}://${name}${rest}`));
  return [url, ...others];
}
