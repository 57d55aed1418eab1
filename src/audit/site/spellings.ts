import { type Canonicalizer, compile } from '../../canon/canonicalizer.ts';
import { orNull } from '../../url/error.ts';
import { Confirmations } from '../duplicates/confirmations.ts';
import { VARIATION_PASSES } from '../duplicates/variation.ts';
import { isDowngrade } from './address.ts';
import { nameOf } from './landing.ts';
import { oncePerPage, oncePerSite } from './once-per-site.ts';
import { isUnfetchedAlias } from './own-entries.ts';
import { type AuditPage, redirectsWithin, withoutFragment } from './page.ts';
import type { AuditSite } from './site.ts';

/** One spelling of an entry. */
export interface SpelledUrl {
  /** Without its fragment, if the key drops it. */
  readonly url: string;
  /** The passes that change it into the key, without `drop-fragment`. */
  readonly passes: readonly string[];
}

/**
 * The spellings, apart from fragments, of each page that has several, and of each page whose only one has a session id or
 * tracking parameters: its key leaves them out.
 */
export const spelledPages: (site: AuditSite) => ReadonlyMap<AuditPage, readonly SpelledUrl[]> =
  oncePerSite(readSpellings);

function readSpellings(site: AuditSite): ReadonlyMap<AuditPage, readonly SpelledUrl[]> {
  const passesOf = passesUnder(site);
  const spelled = new Map<AuditPage, readonly SpelledUrl[]>();
  const unfetched = Map.groupBy(
    site.pages.filter(({ entry }) => isUnfetchedAlias(entry)),
    ({ entry }) => entry.aliasOf,
  );
  for (const page of site.pages) {
    const { url, spellings } = page.entry;
    const aliases = unfetched.get(page.key) ?? NONE;
    if (!page.isPage || (spellings.length === 0 && aliases.length === 0 && url === page.key)) continue;
    const urls = new Map<string, SpelledUrl>();
    // Targets of redirects have no pass: they are not spellings of a link.
    const others = spellings.flatMap((one) => (one.pass === null ? [] : [one.url]));
    for (const text of [url, ...others, ...aliases.map(({ entry }) => entry.url)]) {
      const passes = passesOf(text);
      const spelling = passes.includes('drop-fragment') ? withoutFragment(text) : text;
      urls.set(spelling, { url: spelling, passes: passes.filter((pass) => pass !== 'drop-fragment') });
    }
    const all = [...urls.values()];
    if (all.length > 1 || all.some(({ passes }) => isUnwanted(passes))) spelled.set(page, all);
  }
  return spelled;
}

/** Passes that every client applies before it sends a request: the request is the same. */
export const SAME_REQUEST: ReadonlySet<string> = new Set([
  'strip-controls',
  'fix-slashes',
  'lowercase-scheme',
  'lowercase-host',
  'encode-unsafe',
  'add-root-path',
  'drop-empty-userinfo',
]);
/** Passes that drop what no link should have. */
const NEVER_WANTED: ReadonlySet<string> = new Set(['drop-tracking-params', 'drop-session-ids']);

/** Whether one of the passes drops a session id or tracking parameters. */
export function isUnwanted(passes: readonly string[]): boolean {
  return passes.some((pass) => NEVER_WANTED.has(pass));
}

/**
 * How links and sitemaps should write the URL of a page: as it declares, else as it answered or was found, else its key.
 * A spelling that other rules fault, or that is known to redirect, is never preferred. If others redirect in this way but
 * the page answered itself, it is an exception, and its key may lead nowhere.
 */
export const preferredUrl: (page: AuditPage, site: AuditSite) => string = oncePerPage((page, site) => {
  const { canonical, entry, key } = page;
  const url = withoutAnchor(entry.finalUrl ?? entry.url);
  // No other URL of the page is known to answer.
  if (entry.firstFailure !== null) return url;
  const passesOf = passesUnder(site);
  const isSound = canonical?.key === key && !isDowngrade(key, canonical.url) && !leadsBack(canonical.url, page, site);
  const declared = isSound ? withoutAnchor(canonical.url) : null;
  // No pass changes a key.
  if (declared === key) return key;
  if (declared !== null && !isUnwanted(passesOf(declared))) return declared;
  if (url === key) return key;
  const found = [url, ...entry.spellings.map((spelling) => withoutAnchor(spelling.url))];
  if (isException(page, site)) return url;
  return found.find((one) => passesOf(one).every((pass) => SAME_REQUEST.has(pass))) ?? key;
});

/** Evidence for advice to name or list a page itself: how to write its URL, if not as a finding names it. */
export function ownUrlEvidence(page: AuditPage, site: AuditSite): { readonly leader?: string } {
  const leader = preferredUrl(page, site);
  return leader === withoutAnchor(nameOf(page.entry)) ? {} : { leader };
}

/** Whether a page answered under a URL that would redirect if it were like others of its site. */
function isException(page: AuditPage, site: AuditSite): boolean {
  const { entry, key, url } = page;
  if (entry.status !== 200 || entry.aliasBy !== null || isDowngrade(key, url)) return false;
  return restsOnRedirects(url, page, site) && !isUnwanted(passesUnder(site)(url));
}

/** Whether another spelling of a page redirects to the URL that answered: the crawl saw it, or facts rest on such redirects. */
export function leadsBack(url: string, page: AuditPage, site: AuditSite): boolean {
  const { entry, url: answered } = page;
  const { preserving } = site.keys;
  const spelling = preserving(url);
  if (spelling === preserving(answered)) return false;
  if (entry.finalUrl !== null && spelling === preserving(entry.url)) return true;
  return restsOnRedirects(url, page, site);
}

/** Whether a URL of a page redirects to the URL that answered: the crawl saw it, or facts rest on such redirects. */
export function redirectsToAnswer(url: string, page: AuditPage, site: AuditSite): boolean {
  // A URL with a session id or tracking parameters may answer without a redirect, even if the crawl saw another one redirect.
  if (redirectsWithin(page, url, site.keys) && !isUnwanted(passesUnder(site)(url))) return true;
  const { status, firstFailure } = page.entry;
  return status === 200 && firstFailure === null && url !== page.key && leadsBack(withoutFragment(url), page, site);
}

/**
 * The page that the end of a chain of redirects redirects to once more. The crawl does not follow such a redirect if facts
 * rest on others like it. Null if there is none.
 */
export function redirectTarget(url: string, page: AuditPage, site: AuditSite): AuditPage | null {
  const { aliasOf } = page.entry;
  const answered = isUnfetchedAlias(page.entry) && aliasOf !== null ? site.page(aliasOf) : page;
  return answered !== null && redirectsToAnswer(url, answered, site) ? answered : null;
}

/** Whether a URL has another key only because URLs like it redirect. */
function restsOnRedirects(url: string, { key }: AuditPage, site: AuditSite): boolean {
  const passes = passesUnder(site)(url);
  const isFact = (kind: RedirectedKind): boolean => VARIATION_PASSES[kind].some((pass) => passes.includes(pass));
  return REDIRECTED.some((kind) => isFact(kind) && redirectClaims(site).claim(kind, key) !== null);
}

const REDIRECTED = ['scheme', 'www', 'slash', 'index', 'case', 'slashes'] as const;
type RedirectedKind = (typeof REDIRECTED)[number];

const redirectClaims: (site: AuditSite) => Confirmations = oncePerSite(
  ({ claims }) =>
    new Confirmations(
      claims.filter(({ source }) => source === 'permanent-redirect'),
      [],
    ),
);

const canonicalizerOf: (site: AuditSite) => Canonicalizer = oncePerSite(({ canon }) => compile(canon));

/** {@link passesOn} a URL, as the crawl made its keys. */
export const passesUnder: (site: AuditSite) => (url: string) => readonly string[] = oncePerSite((site) => {
  const canonicalizer = canonicalizerOf(site);
  return (url) => passesOn(url, canonicalizer);
});

/** The pass that a crawl names for a spelling; null if no pass changes it. */
export function attributedPass(url: string, site: AuditSite): string | null {
  return orNull(canonicalizerOf(site).keyAndPass(url))?.pass?.name ?? null;
}

/** The names of the passes that change a URL into its key; none for an invalid URL. */
export function passesOn(url: string, { trace }: Pick<Canonicalizer, 'trace'>): readonly string[] {
  return orNull(trace(url))?.changes.map(({ pass }) => pass) ?? NONE;
}

const NONE: readonly never[] = [];

/** The URL without its fragment, unless that is a route such as `#!/a`. */
export function withoutAnchor(url: string): string {
  return url.replace(/#(?![!/]).*/s, '');
}
