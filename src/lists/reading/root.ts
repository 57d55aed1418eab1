import { TagScanner } from './tag-scanner.ts';

/** The lowercase name of a document's root element; null if the document starts with something else. */
export function rootOf(head: string): string | null {
  if (!/^\s*</.test(head)) return null;
  const tag = new TagScanner('xml').next(head);
  return tag?.kind === 'start' ? tag.name : null;
}
