import { type ConnectTo, route } from './fetch/connect-to.ts';

/**
 * Whether requests to the site stay on this machine, rules of `--connect-to` considered.
 *
 * @param site host and port, as in a key
 */
export function isLoopback(site: string, rules: readonly ConnectTo[]): boolean {
  const match = /^(.*?)(?::(\d+))?$/.exec(site);
  const { host } = route(rules, match?.[1] ?? '', Number(match?.[2] ?? 80));
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}
