import type { X509Certificate } from 'node:crypto';
import { isAddress, splitPort } from '../../src/facts/normal-form.ts';
import { domainsOf, namesDomain } from '../fetch/certificate.ts';
import { originOf, parseTarget } from '../fetch/target.ts';
import { type AddressFinding, type AddressSite, AddressToDomain } from './address-to-domain.ts';
import type { Answer } from './answer.ts';
import { hostOf } from './differences.ts';

/** How many domains are examined for one address. Each takes several requests. */
const MAX_DOMAINS = 3;

/**
 * Examines whether an address belongs to a domain: the one it redirects to, or one named in its certificate. Known
 * domains come first.
 *
 * @param starts URLs at the address
 */
export async function examineAddress(site: AddressSite, starts: readonly string[]): Promise<readonly AddressFinding[]> {
  const origins = [...new Set(starts.flatMap((url) => originOf(url) ?? []))];
  // Few addresses have a certificate for themselves, so most answer by http or not at all.
  const [first, ...others] = origins.toSorted((a, b) => a.split(':', 1).join().localeCompare(b.split(':', 1).join()));
  if (first === undefined) return [];
  let origin = first;
  let answer = await site.asker.ask(`${origin}/`);
  for (const other of others) {
    if (answer.kind === 'response') break;
    origin = other;
    answer = await site.asker.ask(`${origin}/`);
  }
  if (answer.kind === 'none') return [nothing(origin, answer.reason)];
  return examineDomains(site, origin, answer);
}

async function examineDomains(site: AddressSite, origin: string, home: Answer): Promise<readonly AddressFinding[]> {
  const redirected = redirectDomain(home);
  const certificate = redirected === null ? await certificateOf(site, origin) : null;
  const domains = redirected === null ? namedDomains(certificate, site.pages) : [redirected];
  if (domains.length === 0) return [nothing(origin, 'no-redirect')];
  const allowed = domains.filter((domain) => site.mayAsk(domain));
  if (allowed.length === 0) return [nothing(origin, 'redirects-elsewhere')];
  const found: AddressFinding[] = [];
  for (const domain of allowed.slice(0, MAX_DOMAINS)) {
    const findings = await new AddressToDomain(site, origin, domain, certificate).examine();
    found.push(...findings);
    if (findings.some(({ finding }) => finding.evidence.some(({ supports }) => supports))) break;
  }
  return found;
}

/** The domain that an address redirects to; null if there is none. */
function redirectDomain(answer: Answer): string | null {
  if (answer.kind === 'none' || answer.location === null) return null;
  const [domain] = splitPort(hostOf(answer.location));
  return domain === '' || isAddress(domain) ? null : domain;
}

/** Other ports are other services. An address with a port of its own has its certificate at that port. */
function certificateOf({ access, signal }: AddressSite, origin: string): Promise<X509Certificate | null> {
  const target = parseTarget(origin);
  if ('kind' in target) return Promise.resolve(null);
  return access.certificateAt(target.host, target.port === 80 ? 443 : target.port, signal);
}

/** The domains in a certificate, those of known pages first. */
function namedDomains(certificate: X509Certificate | null, pages: readonly string[]): readonly string[] {
  if (certificate === null) return [];
  const known = pages.map((url) => splitPort(hostOf(url))[0]).filter((host) => host !== '' && !isAddress(host));
  return [...new Set([...known.filter((host) => namesDomain(certificate, host)), ...domainsOf(certificate)])];
}

function nothing(origin: string, reason: string): AddressFinding {
  const url = `${origin}/`;
  return {
    pair: { subject: { kind: 'ip', host: hostOf(url), about: null }, tried: url, page: url },
    finding: { evidence: [], reason },
  };
}
