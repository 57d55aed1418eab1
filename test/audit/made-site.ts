import { readDocument } from '../../crawler/page/document.ts';
import { audit } from '../../src/audit/audit.ts';
import type { Finding } from '../../src/audit/finding.ts';
import { RULES } from '../../src/audit/rules/index.ts';
import type { AuditEntry, PageLinks } from '../../src/audit/site/entry.ts';
import { AuditSite, type AuditSources } from '../../src/audit/site/site.ts';
import { compile, parseUrl, UrlError } from '../../src/index.ts';

const canonicalizer = compile();

/** An entry of a made-up crawl. */
export function entry(url: string, known: Partial<AuditEntry> = {}): AuditEntry {
  const key = canonicalizer.key(url);
  const parsed = parseUrl(url);
  if (key instanceof UrlError || parsed instanceof UrlError) throw new TypeError(`${url} is no URL`);
  return {
    id: 0,
    key,
    url,
    finalUrl: null,
    firstFailure: null,
    site: parsed.asciiHost ?? '',
    state: 'done',
    status: 200,
    depth: 0,
    contentType: 'text/html',
    digest: null,
    role: 'page',
    source: 'link',
    foundOn: null,
    aliasOf: null,
    aliasBy: null,
    location: null,
    reason: null,
    details: null,
    spellings: [],
    listings: [],
    ...known,
  };
}

/** The entry of a page, with the record that a crawl stores for it. A page without a title element gets a title of its own. */
export function page(
  url: string,
  html: string,
  known: Partial<AuditEntry> & { readonly link?: string } = {},
): AuditEntry {
  const { link, ...rest } = known;
  const headers = { 'content-type': 'text/html; charset=utf-8', ...(link !== undefined && { link }) };
  const { text, ...record } = readDocument(url, { headers, body: new TextEncoder().encode(html) }).record;
  const details = {
    text: text?.hash ?? null,
    sketch: text?.sketch ?? null,
    record: JSON.stringify({ ...record, title: record.title ?? `Page ${url}`, words: text?.words ?? null }),
    lastModified: null,
  };
  return entry(url, { details, ...rest });
}

/** A `link` element that names a canonical URL. */
export function canonical(url: string): string {
  return `<link rel="canonical" href="${url}">`;
}

/** An entry that redirects. */
export function redirect(url: string, to: string, known: Partial<AuditEntry> = {}): AuditEntry {
  return entry(url, { status: 301, aliasOf: entry(to).key, aliasBy: 'redirect', ...known });
}

export async function madeSite(
  entries: readonly AuditEntry[],
  sources: Partial<Omit<AuditSources, 'entries' | 'links'>> & { readonly links?: readonly PageLinks[] } = {},
): Promise<AuditSite> {
  const { links = [], ...rest } = sources;
  const numbered = entries.map((one, at) => ({ ...one, id: at + 1 }));
  return AuditSite.read({ canon: {}, ...rest, entries: each(numbered), links: each(links) });
}

/** The findings of all rules, without the severity pass. */
export async function findings(...made: Parameters<typeof madeSite>): Promise<readonly Finding[]> {
  const all = await audit(await madeSite(...made), { rules: RULES, canonicalizer });
  return all.filter(({ severity }) => severity !== 'pass');
}

/** Rules and URLs, sorted: `target/loop https://example.com/a`. */
export async function found(...made: Parameters<typeof madeSite>): Promise<readonly string[]> {
  return (await findings(...made)).map(({ rule, url }) => `${rule} ${url}`).sort();
}

/** The only finding of a rule. */
export async function finding(rule: string, ...made: Parameters<typeof madeSite>): Promise<Finding> {
  const [only, ...others] = (await findings(...made)).filter((one) => one.rule === rule);
  if (only === undefined || others.length > 0)
    throw new Error(`${rule} is there ${others.length + (only ? 1 : 0)} times`);
  return only;
}

/** A text with the given number of words. Texts with different seeds share no words. */
export function prose(words: number, seed = 'w'): string {
  return `<p>${Array.from({ length: words }, (_, at) => `${seed}${(at * 7919) % 100_003}`).join(' ')}`;
}

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}
