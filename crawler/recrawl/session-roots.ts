import type { Entry, FoundUrl } from '../../db/store.ts';
import type { Roots } from './prune.ts';

/** The roots of a session: seeds, named sitemaps, and the sitemaps in each robots.txt. */
export class SessionRoots implements Roots {
  readonly found: FoundUrl[];
  /** Sites whose robots.txt was read. */
  readonly #sites = new Set<string>();

  constructor(found: readonly FoundUrl[]) {
    this.found = [...found];
  }

  addRobots(site: string, sitemaps: readonly FoundUrl[]): void {
    this.#sites.add(site);
    this.found.push(...sitemaps);
  }

  /** A sitemap in a robots.txt that this session did not read may still exist. */
  has({ source, role, site }: Entry): boolean {
    return source === 'robots' && role === 'sitemap' && !this.#sites.has(site);
  }
}
