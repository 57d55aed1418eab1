import type { Entry } from '../../db/store.ts';
import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import { declaredForm } from '../../src/evidence/declared-form.ts';
import { comparePages } from './compare-pages.ts';
import { recordIn } from './entry-record.ts';
import { type Observed, observed } from './observed.ts';
import { urlOf } from './pages.ts';

const standard: Canonicalizer = compile();

/**
 * What two pages declare of each other: the alias that the other one is its canonical, and that one that it is itself.
 * A canonical on another text is a mistake that many sites make, such as on every page of a list.
 */
export function canonicalEvidence(alias: Entry, page: Entry): Observed | null {
  if (page.state !== 'done' || page.aliasOf !== null || !declaresItself(page)) return null;
  const compared = comparePages(alias, page);
  const found = observed({
    url: urlOf(alias),
    page: urlOf(page),
    source: 'declaration',
    supports: true,
    seen: 'canonical',
    by: 'crawl',
    at: Math.max(alias.fetchedAt ?? 0, page.fetchedAt ?? 0),
  });
  const isOther = compared === 'other-text' || (found?.evidence.kind === 'param' && compared === 'unclear');
  return isOther ? null : found;
}

function declaresItself(page: Entry): boolean {
  const declared = canonicalOf(page);
  return declared !== null && standard.key(declared) === standard.key(urlOf(page));
}

/** The canonical URL that a page declares; null where it declares none that counts. */
function canonicalOf(page: Entry): string | null {
  const canonicals = recordIn(page)?.canonicals ?? [];
  return canonicals.find(({ where, attributes }) => where !== 'body' && attributes.length === 0)?.url ?? null;
}

/** Evidence that two pages are one, with the form that they declare where they declare one. */
export function inDeclaredForm(found: Observed, pages: readonly Entry[]): Observed {
  const { evidence, difference } = found;
  if (!evidence.supports || difference.form === null) return found;
  const forms = pages.map((page) => {
    const canonical = canonicalOf(page);
    return canonical === null ? null : declaredForm(evidence, urlOf(page), canonical);
  });
  const target = forms.find((form) => form !== null) ?? evidence.target;
  return { ...found, evidence: { ...evidence, target } };
}
