/** Why a string is no URL. Stable: programs may test for them. */
export type UrlErrorCode =
  | 'empty'
  | 'no-scheme'
  | 'no-host'
  | 'host-invalid-code-point'
  | 'host-invalid-domain'
  | 'host-invalid-ipv4'
  | 'host-invalid-ipv6'
  | 'port-invalid'
  | 'port-out-of-range';

const MESSAGES: Readonly<Record<UrlErrorCode, string>> = {
  empty: 'the line is empty; give a URL such as https://example.com/',
  'no-scheme': 'no scheme such as https: in front; write the whole URL, or name one with --default-scheme https',
  'no-host': 'no host behind the scheme; a URL such as https://example.com/ has one',
  'host-invalid-code-point': 'the host has a character that no host may have',
  'host-invalid-domain': 'the host is no valid internationalized domain name (UTS 46)',
  'host-invalid-ipv4': 'the host ends in a number but is no IPv4 address',
  'host-invalid-ipv6': 'the host in brackets is no IPv6 address',
  'port-invalid': 'the port is not a number',
  'port-out-of-range': 'the port is above 65535',
};

/** A string that is no URL: returned by the parser, never thrown by it. */
export class UrlError {
  readonly code: UrlErrorCode;
  /** Index in the input, in UTF-16 code units, of the part that is wrong. */
  readonly position: number;

  constructor(code: UrlErrorCode, position: number) {
    this.code = code;
    this.position = position;
  }

  /** One line: what is wrong and what to do. */
  get message(): string {
    return MESSAGES[this.code];
  }
}
