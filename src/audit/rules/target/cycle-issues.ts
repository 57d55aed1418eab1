import type { Issue } from '../../finding.ts';
import { type Cycle, canonicalGraph } from '../../site/canonical-graph.ts';
import type { AuditSite } from '../../site/site.ts';

/** How many URLs of a loop a finding names. */
const MAX_RELATED = 10;

/** Reports each loop of a kind once, on its first page. */
export function* cycleIssues(kind: Cycle['kind'], message: string, site: AuditSite): Generator<Issue> {
  for (const { kind: is, pages } of canonicalGraph(site).cycles) {
    const [first] = pages;
    if (is !== kind || first === undefined) continue;
    const related = pages.slice(0, MAX_RELATED).map(({ url }) => url);
    yield {
      key: first.key,
      message,
      evidence: { target: first.canonical?.url ?? null, length: pages.length },
      related,
    };
  }
}
