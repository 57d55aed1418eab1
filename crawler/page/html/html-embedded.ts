import { type WantedAttributes, wanted } from './html-attributes.ts';

/** What a page shows besides its text, by tag, with the attributes that say what it is. */
export const EMBEDDED: ReadonlyMap<string, WantedAttributes> = new Map([
  ['img', wanted('src srcset data-src alt')],
  ['source', wanted('src srcset')],
  ['video', wanted('src poster')],
  ['audio', wanted('src')],
  ['frame', wanted('src')],
  ['iframe', wanted('src')],
  ['embed', wanted('src')],
  ['object', wanted('data')],
]);

/** Elements that show another document, with the attributes that name it. A crawl follows them like links. */
export const FRAMES: ReadonlyMap<string, string> = new Map([
  ['frame', 'src'],
  ['iframe', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
]);
