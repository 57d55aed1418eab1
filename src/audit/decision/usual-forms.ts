import { INDEX_NAME } from '../../passes/changing/drop-directory-index.ts';
import { withoutWww } from '../site/address.ts';

/** What a key has or lacks, in the order of {@link formsOf}. */
const FORMS = ['www', 'slash', 'index', 'case', 'slashes'] as const;
/** The place of the host in {@link FORMS}. */
const HOST = 0;
const NEITHER = -1;
/** Two for each form: without it and with it. */
const COLUMNS = 2 * FORMS.length;
/** A site's number is multiplied by this and stands above the bits of the forms, two for each. */
const SITE_UNIT = 4 ** FORMS.length;

/** Whether a key has each of the forms, in two bits each: 2 without it, 3 with it, 0 where the question does not arise. */
function formsOf(host: string, path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const slash = path === '/' || name.includes('.') ? 0 : bits(name === '');
  const www = bits(host.startsWith('www.'));
  const index = bits(INDEX_NAME.test(name));
  const upperCase = bits(/[A-Z]/.test(path));
  const slashes = bits(path.includes('//'));
  return www | (slash << 2) | (index << 4) | (upperCase << 6) | (slashes << 8);
}

function bits(hasForm: boolean): number {
  return hasForm ? 3 : 2;
}

/** The column that counts URLs for a form, or {@link NEITHER}. */
function columnOf(forms: number, form: number): number {
  const answer = (forms >> (2 * form)) & 3;
  return answer === 0 ? NEITHER : siteOf(forms) * COLUMNS + 2 * form + (answer & 1);
}

function siteOf(forms: number): number {
  return Math.floor(forms / SITE_UNIT);
}

/** Counts the forms that the pages of each site use: with and without `www.`, with and without a trailing slash … */
export class UsualForms {
  readonly #sites = new Map<string, number>();
  /** The pages in each column; those of a site follow each other. */
  readonly #pages: number[] = [];

  /** Counts a page once, whatever the number of its URLs. One with URLs in both forms counts for neither. */
  add(keys: readonly string[], weight = 1): void {
    const all = keys.map((key) => this.#siteAndForms(key));
    const sites = all.length === 1 ? [all] : Map.groupBy(all, siteOf).values();
    for (const urls of sites) {
      for (let form = 0; form < FORMS.length; form++) {
        const column = columnOf(urls[0] ?? 0, form);
        if (column !== NEITHER && !isDivided(urls, form)) this.#pages[column] = this.#count(column) + weight;
      }
    }
  }

  /** Counts a URL only for the questions that no earlier one of its site has settled. */
  addFirst(key: string): void {
    const forms = this.#siteAndForms(key);
    for (let form = 0; form < FORMS.length; form++) {
      const column = columnOf(forms, form);
      // The two columns of a form are neighbours.
      if (column !== NEITHER && this.#count(column ^ 1) === 0) this.#pages[column] = 1;
    }
  }

  /**
   * For each of several keys of a page, in how many ways another one has a more usual form; the host outweighs all others,
   * because one redirect is set up for a whole host. Where other pages do not tell, the keys themselves do.
   */
  losses(keys: readonly string[]): readonly number[] {
    const all = keys.map((key) => this.#siteAndForms(key));
    const losses = keys.map(() => 0);
    for (let form = 0; form < FORMS.length; form++) {
      if (!isDivided(all, form)) continue;
      const columns = all.map((forms) => columnOf(forms, form));
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

  /** The number of a key's site and the forms of the key, in one number. */
  #siteAndForms(key: string): number {
    const [, host = '', path = '/'] = /^https?:\/\/([^/?#]*)([^?#]*)/.exec(key) ?? [];
    return SITE_UNIT * this.#siteOf(withoutWww(host)) + formsOf(host, path);
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

/** Whether the column of a form differs among some keys. Most questions end here. */
function isDivided(all: readonly number[], form: number): boolean {
  const first = columnOf(all[0] ?? 0, form);
  for (const forms of all) if (columnOf(forms, form) !== first) return true;
  return false;
}
