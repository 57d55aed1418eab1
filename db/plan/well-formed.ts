import type { Evidence } from '../../src/evidence/evidence.ts';

/**
 * Replaces every lone surrogate with U+FFFD, because databases do not store lone surrogates. The fields have one order, in
 * which every store returns and a report prints them.
 */
export function wellFormed(evidence: Evidence): Evidence {
  const { kind, host, about, path, url, page, source, supports, target, hops, seen, by, at } = evidence;
  return {
    kind,
    host: host.toWellFormed(),
    about: about?.toWellFormed() ?? null,
    path: path.toWellFormed(),
    url: url?.toWellFormed() ?? null,
    page: page?.toWellFormed() ?? null,
    source,
    supports,
    target: target?.toWellFormed() ?? null,
    hops,
    seen: seen.toWellFormed(),
    by,
    at,
  };
}
