import type { Evidence } from '../src/evidence/evidence.ts';

/** The identity of a piece of evidence: a newer one with the same identity replaces it. */
export function evidenceKey({ kind, host, about, path, url, page, source }: Evidence): string {
  return JSON.stringify([kind, host, about ?? '', path, url ?? '', page ?? '', source === 'user']);
}

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
