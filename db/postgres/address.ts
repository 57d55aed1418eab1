const SCHEME = /^postgres(?:ql)?:\/\//i;
/** The crawl that an address without `crawl` names. */
const DEFAULT_CRAWL = 'default';
const SECRETS = ['password', 'sslpassword'] as const;

/** Whether a name is an address of PostgreSQL, and not a file's path. */
export function isPostgresAddress(name: string): boolean {
  return SCHEME.test(name);
}

/** The crawl that an address names. */
export function crawlNameOf(address: URL): string {
  return address.searchParams.get('crawl') ?? DEFAULT_CRAWL;
}

/** An address without user, password and other secrets, for people to read. A file's path stays as it is. */
export function shownAddress(name: string): string {
  const url = isPostgresAddress(name) ? URL.parse(name) : null;
  if (url === null) return isPostgresAddress(name) ? 'the PostgreSQL server' : name;
  url.username = '';
  url.password = '';
  for (const secret of SECRETS) url.searchParams.delete(secret);
  url.searchParams.set('crawl', crawlNameOf(url));
  return url.href;
}
