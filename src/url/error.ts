import { DustpanError } from '../error.ts';

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
  | 'port-out-of-range'
  | 'pass-failed';

/** The message of each code. */
export const URL_ERROR_MESSAGES: Readonly<Record<UrlErrorCode, string>> = {
  empty: 'the line is empty; give a URL such as https://example.com/',
  'no-scheme': 'the URL has no scheme (such as https:); write the whole URL, or set the option defaultScheme to https',
  'no-host': 'the URL has no host; write a URL such as https://example.com/',
  'host-invalid-code-point': 'the host contains a forbidden character',
  'host-invalid-domain': 'the host is not a valid internationalized domain name (UTS 46)',
  'host-invalid-ipv4': 'the host ends in a number but is not an IPv4 address',
  'host-invalid-ipv6': 'the host in brackets is not an IPv6 address',
  'port-invalid': 'the port is not a number',
  'port-out-of-range': 'the port is above 65535',
  'pass-failed': 'a custom pass failed on the URL; find the mistake with dustpan check-pass',
};

/**
 * Says why a string is not a valid URL. Functions return it as a value; only the method `follow` of a page throws it. It has
 * no stack trace, and does not contain the URL, which may contain a password.
 */
export class UrlError extends DustpanError {
  /** The reason, for programs. */
  override readonly code: UrlErrorCode;
  /** Index of the invalid part in the input, in UTF-16 code units. */
  readonly position: number;

  /**
   * @param position the index in the input, in UTF-16 code units, of the part that is wrong
   * @param message instead of the usual message of the code
   */
  constructor(code: UrlErrorCode, position: number, message: string = URL_ERROR_MESSAGES[code]) {
    const limit = Error.stackTraceLimit;
    setStackTraceLimit(0);
    super(message);
    setStackTraceLimit(limit);
    this.code = code;
    this.position = position;
  }

  /** Always `UrlError`. */
  override get name(): string {
    return 'UrlError';
  }

  /** Message, code and position in one line. */
  override toString(): string {
    return `${this.name}: ${this.message} (${this.code} at ${this.position})`;
  }

  /** The code, the position and the message. */
  toJSON(): Pick<UrlError, 'code' | 'position' | 'message'> {
    return { code: this.code, position: this.position, message: this.message };
  }
}

/** The result of a function that may return an error; null in place of the error. */
export function orNull<Result>(result: Result | UrlError): Result | null {
  return result instanceof UrlError ? null : result;
}

/** Capturing a stack trace takes longer than parsing. `Reflect.set` does not throw where the intrinsics are frozen. */
function setStackTraceLimit(limit: number): void {
  Reflect.set(Error, 'stackTraceLimit', limit);
}
