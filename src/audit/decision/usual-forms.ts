import { wwwPair } from '../../facts/facts.ts';
import { INDEX_NAME } from '../../passes/changing/drop-directory-index.ts';
import { oncePerSite } from '../site/once-per-site.ts';
import type { AuditSite } from '../site/site.ts';

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

/** Counts the forms that the pages of each site use: with and without `www.`, with and without a trailing slash … */
class UsualForms {
  /** For each host without `www.`: how many pages do not have the first form and have it, and so on. */
  readonly #counts = new Map<string, Int32Array>();

  add(key: string): void {
    const { site, forms } = formsOf(key);
    const counts = this.#counts.get(site) ?? new Int32Array(2 * FORMS.length);
    this.#counts.set(site, counts);
    for (const [at, form] of forms.entries())
      if (form !== null) counts[2 * at + Number(form)] = (counts[2 * at + Number(form)] ?? 0) + 1;
  }

  /** For each of several keys, in how many ways another one has a more usual form. */
  losses(keys: readonly string[]): readonly number[] {
    const counts = keys.map((key) => this.#countsOf(key));
    const most = FORMS.map((_, at) => Math.max(...counts.map((own) => own[at] ?? 0)));
    return counts.map((own) => own.filter((count, at) => count !== null && count < (most[at] ?? 0)).length);
  }

  /** How many pages have each form of the key; null if the question does not arise. */
  #countsOf(key: string): readonly (number | null)[] {
    const { site, forms } = formsOf(key);
    const counts = this.#counts.get(site);
    return forms.map((form, at) => (form === null ? null : (counts?.[2 * at + Number(form)] ?? 0)));
  }
}

/** The forms that a site's pages use. */
export const usualForms: (site: AuditSite) => UsualForms = oncePerSite((site) => {
  const forms = new UsualForms();
  for (const page of site.pages) if (page.isPage) forms.add(page.key);
  return forms;
});

function formsOf(key: string): { readonly site: string; readonly forms: readonly (boolean | null)[] } {
  const [, host = '', path = '/'] = /^https?:\/\/([^/?#]*)([^?#]*)/.exec(key) ?? [];
  return { site: wwwPair(host)[0], forms: FORMS.map((hasForm) => hasForm(host, path)) };
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
