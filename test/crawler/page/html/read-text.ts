import { type PageContent, readPage } from '../../../../crawler/page/html/html.ts';

/** Reads a page that is given as text. */
export function readText(html: string): PageContent {
  return readPage(Buffer.from(html));
}
