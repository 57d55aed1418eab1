import { wwwPair } from '../../facts/facts.ts';
import { INDEX_NAME } from '../../passes/changing/drop-directory-index.ts';

/** Which of two forms a URL has; null if the question does not arise. */
type HasForm = (host: string, path: string) => boolean | null;

/** `www.`, a trailing slash, an index file, upper case, repeated slashes. */
const FORMS: readonly HasForm[] = [
  (host) => host.startsWith('www.'),
  (_, path) => (path === '/' || lastSegment(path).includes('.') ? null : path.endsWith('/')),
  (_, path) => INDEX_NAME.test(lastSegment(path)),
  (_, path) => /[A-Z]/.test(path),
  (_, path) => path.includes('//'),
];

const NEITHER = -1;
/** Two for each form: with it and without it. */
const COLUMNS = 2 * FORMS.length;

/** A key's site, and for each form the column of `UsualForms` that counts the key, or {@link NEITHER}. */
interface KeyForms {
  /** The number of its host without `www.`. */
  readonly site: number;
  readonly columns: readonly number[];
}

/** Counts the forms that the pages of each site use: with and without `www.`, with and without a trailing slash … */
export class UsualForms {
  readonly #sites = new Map<string, number>();
  /** The pages in each column; those of a site follow each other. */
  readonly #pages: number[] = [];

  /** Counts a page once, whatever the number of its URLs. One with URLs in both forms counts for neither. */
  add(keys: readonly string[], weight = 1): void {
    for (const urls of Map.groupBy(
      keys.map((key) => this.#formsOf(key)),
      ({ site }) => site,
    ).values()) {
      const [first] = urls;
      for (const [at, column] of first?.columns.entries() ?? [])
        if (column !== NEITHER && urls.every(({ columns }) => columns[at] === column))
          this.#pages[column] = this.#count(column) + weight;
    }
  }

  /** Counts a URL only for the questions that no earlier one of its site has settled. */
  addFirst(key: string): void {
    // The two columns of a form are neighbours.
    for (const column of this.#formsOf(key).columns)
      if (column !== NEITHER && this.#count(column ^ 1) === 0) this.#pages[column] = 1;
  }

  /**
   * For each of several keys of a page, in how many ways another one has a more usual form. Where other pages do not
   * tell, the keys themselves do.
   */
  losses(keys: readonly string[]): readonly number[] {
    const own = keys.map((key) => this.#formsOf(key).columns);
    const alike = new Map<number, number>();
    for (const columns of own) for (const column of columns) alike.set(column, (alike.get(column) ?? 0) + 1);
    // A fraction: one page more counts more than all the keys.
    const countOf = (column: number): number =>
      column === NEITHER ? 0 : this.#count(column) + (alike.get(column) ?? 0) / (keys.length + 1);
    const counts = own.map((columns) => columns.map(countOf));
    const most = FORMS.map((_, at) => counts.reduce((max, each) => Math.max(max, each[at] ?? 0), 0));
    return own.map(
      (columns, key) =>
        columns.filter((column, at) => column !== NEITHER && (counts[key]?.[at] ?? 0) < (most[at] ?? 0)).length,
    );
  }

  #count(column: number): number {
    return this.#pages[column] ?? 0;
  }

  #formsOf(key: string): KeyForms {
    const [, host = '', path = '/'] = /^https?:\/\/([^/?#]*)([^?#]*)/.exec(key) ?? [];
    const site = this.#siteOf(wwwPair(host)[0]);
    const columns = FORMS.map((hasForm, at) => {
      const form = hasForm(host, path);
      return form === null ? NEITHER : site * COLUMNS + 2 * at + Number(form);
    });
    return { site, columns };
  }

  #siteOf(host: string): number {
    const known = this.#sites.get(host);
    if (known !== undefined) return known;
    const site = this.#sites.size;
    this.#sites.set(host, site);
    for (let column = 0; column < COLUMNS; column++) this.#pages.push(0);
    return site;
  }
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
