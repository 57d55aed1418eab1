/** Whether a status is 2xx; false for null. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Whether a response has only a part of the document (RFC 9110 15.3.7), even if the request did not ask for one. */
export function isPart(status: number | null): boolean {
  return status === 206;
}

/** Whether a client follows the `Location` of this status (RFC 9110 15.4). */
export function isRedirect(status: number | null): boolean {
  return isPermanent(status) || isTemporary(status);
}

/** Whether clients may use the target of a redirect from now on (RFC 9110 15.4). */
export function isPermanent(status: number | null): boolean {
  return status === 301 || status === 308;
}

/** Whether clients keep using the URL that redirects (RFC 9110 15.4). */
export function isTemporary(status: number | null): boolean {
  return status === 302 || status === 303 || status === 307;
}

/** The status in a failure reason such as `http-404`; null if there is none. */
export function statusIn(reason: string): number | null {
  const [, status] = /^http-([1-9]\d\d)$/.exec(reason) ?? [];
  return status === undefined ? null : Number(status);
}

/** Whether a status says that the site is overloaded, or that a client asks too often (RFC 6585 4, RFC 9110 15.6.4). */
export function isOverloaded(status: number | null): boolean {
  return status === 429 || status === 503;
}

/**
 * Whether a gateway says that it cannot reach the server behind it, or got no answer in time (RFC 9110 15.6.3 and 15.6.5; 521
 * to 524 of Cloudflare).
 */
export function isFromGateway(status: number | null): boolean {
  return status === 502 || status === 504 || (status !== null && status >= 521 && status <= 524);
}
