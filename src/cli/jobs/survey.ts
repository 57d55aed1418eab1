import { originOf } from '../../../crawler/fetch/target.ts';
import type { Entry } from '../../../db/index.ts';
import type { SiteFolders } from './site-folders.ts';

/** What a reader of a crawl's entries learns in passing: reading them only for this would take as long again. */
export class Survey {
  /** How many entries are read. */
  entries: number = 0;
  /** The origins of all entries, with the site if the origin has pages. */
  readonly origins: Map<string, string | null> = new Map();
  /** The folders of the pages; null if nobody asks for them. */
  readonly folders: SiteFolders | null;
  #latestOrigin = '';

  /** @param folders counts the folders; null not to */
  constructor(folders: SiteFolders | null) {
    this.folders = folders;
  }

  /** Counts an entry. */
  see({ key, site, state, status }: Entry): void {
    this.entries++;
    const origin = this.#originOf(key);
    if (origin === null) return;
    const isPage = state === 'done' && status === 200;
    if (isPage) this.folders?.add(key, site);
    this.origins.set(origin, isPage ? site : (this.origins.get(origin) ?? null));
  }

  /** Most entries have the origin of the entry before. */
  #originOf(key: string): string | null {
    const latest = this.#latestOrigin;
    if (latest !== '' && key.startsWith(latest) && key.charAt(latest.length) === '/') return latest;
    const origin = originOf(key);
    this.#latestOrigin = origin ?? '';
    return origin;
  }
}
