/** Why a string is not a valid URL. Stable: programs may compare these codes. */
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

/** The message of each code. */
export const URL_ERROR_MESSAGES: Readonly<Record<UrlErrorCode, string>> = {
  empty: 'the line is empty; give a URL such as https://example.com/',
  'no-scheme': 'the URL has no scheme (such as https:); write the whole URL, or add one with --default-scheme https',
  'no-host': 'the URL has no host; write a URL such as https://example.com/',
  'host-invalid-code-point': 'the host contains a forbidden character',
  'host-invalid-domain': 'the host is not a valid internationalized domain name (UTS 46)',
  'host-invalid-ipv4': 'the host ends in a number but is not an IPv4 address',
  'host-invalid-ipv6': 'the host in brackets is not an IPv6 address',
  'port-invalid': 'the port is not a number',
  'port-out-of-range': 'the port is above 65535',
};

/** Says why a string is not a valid URL. The parser returns it and never throws it. */
export class UrlError {
  /** The reason, for programs. */
  readonly code: UrlErrorCode;
  /** Index of the invalid part in the input, in UTF-16 code units. */
  readonly position: number;

  /** @param position the index in the input, in UTF-16 code units, of the part that is wrong */
  constructor(code: UrlErrorCode, position: number) {
    this.code = code;
    this.position = position;
  }

  /** One line: what is wrong, and what to do about it. */
  get message(): string {
    return URL_ERROR_MESSAGES[this.code];
  }
}
