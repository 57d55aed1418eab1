import { enableCompileCache } from 'node:module';
import type { PackedReading } from './packed-reading.ts';
import type { PageToRead } from './page-reading.ts';

// A thread has none of its own accord. Without it, a thread takes some 20 MB more in a clone, to strip types.
enableCompileCache();
const [{ readWhole }, { pack }] = await Promise.all([import('./page-reading.ts'), import('./packed-reading.ts')]);

/** What a thread runs for each page. */
export default function read(page: PageToRead): PackedReading {
  return pack(readWhole(page));
}
