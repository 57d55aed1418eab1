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

/** A key's site, and a column for each form that the key has or lacks; {@link NEITHER} where the question does not arise. */
interface KeyForms {
  readonly site: string;
  readonly columns: readonly number[];
}

const NEITHER = -1;

/** Counts the forms that the pages of each site use: with and without `www.`, with and without a trailing slash … */
export class UsualForms {
  readonly #pages = new Counts();

  /** Counts a page once, whatever the number of its URLs. One with URLs in both forms counts for neither. */
  add(keys: readonly string[]): void {
    const [only] = keys;
    if (only !== undefined && keys.length === 1) {
      const { site, columns } = formsOf(only);
      for (const column of columns) this.#pages.add(site, column);
      return;
    }
    for (const [site, urls] of Map.groupBy(keys.map(formsOf), (one) => one.site)) {
      const [first] = urls;
      for (const [at, column] of first?.columns.entries() ?? [])
        if (urls.every(({ columns }) => columns[at] === column)) this.#pages.add(site, column);
    }
  }

  /**
   * For each of several keys of a page, in how many ways another one has a more usual form. Where other pages do not
   * tell, the keys themselves do.
   */
  losses(keys: readonly string[]): readonly number[] {
    const own = keys.map(formsOf);
    const alike = new Counts();
    for (const { site, columns } of own) for (const column of columns) alike.add(site, column);
    // A fraction: one page more counts more than all the keys.
    const counts = own.map(({ site, columns }) =>
      columns.map((column) => this.#pages.get(site, column) + alike.get(site, column) / (keys.length + 1)),
    );
    const most = FORMS.map((_, at) => counts.reduce((max, each) => Math.max(max, each[at] ?? 0), 0));
    return own.map(
      ({ columns }, key) =>
        columns.filter((column, at) => column !== NEITHER && (counts[key]?.[at] ?? 0) < (most[at] ?? 0)).length,
    );
  }
}

/** For each host without `www.`, a count in each column. */
class Counts {
  readonly #sites = new Map<string, number[]>();

  add(site: string, column: number): void {
    if (column === NEITHER) return;
    let counts = this.#sites.get(site);
    if (counts === undefined) {
      counts = FORMS.flatMap(() => [0, 0]);
      this.#sites.set(site, counts);
    }
    counts[column] = (counts[column] ?? 0) + 1;
  }

  get(site: string, column: number): number {
    return this.#sites.get(site)?.[column] ?? 0;
  }
}

function formsOf(key: string): KeyForms {
  const [, host = '', path = '/'] = /^https?:\/\/([^/?#]*)([^?#]*)/.exec(key) ?? [];
  const columns = FORMS.map((hasForm, at) => {
    const form = hasForm(host, path);
    return form === null ? NEITHER : 2 * at + Number(form);
  });
  return { site: wwwPair(host)[0], columns };
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
