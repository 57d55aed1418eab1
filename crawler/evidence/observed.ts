import { wireUrl } from '../../src/canon/wire-url.ts';
import { type Difference, difference } from '../../src/evidence/difference.ts';
import type { Evidence, EvidenceSource } from '../../src/evidence/evidence.ts';
import { isPermanent } from '../../src/status-codes.ts';
import { orNull, UrlError } from '../../src/url/error.ts';

/** An observation of two URLs. */
interface Observation extends Pick<Evidence, 'source' | 'supports' | 'seen' | 'by' | 'at'> {
  /** The URL that was tried. */
  readonly url: string;
  /** The page that it may be equal to. */
  readonly page: string;
  /** The server's answer to it, if it was requested. */
  readonly answer?: { readonly status: number | null; readonly location: string | null };
}

/** Evidence about two URLs, and how they differ. */
export interface Observed {
  readonly evidence: Evidence;
  readonly difference: Difference;
}

/**
 * The evidence in an observation; null if no single fact makes the two URLs one.
 *
 * @param found the difference of the two, if it is already known
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
  const sent = location === null ? null : orNull(wireUrl(location));
  return { url, status: status ?? 0, location: sent ?? location };
}

/** The kind of evidence that a redirect is, by its status. */
export function redirectSource(status: number): Extract<EvidenceSource, `${string}-redirect`> {
  return isPermanent(status) ? 'permanent-redirect' : 'temporary-redirect';
}
