import type { Entry } from '../../db/store.ts';
import { declaredCanonical } from '../../src/audit/site/counted-canonicals.ts';
import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import { declaredForm } from '../../src/evidence/declared-form.ts';
import { recordIn } from '../page/kept-record.ts';
import { comparePages } from './compare-pages.ts';
import { type Observed, observed } from './observed.ts';
import { urlOf } from './pages.ts';

const standard: Canonicalizer = compile();

/**
 * Evidence from two pages if the alias declares the other as its canonical URL, and the other declares itself. If their
 * texts differ, the canonical counts as a mistake, a common one being the same canonical on every page of a list. If they
 * differ in a parameter, it only counts if their texts are known to be the same.
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
  const isSame = compared === 'same-bytes' || compared === 'same-text';
  return compared === 'other-text' || (found?.evidence.kind === 'param' && !isSame) ? null : found;
}

function declaresItself(page: Entry): boolean {
  const declared = canonicalOf(page);
  return declared !== null && standard.key(declared) === standard.key(urlOf(page));
}

/** The canonical URL that a page declares; null if it declares none that counts. */
function canonicalOf(page: Entry): string | null {
  return declaredCanonical(recordIn(page)?.canonicals ?? []);
}

/** The evidence, with the form that the pages declare, if they declare one. */
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
