import type { Rule } from '../../rule.ts';
import { hostOf, isAbsolute } from '../../site/address.ts';
import { type AuditPage, type AuditRecord, countedCanonicals } from '../../site/page.ts';
import type { CanonicalDeclaration } from '../../site/page-record.ts';

export const canonicalRelative: Rule = {
  id: 'canonical/relative',
  severity: 'warning',
  title: 'relative canonical URL',
  condition: 'A canonical URL is written without a scheme; an error if a base element moves it to another host.',
  why: 'It is valid, but every host, scheme and folder that serves the page then gets a canonical URL of its own.',
  remedy: 'Write the full URL, starting with https://.',
  reference: 'https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical',
  examples: {
    bad: [{ url: 'https://example.com/a', body: '<link rel="canonical" href="//example.com/a"><p>All our brooms.' }],
    good: [
      {
        url: 'https://example.com/a',
        body: '<base href="https://www.example.com/"><link rel="canonical" href=" HTTPS://example.com/a "><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, record) {
    const declared = countedCanonicals(record.canonicals).find(({ href }) => !isAbsolute(href));
    if (declared === undefined) return;
    const moved = isMovedByBase(page, record, declared);
    yield {
      key: page.key,
      severity: moved ? 'error' : 'warning',
      message: moved
        ? 'has a relative canonical URL, which its base element moves to another host'
        : 'has a relative canonical URL',
      evidence: { target: declared.url, declared: declared.href, where: declared.where, base: record.base },
      line: declared.line,
      column: declared.column,
    };
  },
};

function isMovedByBase(page: AuditPage, { base }: AuditRecord, { href, url }: CanonicalDeclaration): boolean {
  if (base === null || /^[/\\]{2}/.test(href.trim())) return false;
  return hostOf(url ?? '') !== hostOf(page.url);
}
