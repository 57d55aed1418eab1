import { enableCompileCache } from 'node:module';
import type { PageToRead } from './page-reading.ts';

// A thread has none of its own accord. Without it, a thread takes some 20 MB more in a clone, to strip types.
enableCompileCache();
const { readWhole } = await import('./page-reading.ts');

/** What a thread runs for each page; a string of JSON is handed over faster than objects are. */
export default function read(page: PageToRead): string {
  return JSON.stringify(readWhole(page));
}
