import { INDEX_NAME } from '../../passes/changing/drop-directory-index.ts';
import { withoutWww } from '../site/address.ts';

/** What a key has or lacks, in the order of {@link hasForms}. */
const FORMS = ['www', 'slash', 'index', 'case', 'slashes'] as const;
/** The place of the host in {@link FORMS}. */
const HOST = 0;
const NEITHER = -1;
/** Two for each form: with it and without it. */
const COLUMNS = 2 * FORMS.length;

/** Whether a key has each of the forms; null where the question does not arise. */
function hasForms(host: string, path: string): readonly (boolean | null)[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const hasSlash = path === '/' || name.includes('.') ? null : name === '';
  return [host.startsWith('www.'), hasSlash, INDEX_NAME.test(name), /[A-Z]/.test(path), path.includes('//')];
}

/** Counts the forms that the pages of each site use: with and without `www.`, with and without a trailing slash … */
export class UsualForms {
  readonly #sites = new Map<string, number>();
  /** The pages in each column; those of a site follow each other. */
  readonly #pages: number[] = [];

  /** Counts a page once, whatever the number of its URLs. One with URLs in both forms counts for neither. */
  add(keys: readonly string[], weight = 1): void {
    const all = keys.map((key) => this.#columnsOf(key));
    const sites = all.length === 1 ? [all] : Map.groupBy(all, siteOfColumns).values();
    for (const urls of sites) {
      for (let form = 0; form < FORMS.length; form++) {
        const column = urls[0]?.[form] ?? NEITHER;
        if (column !== NEITHER && urls.every((columns) => columns[form] === column))
          this.#pages[column] = this.#count(column) + weight;
      }
    }
  }

  /** Counts a URL only for the questions that no earlier one of its site has settled. */
  addFirst(key: string): void {
    // The two columns of a form are neighbours.
    for (const column of this.#columnsOf(key))
      if (column !== NEITHER && this.#count(column ^ 1) === 0) this.#pages[column] = 1;
  }

  /**
   * For each of several keys of a page, in how many ways another one has a more usual form; the host outweighs all others,
   * because one redirect is set up for a whole host. Where other pages do not tell, the keys themselves do.
   */
  losses(keys: readonly string[]): readonly number[] {
    const all = keys.map((key) => this.#columnsOf(key));
    const losses = keys.map(() => 0);
    for (let form = 0; form < FORMS.length; form++) {
      if (!isDivided(all, form)) continue;
      const columns = all.map((own) => own[form] ?? NEITHER);
      const alike = new Map<number, number>();
      for (const column of columns) alike.set(column, (alike.get(column) ?? 0) + 1);
      // A fraction: one page more counts more than all the keys.
      const counts = columns.map((column) =>
        column === NEITHER ? 0 : this.#count(column) + (alike.get(column) ?? 0) / (keys.length + 1),
      );
      const most = counts.reduce((a, b) => Math.max(a, b));
      counts.forEach((count, key) => {
        if (columns[key] !== NEITHER && count < most)
          losses[key] = (losses[key] ?? 0) + (form === HOST ? FORMS.length : 1);
      });
    }
    return losses;
  }

  #count(column: number): number {
    return this.#pages[column] ?? 0;
  }

  /** For each form the column that counts the key, or {@link NEITHER}. */
  #columnsOf(key: string): readonly number[] {
    const [, host = '', path = '/'] = /^https?:\/\/([^/?#]*)([^?#]*)/.exec(key) ?? [];
    const first = COLUMNS * this.#siteOf(withoutWww(host));
    return hasForms(host, path).map((form, at) => (form === null ? NEITHER : first + 2 * at + Number(form)));
  }

  /** The number of a site, by its host without `www.`. */
  #siteOf(host: string): number {
    const known = this.#sites.get(host);
    if (known !== undefined) return known;
    const site = this.#sites.size;
    this.#sites.set(host, site);
    for (let column = 0; column < COLUMNS; column++) this.#pages.push(0);
    return site;
  }
}

/** The number of the site that a key's columns belong to. The column of the host is never {@link NEITHER}. */
function siteOfColumns(columns: readonly number[]): number {
  return Math.floor((columns[HOST] ?? 0) / COLUMNS);
}

/** Whether some of the keys have a form, and others do not. Most questions end here. */
function isDivided(columns: readonly (readonly number[])[], form: number): boolean {
  const first = columns[0]?.[form];
  for (const own of columns) if (own[form] !== first) return true;
  return false;
}
