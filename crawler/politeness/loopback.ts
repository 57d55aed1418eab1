import { type ConnectTo, route } from '../fetch/connect-to.ts';
import { isThisMachine } from '../fetch/proxy.ts';
import { POLITE_DELAY } from './pause.ts';

/**
 * Whether requests to the site stay on this machine, with `--connect-to` rules applied.
 *
 * @param site host with port, as in a key
 */
function isLoopback(site: string, rules: readonly ConnectTo[]): boolean {
  const match = /^(.*?)(?::(\d+))?$/.exec(site);
  const { host } = route(rules, match?.[1] ?? '', Number(match?.[2] ?? 80));
  return isThisMachine(host);
}

/**
 * The default delay between two requests to a site, in milliseconds: 0 if all sites are on this machine, otherwise a
 * polite delay.
 *
 * @param sites hosts with ports, as in keys
 */
export function usualDelay(sites: readonly string[], rules: readonly ConnectTo[]): number {
  return sites.every((site) => isLoopback(site, rules)) ? 0 : POLITE_DELAY;
}
