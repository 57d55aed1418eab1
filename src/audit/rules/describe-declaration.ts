import type { CanonicalDeclaration } from '../site/page-record.ts';

/** Where it stands and what it says: `header https://example.com/a`, `head 12:5 /a`. */
export function describeDeclaration({ where, line, column, href }: CanonicalDeclaration): string {
  return where === 'header' ? `header ${href}` : `${where} ${line}:${column} ${href}`;
}
