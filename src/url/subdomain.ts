import { registrableDomain } from './registrable-domain.ts';

/** The labels of a host before its registrable domain, such as `www.`; empty if there are none, or no such domain. */
export function subdomain(host: string): string {
  const domain = registrableDomain(host);
  if (domain === null || domain.startsWith('.')) return '';
  return host.slice(0, host.lastIndexOf(domain));
}
