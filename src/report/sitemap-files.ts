import { wireUrl } from '../canon/wire-url.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { serialize } from '../url/parsed-url.ts';
import { ReportError, type ReportFiles } from './format.ts';

/** A page to be listed. */
export interface SitemapPage {
  /** As found. */
  readonly url: string;
  /** The field `Last-Modified` of its response. */
  readonly lastModified: string | null;
}

/** The limits of one sitemap, and of its URLs (https://www.sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;
const MAX_BYTES = 50 * 1024 * 1024;
const MAX_URL_LENGTH = 2047;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const START = `${DECLARATION}<urlset ${NAMESPACE}>\n`;
const END = '</urlset>\n';

/**
 * Writes XML sitemaps: one, or several and an index.
 *
 * @param pages strings say why something is not listed
 * @returns what is to be said of it
 * @throws {ReportError} where there is no place for several files
 */
export async function writeSitemaps(
  pages: AsyncIterable<SitemapPage | string> | Iterable<SitemapPage | string>,
  files: ReportFiles,
): Promise<readonly string[]> {
  const listed = new Listed();
  const names: string[] = [];
  let last = '';
  for await (const document of listed.documents(pages)) {
    if (last !== '') names.push(await writePart(names.length + 1, last, files));
    last = document;
  }
  if (names.length === 0) {
    await files.write(last);
    return listed.notes();
  }
  names.push(await writePart(names.length + 1, last, files));
  await files.write(indexOf(names.map((name) => listed.root + encodeURIComponent(name))));
  return [...listed.notes(), `${names.length} sitemaps, which the index expects at ${listed.root}`];
}

/** @throws {ReportError} where there is no place for several files */
async function writePart(number: number, text: string, files: ReportFiles): Promise<string> {
  const name = await files.writeBeside(number, text);
  if (name !== null) return name;
  throw new ReportError(
    `more than ${MAX_URLS} URLs or 50 MiB, which takes several sitemaps and an index; name a file to write them to: -o sitemap.xml`,
  );
}

/** What is listed, and what is not. */
class Listed {
  /** The root of the first page's site: a sitemap there may list all of the site. */
  root = '';
  #isOfSeveralSites = false;
  /** How many are left out, by what is true of them. */
  readonly #left = new Map<string, number>();

  /** The sitemaps, each whole; one at least. */
  async *documents(
    pages: AsyncIterable<SitemapPage | string> | Iterable<SitemapPage | string>,
  ): AsyncGenerator<string> {
    let text = START;
    let urls = 0;
    for await (const page of pages) {
      const element = typeof page === 'string' ? this.#leave(page) : this.#element(page);
      if (element === null) continue;
      // All of it is ASCII: a character a byte.
      if (urls === MAX_URLS || text.length + element.length + END.length > MAX_BYTES) {
        yield text + END;
        text = START;
        urls = 0;
      }
      text += element;
      urls++;
    }
    yield text + END;
  }

  notes(): readonly string[] {
    return [
      ...Array.from(this.#left, ([what, count]) => `left out: ${count} that ${what}`),
      ...(this.#isOfSeveralSites
        ? ['pages of several sites, of which a sitemap is for one: dustpan export --where site=HOST']
        : []),
    ];
  }

  #element({ url, lastModified }: SitemapPage): string | null {
    const sent = wireUrl(url);
    if (sent instanceof UrlError) return this.#leave('cannot be requested');
    if (sent.length > MAX_URL_LENGTH) return this.#leave(`are longer than ${MAX_URL_LENGTH} characters`);
    if (this.root === '') this.root = rootOf(sent);
    else if (!sent.startsWith(this.root)) this.#isOfSeveralSites = true;
    const date = w3cDate(lastModified);
    return `<url><loc>${escapeXml(sent)}</loc>${date === null ? '' : `<lastmod>${date}</lastmod>`}</url>\n`;
  }

  #leave(what: string): null {
    this.#left.set(what, (this.#left.get(what) ?? 0) + 1);
    return null;
  }
}

function rootOf(text: string): string {
  const url = parseUrl(text);
  return url instanceof UrlError ? '' : serialize({ ...url, userinfo: null, path: '/', query: null, fragment: null });
}

function indexOf(urls: readonly string[]): string {
  const elements = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`);
  return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${elements.join('')}</sitemapindex>\n`;
}

/** The form of RFC 9110 5.6.7 that servers have to send. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A W3C date and time; null where the field holds none. */
function w3cDate(field: string | null): string | null {
  const time = field !== null && HTTP_DATE.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace('.000Z', 'Z');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
