import type { Entry, FoundUrl } from '../../db/store.ts';
import type { Roots } from './prune.ts';

/** Where a session starts: seeds, sitemaps that were named, and those of each robots.txt. */
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

  /** A sitemap of a robots.txt that nobody asked for this time may still be there. */
  has({ source, role, site }: Entry): boolean {
    return source === 'robots' && role === 'sitemap' && !this.#sites.has(site);
  }
}
