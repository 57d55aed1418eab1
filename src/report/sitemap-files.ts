import { wireUrl } from '../canon/wire-url.ts';
import { escapeMarkup } from '../text/escape-markup.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { serialize } from '../url/parsed-url.ts';
import { ReportError, type ReportFiles, type ReportSink } from './format.ts';

/** A page to list in a sitemap. */
export interface SitemapPage {
  /** As found. */
  readonly url: string;
  /** The `Last-Modified` header of its response; null if there is none. */
  readonly lastModified: string | null;
}

/** The limits of a sitemap and its URLs (https://www.sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;
const MAX_BYTES = 50 * 1024 * 1024;
const MAX_URL_LENGTH = 2047;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const START = `${DECLARATION}<urlset ${NAMESPACE}>\n`;
const END = '</urlset>\n';

/**
 * Writes an XML sitemap, or several sitemaps and an index.
 *
 * @param pages the pages; a string says why an entry is left out, as in `left out: 3 that …`
 * @throws {ReportError} if several files are needed and the report does not go to a file
 */
export async function writeSitemaps(
  pages: AsyncIterable<SitemapPage | string> | Iterable<SitemapPage | string>,
  sink: ReportSink,
): Promise<void> {
  const listed = new Listed();
  const names: string[] = [];
  let last = '';
  for await (const document of listed.documents(pages)) {
    if (last !== '') names.push(await writePart(names.length + 1, last, sink));
    last = document;
  }
  if (names.length > 0) {
    names.push(await writePart(names.length + 1, last, sink));
    last = indexOf(names.map((name) => listed.root + encodeURIComponent(name)));
  }
  await sink.write(last);
  listed.notes().forEach(sink.note);
  if (names.length > 0) sink.note(`${names.length} sitemaps; the index expects them at ${listed.root}`);
}

/** @throws {ReportError} if the report does not go to a file */
async function writePart(number: number, text: string, files: ReportFiles): Promise<string> {
  const name = await files.writeBeside(number, text);
  if (name !== null) return name;
  throw new ReportError(
    'needs-file',
    `more than ${MAX_URLS} URLs or 50 MiB need several sitemaps and an index; name a file to write them to: -o sitemap.xml`,
  );
}

/** Lists pages, and counts the pages it leaves out. */
class Listed {
  /** The root URL of the first page's site. A sitemap there may list the whole site. */
  root = '';
  #isOfSeveralSites = false;
  /** How many entries are left out, by reason. */
  readonly #left = new Map<string, number>();

  /** The sitemaps, each as a whole document; at least one. */
  async *documents(
    pages: AsyncIterable<SitemapPage | string> | Iterable<SitemapPage | string>,
  ): AsyncGenerator<string> {
    let text = START;
    let urls = 0;
    for await (const page of pages) {
      const element = typeof page === 'string' ? this.#leave(page) : this.#element(page);
      if (element === null) continue;
      // The text is ASCII, so its length is its size in bytes.
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
        ? [
            "a sitemap should list one site, but the pages are from several; choose one with dustpan export --where 'url~https://HOST/*'",
          ]
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

/** The date format that servers must send (RFC 9110 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The date of a `Last-Modified` header in W3C format; null if it is missing or invalid. */
function w3cDate(field: string | null): string | null {
  const time = field !== null && HTTP_DATE.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace('.000Z', 'Z');
}

/** The protocol wants apostrophes escaped too. */
function escapeXml(text: string): string {
  return escapeMarkup(text).replaceAll("'", '&apos;');
}
