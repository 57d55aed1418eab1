import type { EntryRow } from './report.ts';
import { nameOf } from './site/landing.ts';
import type { AuditPage } from './site/page.ts';
import type { AuditSite } from './site/site.ts';
import { passesUnder } from './site/spellings.ts';

/** The entries of a crawl as rows of a report, in order of discovery. */
export function entryRows(site: AuditSite): readonly EntryRow[] {
  return site.pages.map((page) => new CrawledEntry(page, site));
}

const NONE: readonly never[] = [];

/** A row of an entry. A crawl has many entries, and few formats read them, so the fields are made when they are read. */
class CrawledEntry implements EntryRow {
  readonly #page: AuditPage;
  readonly #site: AuditSite;

  constructor(page: AuditPage, site: AuditSite) {
    this.#page = page;
    this.#site = site;
  }

  get url(): string {
    return nameOf(this.#page.entry);
  }

  get key(): string {
    return this.#page.key;
  }

  get passes(): readonly string[] {
    return this.url === this.key ? NONE : passesUnder(this.#site)(this.url);
  }

  get state(): string {
    return this.#page.entry.state;
  }

  get status(): number | null {
    return this.#page.entry.status;
  }

  get reason(): string | null {
    return this.#page.entry.reason;
  }

  get source(): string {
    return this.#page.entry.source;
  }

  get foundOn(): string | null {
    const { foundOn } = this.#page.entry;
    return foundOn === null ? null : (this.#site.page(foundOn)?.entry.url ?? foundOn);
  }

  get depth(): number {
    return this.#page.entry.depth;
  }

  get inlinks(): number {
    return this.#site.inlinks(this.#page);
  }

  get canonical(): string | null {
    return this.#page.canonical?.url ?? null;
  }

  get indexable(): boolean {
    return this.#page.isIndexable;
  }

  get redirects(): readonly string[] {
    return this.#page.entry.aliasBy === 'redirect' ? this.#site.end(this.#page).urls.slice(1) : NONE;
  }

  /** All fields, in the order of the type. */
  toJSON(): EntryRow {
    const { url, key, passes, state, status, reason, source, foundOn, depth, inlinks } = this;
    const { canonical, indexable, redirects } = this;
    return {
      url,
      key,
      passes,
      state,
      status,
      reason,
      source,
      foundOn,
      depth,
      inlinks,
      canonical,
      indexable,
      redirects,
    };
  }
}
