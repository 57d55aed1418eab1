import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { Cookie, CookieJar } from 'tough-cookie';
import { withoutBrackets } from '../../src/url/host.ts';
import { registrableDomain } from '../../src/url/registrable-domain.ts';
import type { FileCookie } from './cookie-file.ts';

/** The longest name and value of a cookie together, in characters (RFC 6265bis, section 5.6). */
const MAX_COOKIE = 4096;
/** The most cookies of one domain, and of all. Then the oldest ones are dropped. */
const MAX_OF_DOMAIN = 180;
const MAX_OF_ALL = 3000;
/** The most redirects to remember. */
const MAX_REDIRECTS = 10_000;

/**
 * The cookies of a crawl, in memory only. They are sent to, and accepted from, the sites of the seeds alone, under the
 * rules of RFC 6265: domain, path, `Secure`, expiry, prefixes and public suffixes. All requests count as same-site.
 */
export class Cookies {
  readonly #sites: ReadonlySet<string>;
  readonly #jar = new CookieJar(null, { looseMode: true });
  /** By domain, and by name and path; the youngest last. */
  readonly #kept = new Map<string, Map<string, Cookie>>();
  #total = 0;
  /** The cookies that URLs were requested with when they redirected, the oldest first. */
  readonly #redirects = new Map<Digest, Digest>();

  /**
   * @param hosts of the seeds
   * @param given those for other sites are left out
   */
  constructor(hosts: readonly string[], given: readonly FileCookie[]) {
    this.#sites = new Set(hosts.map(siteOf));
    for (const cookie of given) this.#add(cookie);
  }

  /** The value of the `Cookie` header for a URL; null without one. */
  headerFor(url: string): string | null {
    const found = this.#tried(() => this.#jar.getCookieStringSync(url)) ?? '';
    return found === '' ? null : toBytes(found);
  }

  /**
   * Keeps the cookies that a response sets.
   *
   * @param fields the values of `Set-Cookie`
   */
  take(url: string, host: string, fields: string | readonly string[]): void {
    if (!this.#sites.has(siteOf(host))) return;
    for (const field of typeof fields === 'string' ? [fields] : fields) {
      const cookie = Cookie.parse(field, { loose: true });
      if (cookie !== undefined) this.#keep(cookie, url);
    }
  }

  /**
   * Remembers which cookies a URL redirects with.
   *
   * @param sent the `Cookie` header of the request
   * @returns whether the target would be requested with other cookies than when it last redirected or, if that is not
   * known, with any
   */
  noteRedirect(url: string, sent: string | null, target: string): boolean {
    const from = digestOf(url);
    this.#redirects.delete(from);
    this.#redirects.set(from, digestOf(sent ?? ''));
    const [oldest] = this.#redirects.keys();
    if (oldest !== undefined && this.#redirects.size > MAX_REDIRECTS) this.#redirects.delete(oldest);
    const now = this.headerFor(target);
    const before = this.#redirects.get(digestOf(target));
    return before === undefined ? now !== null : before !== digestOf(now ?? '');
  }

  #add({ domain, isForSubdomains, path, isSecure, expires, name, value }: FileCookie): void {
    const host = domain.toLowerCase();
    if (!this.#sites.has(siteOf(host))) return;
    const isWide = isForSubdomains && isIP(withoutBrackets(host)) === 0;
    const cookie = new Cookie({
      key: name,
      value,
      path,
      secure: isSecure,
      expires: expires === null ? 'Infinity' : new Date(expires),
      ...(isWide && { domain: host }),
    });
    this.#keep(cookie, `https://${host}${path}`);
  }

  #keep(cookie: Cookie, url: string): void {
    if (cookie.key.length + cookie.value.length > MAX_COOKIE) return;
    const kept = this.#tried(() => this.#jar.setCookieSync(cookie, url, { ignoreError: true }));
    if (kept?.domain === undefined || kept.domain === null) return;
    this.#count(kept.domain, kept);
  }

  /** Notes a cookie as the youngest, and drops the oldest ones if there are too many. */
  #count(domain: string, cookie: Cookie): void {
    const same = this.#kept.get(domain) ?? new Map<string, Cookie>();
    this.#total -= same.size;
    same.delete(cookie.key + cookie.path);
    same.set(cookie.key + cookie.path, cookie);
    if (same.size > MAX_OF_DOMAIN) this.#drop(same);
    this.#kept.delete(domain);
    this.#kept.set(domain, same);
    this.#total += same.size;
    const [[name, oldest] = []] = this.#kept;
    if (this.#total <= MAX_OF_ALL || name === undefined || oldest === undefined) return;
    this.#drop(oldest);
    this.#total--;
    if (oldest.size === 0) this.#kept.delete(name);
  }

  #drop(cookies: Map<string, Cookie>): void {
    const [[name, { domain, path, key }] = ['', new Cookie()]] = cookies;
    cookies.delete(name);
    // The store in memory does it at once.
    void this.#jar.store.removeCookie(domain ?? '', path ?? '', key);
  }

  /** The library throws for hosts that it cannot read, and for cookies that it refuses. */
  #tried<T>(use: () => T): T | null {
    try {
      return use();
    } catch {
      return null;
    }
  }
}

/** A hash that stands for a URL or a `Cookie` header, which may be long. */
type Digest = string;

function digestOf(text: string): Digest {
  return hash('sha256', text, 'base64url').slice(0, 16);
}

/** The registrable domain, or the host itself: cookies of one are not for another. */
function siteOf(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  return (isIP(withoutBrackets(name)) === 0 ? registrableDomain(name) : null) ?? name;
}

/** A header has a character for each byte. What is not Latin-1 came from a file, as UTF-8. */
function toBytes(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the range of Latin-1
  return /^[\0-\xff]*$/.test(text) ? text : Buffer.from(text).toString('latin1');
}
