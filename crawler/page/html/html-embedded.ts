import { type WantedAttributes, wanted } from './html-attributes.ts';

/** What a page shows besides its text, by tag, with the attributes that say what it is. */
export const EMBEDDED: ReadonlyMap<string, WantedAttributes> = new Map([
  ['img', wanted('src srcset data-src alt')],
  ['source', wanted('src srcset')],
  ['video', wanted('src poster')],
  ['audio', wanted('src')],
  ['iframe', wanted('src')],
  ['embed', wanted('src')],
  ['object', wanted('data')],
]);
