import { DustpanError } from '../../src/error.ts';

/** One `--connect-to` rule: where to connect instead of the host and port that a URL names. */
export interface ConnectTo {
  /** Lower case, without brackets; null matches every host. */
  readonly host: string | null;
  /** Null matches every port. */
  readonly port: number | null;
  /** Name or address, without brackets; null keeps the URL's host. */
  readonly toHost: string | null;
  /** Null keeps the URL's port. */
  readonly toPort: number | null;
}

/** What a connection is opened to. */
interface Endpoint {
  /** Name or address; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Whether a rule names the host; it is the URL's own where not. */
  readonly isNamed: boolean;
}

/** A `--connect-to` rule that cannot be read. The message says how to write one. */
export class ConnectToError extends DustpanError {
  readonly code = 'bad-connect-to';

  constructor(what: string) {
    super(`--connect-to: ${what}; write HOST:PORT:ADDR:PORT such as example.com:443:127.0.0.1:8443, IPv6 in brackets`);
    this.name = 'ConnectToError';
  }
}

const HOST = String.raw`(\[[0-9a-f:.]+(?:%[\w.~-]+)?\]|[^:[\]\s]*)`;
const RULE = new RegExp(`^${HOST}:([^:]*):${HOST}(?::([^:]*))?$`, 'i');

/**
 * Reads a rule as curl's `--connect-to` does: any of the four parts may be empty, the last colon may be missing.
 *
 * @throws {ConnectToError} where the text is no such rule.
 */
export function parseConnectTo(text: string): ConnectTo {
  const match = RULE.exec(text);
  if (match === null) throw new ConnectToError('the rule is not four parts with colons between them');
  const [, host = '', port = '', toHost = '', toPort = ''] = match;
  return {
    host: bare(host)?.toLowerCase() ?? null,
    port: parsePort(port),
    toHost: bare(toHost),
    toPort: parsePort(toPort),
  };
}

/**
 * Where to connect for a URL's host and port: the first rule that matches and names a new host or port decides, as in curl.
 *
 * @param host IPv6 with or without brackets.
 */
export function route(rules: readonly ConnectTo[], host: string, port: number): Endpoint {
  const name = bare(host) ?? '';
  const rule = rules.find((each) => changes(each) && matches(each, name.toLowerCase(), port));
  const toHost = rule?.toHost ?? null;
  return { host: toHost ?? name, port: rule?.toPort ?? port, isNamed: toHost !== null };
}

/**
 * A redirect's target as the named host would have it: a server that stands in for one, and listens on another port, may
 * name that port where the other would name none.
 *
 * @param location the value of the header; a relative one stays, and so does one of another host or port
 * @param host the one that was asked, IPv6 with or without brackets; `port` likewise
 */
export function standInLocation(rules: readonly ConnectTo[], location: string, host: string, port: number): string {
  const actual = route(rules, host, port).port;
  const [start = '', scheme = '', named = ''] = /^(https?):\/\/([^/?#@]*)(?=[/?#]|$)/i.exec(location) ?? [];
  const authority = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${actual}`;
  if (actual === port || named.toLowerCase() !== authority.toLowerCase()) return location;
  // Who routes that port, too, means it.
  if (rules.some((rule) => changes(rule) && rule.port === actual && matches(rule, host.toLowerCase(), actual))) {
    return location;
  }
  const isOwn = port === (/^https$/i.test(scheme) ? 443 : 80);
  return `${scheme}://${named.slice(0, -String(actual).length - 1)}${isOwn ? '' : `:${port}`}${location.slice(start.length)}`;
}

function changes(rule: ConnectTo): boolean {
  return rule.toHost !== null || rule.toPort !== null;
}

function matches(rule: ConnectTo, host: string, port: number): boolean {
  return (rule.host === null || rule.host === host) && (rule.port === null || rule.port === port);
}

function bare(host: string): string | null {
  if (host === '') return null;
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

function parsePort(text: string): number | null {
  if (text === '') return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new ConnectToError('a port is not a number from 1 to 65535');
  return port;
}
