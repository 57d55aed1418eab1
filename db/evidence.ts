import type { Evidence } from '../src/evidence/evidence.ts';

/** What tells two pieces of evidence apart: of those that are alike, the newest counts. */
export function evidenceKey({ kind, host, about, path, url, page, source }: Evidence): string {
  return JSON.stringify([kind, host, about ?? '', path, url ?? '', page ?? '', source === 'user']);
}

/** The same with U+FFFD for every lone surrogate, which no database keeps as it is. */
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
