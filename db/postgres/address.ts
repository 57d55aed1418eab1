const ADDRESS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is;
/** The crawl that an address without `crawl` names. */
const DEFAULT_CRAWL = 'default';
const SECRETS = ['password', 'sslpassword'] as const;

/** Whether a name is an address of PostgreSQL, and not a file's path. */
export function isPostgresAddress(name: string): boolean {
  return ADDRESS.test(name);
}

/** A URL for each server that an address names: `HOST:PORT,HOST:PORT`. None if the address is not valid. */
export function urlsOf(address: string): readonly URL[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = ADDRESS.exec(address) ?? [];
  const urls = hosts.split(',').map((host) => URL.parse(`${scheme}${user}${host}${rest}`));
  return urls.includes(null) ? [] : urls.filter((url) => url !== null);
}

/** The crawl that an address names. */
export function crawlNameOf(address: URL): string {
  return address.searchParams.get('crawl') ?? DEFAULT_CRAWL;
}

/** An address without user, password and other secrets, for people to read. A file's path stays as it is. */
export function shownAddress(name: string): string {
  if (!isPostgresAddress(name)) return name;
  const urls = urlsOf(name);
  const [url] = urls;
  if (url === undefined) return 'the PostgreSQL server';
  for (const secret of SECRETS) url.searchParams.delete(secret);
  url.searchParams.set('crawl', crawlNameOf(url));
  return `${url.protocol}//${urls.map(({ host }) => host).join(',')}${url.pathname}${url.search}`;
}
