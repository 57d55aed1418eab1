import { robotsDirectives } from '../../src/audit/site/robots-directives.ts';
import { isHtml } from '../../src/content-type.ts';
import { header } from '../fetch/response.ts';
import { readWhole } from '../page/document.ts';

/** How many bytes are searched at a time. */
const STRETCH = 1 << 16;
/** `nocache` is an older name. */
const WORD = /no(?:archive|cache)/i;

/** A response, and the URL that was requested. */
export interface ArchivedPage {
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Null if it was not decoded. */
  readonly body: Uint8Array | null;
}

/**
 * Whether a page asks not to be archived: `noarchive` in `X-Robots-Tag` or in a robots `meta` element.
 *
 * @param userAgentToken the product token of the crawler, which directives may name
 */
export async function refusesArchive(page: ArchivedPage, userAgentToken: string): Promise<boolean> {
  const isPage = page.body !== null && isHtml(header(page, 'content-type'));
  // Few pages contain such a word, and reading them all again would take as long as the crawl.
  const body = isPage && page.body !== null && mayContainWord(page.body) ? page.body : null;
  if (body === null && page.headers['x-robots-tag'] === undefined) return false;
  const { record } = await readWhole({ ...page, body, isKept: true });
  return robotsDirectives(record, userAgentToken).noarchive;
}

/** Works for any encoding that contains ASCII, and for UTF-16. */
function mayContainWord(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const overlap = 2 * 'noarchive'.length;
  for (let at = 0; at < bytes.length; at += STRETCH) {
    const text = bytes.toString('latin1', at, at + STRETCH + overlap);
    if (WORD.test(text) || (text.includes('\0') && WORD.test(text.replaceAll('\0', '')))) return true;
  }
  return false;
}
