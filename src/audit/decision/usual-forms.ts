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

/** A key's site, and which of the forms the key has. */
interface KeyForms {
  readonly site: string;
  readonly forms: readonly (boolean | null)[];
}

/** Counts the forms that the pages of each site use: with and without `www.`, with and without a trailing slash … */
export class UsualForms {
  /** For each host without `www.`: how many pages do not have the first form and have it, and so on. */
  readonly #counts = new Map<string, Int32Array>();

  /** Counts a page once, whatever the number of its URLs. One with URLs in both forms counts for neither. */
  add(keys: readonly string[]): void {
    for (const [site, urls] of Map.groupBy(keys.map(formsOf), (one) => one.site)) {
      const counts = this.#counts.get(site) ?? new Int32Array(2 * FORMS.length);
      this.#counts.set(site, counts);
      for (const at of FORMS.keys()) {
        const found = new Set(urls.map(({ forms }) => forms[at] ?? null));
        const [form = null] = found;
        if (found.size === 1 && form !== null) counts[2 * at + Number(form)] = (counts[2 * at + Number(form)] ?? 0) + 1;
      }
    }
  }

  /**
   * For each of several keys of a page, in how many ways another one has a more usual form. Where other pages do not
   * tell, the keys themselves do.
   */
  losses(keys: readonly string[]): readonly number[] {
    const own = keys.map(formsOf);
    const counts = own.map((one) => this.#countsOf(one, own));
    const most = FORMS.map((_, at) => counts.reduce((max, each) => Math.max(max, each[at] ?? 0), 0));
    return counts.map((each) => each.filter((count, at) => count !== null && count < (most[at] ?? 0)).length);
  }

  /** How many pages have each form of a key, and as a fraction how many of the keys; null if it has neither form. */
  #countsOf({ site, forms }: KeyForms, keys: readonly KeyForms[]): readonly (number | null)[] {
    const counts = this.#counts.get(site);
    const alike = keys.filter((one) => one.site === site);
    return forms.map((form, at) => {
      if (form === null) return null;
      const own = alike.filter((one) => one.forms[at] === form).length;
      return (counts?.[2 * at + Number(form)] ?? 0) + own / (keys.length + 1);
    });
  }
}

function formsOf(key: string): KeyForms {
  const [, host = '', path = '/'] = /^https?:\/\/([^/?#]*)([^?#]*)/.exec(key) ?? [];
  return { site: wwwPair(host)[0], forms: FORMS.map((hasForm) => hasForm(host, path)) };
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
