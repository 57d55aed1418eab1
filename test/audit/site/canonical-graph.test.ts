import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalGraph } from '../../../src/audit/site/canonical-graph.ts';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import type { AuditPage } from '../../../src/audit/site/page.ts';
import { canonical, madeSite, page, redirect } from '../made-site.ts';

const urlOf = (at: number): string => `https://example.com/${at}`;

/** For each page, the number of the page it leads to, or its own number, and whether it redirects. */
const steps = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.array(fc.record({ to: fc.nat({ max: count - 1 }), isRedirect: fc.boolean() }), {
    minLength: count,
    maxLength: count,
  }),
);

it('finds the same loops as following each page', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (graph) => {
      const entries = graph.map(({ to, isRedirect }, at): AuditEntry => {
        const leads = to !== at;
        return leads && isRedirect ? redirect(urlOf(at), urlOf(to)) : page(urlOf(at), canonical(urlOf(to)));
      });
      const { cycles, inCycle, endless } = canonicalGraph(await madeSite(entries));
      const circles = graph.map((_, at) => circleFrom(at, graph));
      const declared = circles.filter((circle) => circle.some((at) => graph[at]?.isRedirect === false));
      expect(numbers(inCycle)).toEqual([...new Set(declared.flat())].sort((a, b) => a - b));
      expect(numbers(endless)).toEqual([...graph.keys()].filter((at) => circles[at]?.length !== 0));
      expect(cycles.map(({ kind, pages }) => `${kind} ${numbers(pages).join()}`).sort()).toEqual(
        [...new Map(declared.map((circle) => [circle.toSorted((a, b) => a - b).join(), circle]))]
          .map(([name, circle]) => `${circle.some((at) => graph[at]?.isRedirect) ? 'mixed' : 'canonical'} ${name}`)
          .sort(),
      );
    }),
  );
});

/** The members of the loop that a page leads into; empty if there is no loop. */
function circleFrom(start: number, graph: readonly { readonly to: number }[]): readonly number[] {
  let at = start;
  for (const _ of graph) at = graph[at]?.to ?? at;
  if (graph[at]?.to === at) return [];
  const circle = [at];
  for (let next = graph[at]?.to; next !== undefined && next !== at; next = graph[next]?.to) circle.push(next);
  return circle;
}

function numbers(pages: Iterable<AuditPage>): readonly number[] {
  return Array.from(pages, ({ url }) => Number(url.slice(urlOf(0).length - 1))).sort((a, b) => a - b);
}
