import type { Evidence } from '../../src/evidence/evidence.ts';

/** Replaces every lone surrogate with U+FFFD, because databases do not store lone surrogates. */
export function wellFormed(evidence: Evidence): Evidence {
  const { host, about, path, target, url, page, seen } = evidence;
  return {
    ...evidence,
    host: host.toWellFormed(),
    about: about?.toWellFormed() ?? null,
    path: path.toWellFormed(),
    target: target?.toWellFormed() ?? null,
    url: url?.toWellFormed() ?? null,
    page: page?.toWellFormed() ?? null,
    seen: seen.toWellFormed(),
  };
}
