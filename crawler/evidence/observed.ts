import { wireUrl } from '../../src/canon/wire-url.ts';
import { type Difference, difference } from '../../src/evidence/difference.ts';
import type { Evidence, EvidenceSource } from '../../src/evidence/evidence.ts';
import { UrlError } from '../../src/url/error.ts';

/** What was seen of two URLs. */
interface Observation extends Pick<Evidence, 'source' | 'supports' | 'seen' | 'by' | 'at'> {
  /** The URL that was tried. */
  readonly url: string;
  /** The page that it may stand for. */
  readonly page: string;
  /** What the server answered to it, where somebody asked. */
  readonly answer?: { readonly status: number | null; readonly location: string | null };
}

/** Evidence on two URLs, and the parameter with its value that only one of them has. */
export interface Observed {
  readonly evidence: Evidence;
  readonly difference: Difference;
}

/**
 * What an observation is evidence of; null where one fact does not make the two URLs one.
 *
 * @param found the difference of the two, where it is known already
 */
export function observed(observation: Observation, found: Difference | null = null): Observed | null {
  const { url, page } = observation;
  const between = found ?? difference(url, page);
  const [tried, standing] = [wireUrl(url), wireUrl(page)];
  if (between === null || tried instanceof UrlError || standing instanceof UrlError) return null;
  const { source, supports, seen, by, at, answer } = observation;
  const { kind, host, about, path, form } = between;
  const hops = answer === undefined ? [] : [hopOf(tried, answer)];
  const evidence = { kind, host, about, path, target: supports ? form : null, source, supports, seen, hops, by, at };
  return { evidence: { ...evidence, url: tried, page: standing }, difference: between };
}

function hopOf(url: string, { status, location }: NonNullable<Observation['answer']>): Evidence['hops'][number] {
  const sent = location === null ? null : wireUrl(location);
  return { url, status: status ?? 0, location: sent instanceof UrlError ? location : sent };
}

/** The source that a redirect is; null for a status that is none. */
export function redirectSource(status: number | null): Extract<EvidenceSource, `${string}-redirect`> | null {
  if (status === 301 || status === 308) return 'permanent-redirect';
  return status === 302 || status === 303 || status === 307 ? 'temporary-redirect' : null;
}
