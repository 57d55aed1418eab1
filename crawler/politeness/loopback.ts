import { type ConnectTo, route } from '../fetch/connect-to.ts';
import { POLITE_DELAY } from './pause.ts';

/**
 * Whether requests to the site stay on this machine, rules of `--connect-to` considered.
 *
 * @param site host and port, as in a key
 */
function isLoopback(site: string, rules: readonly ConnectTo[]): boolean {
  const match = /^(.*?)(?::(\d+))?$/.exec(site);
  const { host } = route(rules, match?.[1] ?? '', Number(match?.[2] ?? 80));
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}

/**
 * Milliseconds between two requests to a site where nobody asks for another delay: none on this machine, a polite one as
 * soon as one of the sites is elsewhere.
 *
 * @param sites host and port, as in a key
 */
export function usualDelay(sites: readonly string[], rules: readonly ConnectTo[]): number {
  return sites.every((site) => isLoopback(site, rules)) ? 0 : POLITE_DELAY;
}
