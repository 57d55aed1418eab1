import { wwwPair } from '../../facts/facts.ts';
import { INDEX_NAME } from '../../passes/changing/drop-directory-index.ts';
import { oncePerSite } from '../site/once-per-site.ts';
import type { AuditSite } from '../site/site.ts';

/** The parts of a key that have several usual forms. */
interface Parts {
  readonly host: string;
  readonly path: string;
}

/** How a URL writes one thing; null if the question does not arise. */
type FormOf = (parts: Parts) => string | null;

const FORMS: readonly FormOf[] = [
  ({ host }) => (host === wwwPair(host)[0] ? 'no www.' : 'www.'),
  ({ path }) => (path === '/' || lastSegment(path).includes('.') ? null : path.endsWith('/') ? 'slash' : 'no slash'),
  ({ path }) => (INDEX_NAME.test(lastSegment(path)) ? 'index' : 'no index'),
  ({ path }) => (/[A-Z]/.test(path) ? 'upper case' : 'lower case'),
  ({ path }) => (path.includes('//') ? 'repeated slashes' : 'single slashes'),
];

/** Counts the forms that the pages of each site use: with and without `www.`, with and without a trailing slash … */
class UsualForms {
  /** The pages of a host, without `www.`, by form. */
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    for (const name of namesOf(key)) if (name !== null) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** For each of several keys, in how many ways another one has a more usual form. */
  losses(keys: readonly string[]): readonly number[] {
    const counts = keys.map((key) =>
      namesOf(key).map((name) => (name === null ? null : (this.#counts.get(name) ?? 0))),
    );
    const most = FORMS.map((_, at) => Math.max(...counts.map((own) => own[at] ?? 0)));
    return counts.map((own) => own.filter((count, at) => count !== null && count < (most[at] ?? 0)).length);
  }
}

/** The forms that a site's pages use. */
export const usualForms: (site: AuditSite) => UsualForms = oncePerSite((site) => {
  const forms = new UsualForms();
  for (const page of site.pages) if (page.isPage) forms.add(page.key);
  return forms;
});

function namesOf(key: string): readonly (string | null)[] {
  const [, host = '', path = '/'] = /^https?:\/\/([^/?#]*)([^?#]*)/.exec(key) ?? [];
  return FORMS.map((formOf) => {
    const form = formOf({ host, path });
    return form === null ? null : `${form} ${wwwPair(host)[0]}`;
  });
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
