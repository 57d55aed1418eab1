import type { CanonicalDeclaration } from '../site/page-record.ts';

/** The place of a declaration and its href as written: `header https://example.com/a`, `head 12:5 /a`. */
export function describeDeclaration({ where, line, column, href }: CanonicalDeclaration): string {
  return where === 'header' ? `header ${href}` : `${where} ${line}:${column} ${href}`;
}
