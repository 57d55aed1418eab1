import { type Mismatch, mismatchOf } from '../../duplicates/mismatch.ts';
import { numberAfterFirst } from '../../duplicates/pagination.ts';
import type { Issue } from '../../finding.ts';
import { addressesOf } from '../../site/address.ts';
import type { AuditPage, AuditRecord } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { targetRemark } from '../../site/target.ts';

/** Reports that the canonical URL of a page is a different page, if this kind of sign is the strongest. */
export function* mismatchIssues(
  kind: Mismatch['kind'],
  message: string,
  page: AuditPage,
  record: AuditRecord,
  site: AuditSite,
): Generator<Issue> {
  const mismatch = mismatchOf(page, site);
  if (mismatch?.kind !== kind) return;
  const { target, containment } = mismatch;
  const addresses = addressesOf(page);
  const isSeries = kind === 'pagination' && addresses !== null;
  yield targetRemark(page, record, {
    message,
    evidence: {
      similarity: rounded(containment?.similarity),
      contained: rounded(containment?.most),
      words: page.words,
      targetWords: target.words,
      ...(kind === 'language' && { language: page.language, targetLanguage: target.language }),
      ...(isSeries && { number: numberAfterFirst(addresses.own, addresses.named) }),
    },
  });
}

function rounded(share: number | undefined): number | null {
  return share === undefined ? null : Math.round(share * 100) / 100;
}
