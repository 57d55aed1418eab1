import type { Evidence, EvidenceSource } from '../../src/evidence/evidence.ts';
import type { ClaimKind } from '../../src/facts/claim-kind.ts';

/** Evidence on https://example.com as a probe writes it, down to what is given. */
export function evidence(kind: ClaimKind, path: string, given: Partial<Evidence> = {}): Evidence {
  const source = given.source ?? 'content';
  return {
    kind,
    host: 'example.com',
    about: null,
    path,
    supports: true,
    target: null,
    url: `https://example.com${path}?tried`,
    page: `https://example.com${path}`,
    hops: [],
    seen: given.supports === false ? 'other-text' : 'same-text',
    by: 'probe',
    at: Date.UTC(2026, 10, 20),
    ...given,
    source,
  };
}

/** What the user said of a part of the site. */
export function word(kind: ClaimKind, path: string, given: Partial<Evidence> = {}): Evidence {
  return evidence(kind, path, { source: 'user', url: null, page: null, seen: 'user', by: 'user', ...given });
}

/** As many pieces of evidence, each on a page of its own under the path. */
export function pages(
  count: number,
  kind: ClaimKind,
  under: string,
  source: EvidenceSource = 'content',
  given: Partial<Evidence> = {},
): readonly Evidence[] {
  return Array.from({ length: count }, (_, index) => evidence(kind, `${under}p${index}`, { source, ...given }));
}
