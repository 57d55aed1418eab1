import { DustpanError } from '../../src/error.ts';
import { withoutBrackets } from '../../src/url/host.ts';
import { authorityOf } from './proxy.ts';

/** One `--connect-to` rule: where to connect instead of the host and port in a URL. */
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

/** The endpoint of a connection. */
export interface Endpoint {
  /** A name or an address; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Whether a rule names the host; if not, it is the URL's own. */
  readonly isNamed: boolean;
}

/** A rule of `connectTo` that is not valid. The message says how to write one. */
export class ConnectToError extends DustpanError {
  readonly code = 'bad-connect-to';

  /** @param what what is wrong with the rule; the message adds how to write one */
  constructor(what: string) {
    super(`${what}; write HOST:PORT:ADDR:PORT such as example.com:443:127.0.0.1:8443, with IPv6 addresses in brackets`);
    this.name = 'ConnectToError';
  }
}

const HOST = String.raw`(\[[0-9a-f:.]+(?:%[\w.~-]+)?\]|[^:[\]\s]*)`;
const RULE = new RegExp(`^${HOST}:([^:]*):${HOST}(?::([^:]*))?$`, 'i');

/**
 * Parses a rule in the notation of curl's `--connect-to`. Any of the four parts may be empty, and the last colon may be
 * missing.
 *
 * @throws {ConnectToError} if the text is not a valid rule
 */
export function parseConnectTo(text: string): ConnectTo {
  const match = RULE.exec(text);
  if (match === null) throw new ConnectToError('not four parts separated by colons');
  const [, host = '', port = '', toHost = '', toPort = ''] = match;
  return {
    host: bare(host)?.toLowerCase() ?? null,
    port: parsePort(port),
    toHost: bare(toHost),
    toPort: parsePort(toPort),
  };
}

/**
 * The endpoint for a URL's host and port. The first rule that matches and names a new host or port decides, as in curl.
 *
 * @param host IPv6 with or without brackets
 */
export function route(rules: readonly ConnectTo[], host: string, port: number): Endpoint {
  const name = withoutBrackets(host);
  const rule = rules.find((each) => changes(each) && matches(each, name.toLowerCase(), port));
  const toHost = rule?.toHost ?? null;
  return { host: toHost ?? name, port: rule?.toPort ?? port, isNamed: toHost !== null };
}

/**
 * Rewrites the target of a redirect as the named host would send it. A stand-in server that listens on another port may
 * include that port where the named host would not.
 *
 * @param location the value of the header. A relative one, or one with another host or port, is returned unchanged.
 * @param host the requested host, IPv6 with or without brackets; `port` is the requested port
 */
export function standInLocation(rules: readonly ConnectTo[], location: string, host: string, port: number): string {
  const name = withoutBrackets(host).toLowerCase();
  const actual = route(rules, host, port).port;
  const [start = '', scheme = '', named = ''] = /^(https?):\/\/([^/?#@]*)(?=[/?#]|$)/i.exec(location) ?? [];
  if (actual === port || named.toLowerCase() !== authorityOf({ host: name, port: actual })) return location;
  // If a rule also redirects that port, the port is intended.
  if (rules.some((rule) => changes(rule) && rule.port === actual && matches(rule, name, actual))) {
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
  return host === '' ? null : withoutBrackets(host);
}

function parsePort(text: string): number | null {
  if (text === '') return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new ConnectToError('a port must be a number from 1 to 65535');
  return port;
}
