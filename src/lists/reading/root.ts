import { TagScanner } from './tag-scanner.ts';

/** The name of the element that the start of a document opens, as it stands in lower case; null where it starts with something else. */
export function rootOf(head: string): string | null {
  if (!/^\s*</.test(head)) return null;
  const tag = new TagScanner('xml').next(head);
  return tag?.kind === 'start' ? tag.name : null;
}
