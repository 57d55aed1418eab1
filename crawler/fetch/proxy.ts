import { BlockList, isIP, isIPv4 } from 'node:net';
import { DustpanError } from '../../src/error.ts';
import { withoutBrackets } from '../../src/url/host.ts';

/** A proxy that connections go through. */
export interface Proxy {
  /** With `socks5`, names are resolved here, and with `socks5h` by the proxy, as in curl. */
  readonly protocol: 'http' | 'https' | 'socks5' | 'socks5h';
  /** IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Null if the proxy's URL names no user. Never print or store it. */
  readonly credentials: { readonly user: string; readonly password: string } | null;
}

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Partial<Record<(typeof VARIABLES)[number], string | undefined>>>;

const VARIABLES = [
  'http_proxy',
  'HTTP_PROXY',
  'https_proxy',
  'HTTPS_PROXY',
  'all_proxy',
  'ALL_PROXY',
  'no_proxy',
  'NO_PROXY',
  'REQUEST_METHOD',
] as const;

/** The proxy for a URL; null to connect directly. `reached` is the host that the connection ends at. */
export type ProxyChoice = (protocol: string, host: string, port: number, reached: string) => Proxy | null;

/** A proxy that is not valid. The message says how to write one, and repeats nothing of it. */
export class ProxyError extends DustpanError {
  readonly code = 'bad-proxy';

  constructor(source: string) {
    super(`${source} is not a proxy; write http://HOST:PORT, https://…, socks5://… or socks5h://…`);
    this.name = 'ProxyError';
  }
}

const PORTS: Readonly<Record<Proxy['protocol'], number>> = { http: 80, https: 443, socks5: 1080, socks5h: 1080 };
/** In bytes; SOCKS allows no more (RFC 1929). */
const MAX_CREDENTIAL = 255;

/**
 * Parses the URL of a proxy. Without a scheme, it is an HTTP proxy, as in curl.
 *
 * @param source where the text comes from, for the message
 * @throws {ProxyError} if it is not valid
 */
export function parseProxy(text: string, source: string): Proxy {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  const protocol = url?.protocol.slice(0, -1) ?? '';
  if (url === null || !isProtocol(protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname)) {
    throw new ProxyError(source);
  }
  const credentials = [url.username, url.password].map((part) => decoded(part, source));
  if (credentials.some((part) => Buffer.byteLength(part) > MAX_CREDENTIAL)) throw new ProxyError(source);
  const [user = '', password = ''] = credentials;
  return {
    protocol,
    host: withoutBrackets(url.hostname),
    port: url.port === '' ? PORTS[protocol] : Number(url.port),
    credentials: user === '' && password === '' ? null : { user, password },
  };
}

function isProtocol(text: string): text is Proxy['protocol'] {
  return Object.hasOwn(PORTS, text);
}

function decoded(text: string, source: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ProxyError(source);
  }
}

/** Host and port, with brackets around an IPv6 address. */
export function authorityOf({ host, port }: Pick<Proxy, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The `Proxy-Authorization` (RFC 9110, section 11.7.2), or nothing. */
export function authorizationFor({ credentials }: Proxy): Readonly<Record<string, string>> {
  if (credentials === null) return {};
  const { user, password } = credentials;
  return { 'proxy-authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/**
 * How proxies are chosen: the named one for every URL, or those of an environment, by the variables and rules of curl.
 * Only proxies of an environment leave this machine and the hosts of NO_PROXY alone.
 *
 * @returns null if there is no proxy
 * @throws {ProxyError} if a proxy is not valid
 */
export function proxyChoice(given: string | URL | Environment | null): ProxyChoice | null {
  if (given === null) return null;
  if (!isProxySetting(given)) throw new ProxyError('what is given as proxy');
  if (given instanceof URL) return proxyChoice(given.href);
  if (typeof given === 'string') {
    const proxy = parseProxy(given, 'what is given as proxy');
    return () => proxy;
  }
  const http = fromEnvironment(given, isCgi(given) ? ['http_proxy'] : ['http_proxy', 'HTTP_PROXY']);
  const https = fromEnvironment(given, ['https_proxy', 'HTTPS_PROXY']);
  if (http === null && https === null) return null;
  const isExempt = exemption(given['no_proxy'] ?? given['NO_PROXY'] ?? '');
  return (protocol, host, port, reached) =>
    isThisMachine(reached) || isExempt(host, port) ? null : protocol === 'https:' ? https : http;
}

/** Whether a value is the URL of a proxy or an environment, and not an object of another kind. */
export function isProxySetting(given: unknown): given is string | URL | Environment {
  if (typeof given === 'string' || given instanceof URL) return true;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  const names = Object.keys(given);
  // Nearly all names in an environment have capitals, and names of options start without.
  const isEnvironment = names.length === 0 || names.some((name) => isVariable(name) || /^[A-Z]/.test(name));
  return isEnvironment && Object.values(given).every((value) => value === undefined || typeof value === 'string');
}

function isVariable(name: string): name is (typeof VARIABLES)[number] {
  return VARIABLES.some((variable) => variable === name);
}

/** In a CGI program, a request chooses the value of `HTTP_PROXY` (https://httpoxy.org/). */
function isCgi(environment: Environment): boolean {
  return environment['REQUEST_METHOD'] !== undefined;
}

function fromEnvironment(environment: Environment, names: readonly (keyof Environment)[]): Proxy | null {
  const name = ([...names, 'all_proxy', 'ALL_PROXY'] as const).find((each) => (environment[each] ?? '') !== '');
  return name === undefined ? null : parseProxy(environment[name] ?? '', `the environment variable ${name}`);
}

/** Whether a host is this machine by its name or address (RFC 6761, section 6.3). */
export function isThisMachine(host: string): boolean {
  return /^(?:(?:.*\.)?localhost\.?|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);
}

/** The hosts in NO_PROXY: domains with their subdomains, addresses, ranges such as `10.0.0.0/8`, or `*` for all. */
function exemption(text: string): (host: string, port: number) => boolean {
  const rules = text.split(/[,\s]+/).filter((rule) => rule !== '');
  return (written, port) => {
    const host = withoutBrackets(written).toLowerCase().replace(/\.$/, '');
    return rules.some((rule) => isExemptBy(rule.toLowerCase(), host, port));
  };
}

function isExemptBy(rule: string, host: string, port: number): boolean {
  const [, network = '', prefix = ''] = /^([\d.]+|[\da-f:]+)\/(\d+)$/.exec(rule) ?? [];
  if (network !== '') return isIP(network) !== 0 && isIP(host) !== 0 && isInRange(host, network, Number(prefix));
  const [, named = '', only] = isIP(rule) === 0 ? (/^(.*?)(?::(\d+))?$/.exec(rule) ?? []) : ['', rule];
  if (only !== undefined && Number(only) !== port) return false;
  const domain = withoutBrackets(named)
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  return domain === '*' || host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`));
}

function isInRange(host: string, network: string, prefix: number): boolean {
  const [family, bits] = isIPv4(network) ? (['ipv4', 32] as const) : (['ipv6', 128] as const);
  if (prefix > bits) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
}
