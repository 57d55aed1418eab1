import { StoreError } from '../errors.ts';

/** Also the other form that libpq knows, `host=… password=…`: it is refused, and its password stays hidden. */
const SCHEME =
  /^\s*(?:postgres(?:ql)?:|(?:host(?:addr)?|port|dbname|user|pass(?:word|file)|service|options|application_name|connect_timeout|target_session_attrs|(?:ssl|gss|krb|keepalives|tcp_)\w*) *=)|^(?!\s*[a-z][a-z\d+.-]*:\/\/)(?:.*\s)?password *=/is;
/**
 * No `@` and `#` behind the host: most likely they belong to a password with a `/`, `?` or `#` that is not encoded. And no
 * `&`, `;` and `=` in the path: these belong to options.
 */
const ADDRESS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(\/[^?#@&;=]*)?(\?[^#]*)?$/is;
const OPTION = /^\w+$/;
const CRAWL = 'crawl';
/** The options that are not passwords. */
const SHOWN: ReadonlySet<string> = new Set([
  CRAWL,
  'host',
  'port',
  'user',
  'passfile',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
]);
/** The crawl that an address without `crawl` names. */
const DEFAULT_CRAWL = 'default';

/** Whether a name is an address of PostgreSQL, valid or not, and not a file's path. */
export function isPostgresAddress(name: string): boolean {
  return SCHEME.test(name);
}

/** A URL, but no path that begins with the letter of a drive. */
const URL_SCHEME = /^\s*([a-z][a-z\d+.-]+:\/\/)/i;

/**
 * Refuses a URL that is not an address of PostgreSQL, in place of a crawl. It repeats only the scheme, because the URL may
 * hold a password.
 *
 * @throws {StoreError} `invalid-address`
 */
export function refuseOtherUrl(name: string): void {
  const [, scheme] = URL_SCHEME.exec(name) ?? [];
  if (scheme === undefined || isPostgresAddress(name)) return;
  const remedy = 'write the path of a file, or postgres://HOST:PORT/DATABASE?crawl=NAME';
  throw new StoreError('invalid-address', `${scheme.toLowerCase()} does not name a crawl: ${remedy}`);
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

/**
 * An address for people to read, which names the same crawl. Passwords are left out, and so is each option that may hold
 * one. A file's path stays as it is.
 */
export function shownAddress(name: string): string {
  if (!isPostgresAddress(name)) return name;
  const urls = urlsOf(name);
  const [url] = urls;
  if (url === undefined) return 'the PostgreSQL server';
  const user = isPlainUser(url.username) ? `${url.username}@` : '';
  const query = [...url.searchParams].flatMap(([option, value]) => {
    const isShown = SHOWN.has(option) && !/[;=&]/.test(value) && (option !== 'user' || isPlainUser(value));
    return isShown ? [`${option}=${encodeURIComponent(value).replaceAll('%2F', '/')}`] : [];
  });
  const hosts = urls.map(({ host }) => host).join(',');
  return `${url.protocol}//${user}${hosts}${url.pathname}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** Whether it is a user name alone: a colon means that the password was encoded together with it. */
function isPlainUser(text: string): boolean {
  return text !== '' && !/:|%3a/i.test(text);
}
