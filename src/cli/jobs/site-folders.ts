import { folderOf } from '../../audit/site/folder.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';

/** A folder of a site, with one of its pages. */
export interface SiteFolder {
  /** `AuditEntry.site`. */
  readonly site: string;
  /** A path that ends with a slash: `/shop/`. */
  readonly folder: string;
  /** The URL of a page directly in the folder. */
  readonly page: string;
}

/** How many folders are counted. Sites with more have a folder for each page. */
const MAX_COUNTED = 10_000;
/** How many folders are named, in total and per site. */
const MAX_FOLDERS = 200;
const MAX_FOLDERS_PER_SITE = 10;
/** A folder with fewer pages is not worth a request. */
const MIN_PAGES = 2;

/** Counts the pages directly in each folder of a crawl. */
export class SiteFolders {
  readonly #counts = new Map<string, { readonly folder: SiteFolder; pages: number }>();

  /** @param page the URL of a page */
  add(page: string, site: string): void {
    const parsed = parseUrl(page);
    const folder = parsed instanceof UrlError ? '/' : folderOf(parsed.path);
    // The site itself is asked anyway.
    if (folder === '/') return;
    const known = this.#counts.get(site + folder);
    if (known !== undefined) known.pages++;
    else if (this.#counts.size < MAX_COUNTED)
      this.#counts.set(site + folder, { folder: { site, folder, page }, pages: 1 });
  }

  /** The folders with the most pages. */
  largest(): readonly SiteFolder[] {
    const perSite = new Map<string, number>();
    return [...this.#counts.values()]
      .filter(({ pages }) => pages >= MIN_PAGES)
      .toSorted((a, b) => b.pages - a.pages)
      .filter(({ folder: { site } }) => {
        const known = perSite.get(site) ?? 0;
        perSite.set(site, known + 1);
        return known < MAX_FOLDERS_PER_SITE;
      })
      .slice(0, MAX_FOLDERS)
      .map(({ folder }) => folder);
  }
}
