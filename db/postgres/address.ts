const SCHEME = /^postgres(?:ql)?:/i;
/** No `@` and `#` behind the host: most likely they belong to a password with a `/`, `?` or `#` that is not encoded. */
const ADDRESS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(\/[^?#@]*)?(\?[^#]*)?$/is;
const OPTION = /^\w+$/;
const CRAWL = 'crawl';
/** The crawl that an address without `crawl` names. */
const DEFAULT_CRAWL = 'default';

/** Whether a name is an address of PostgreSQL, valid or not, and not a file's path. */
export function isPostgresAddress(name: string): boolean {
  return SCHEME.test(name);
}

/** A URL for each server that an address names: `HOST:PORT,HOST:PORT`. None if the address is not valid. */
export function urlsOf(address: string): readonly URL[] {
  const [, scheme = '', user = '', hosts = '', path = '', query = ''] = ADDRESS.exec(address) ?? [];
  const urls = hosts.split(',').map((host) => URL.parse(`${scheme}${user}${host}${path}${query}`));
  const valid = urls.filter((url) => url !== null);
  const options = valid.flatMap(({ searchParams }) => [...searchParams.keys()]);
  return valid.length === urls.length && options.every((name) => OPTION.test(name)) ? valid : [];
}

/** The crawl that an address names. */
export function crawlNameOf(address: URL): string {
  return address.searchParams.get(CRAWL) ?? DEFAULT_CRAWL;
}

/** An address without user, password and options, for people to read. A file's path stays as it is. */
export function shownAddress(name: string): string {
  if (!isPostgresAddress(name)) return name;
  const urls = urlsOf(name);
  const [url] = urls;
  if (url === undefined) return 'the PostgreSQL server';
  const crawl = url.searchParams.get(CRAWL);
  const query = crawl === null ? '' : `?${new URLSearchParams({ [CRAWL]: crawl }).toString()}`;
  return `${url.protocol}//${urls.map(({ host }) => host).join(',')}${url.pathname}${query}`;
}
