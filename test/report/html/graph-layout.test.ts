import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClusterMember } from '../../../src/audit/report.ts';
import { type GraphNode, layout, ordered } from '../../../src/report/html/client/clusters/graph-layout.ts';

const leader = 'https://h/';
/** Members that lead anywhere: to the leader, to each other, in circles, to themselves, to what is not there. */
const anyMembers = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 40 })
  .chain((numbers) =>
    fc.tuple(...numbers.map((number) => fc.integer({ min: 0, max: 41 }).map((to) => member(number, to)))),
  );

test('every member has a place of its own, in any room', () => {
  fc.assert(
    fc.property(anyMembers, fc.integer({ min: 300, max: 2000 }), (members, room) => {
      const { nodes, width, height } = layout(leader, members, room);
      expect(nodes.map((node) => node.member?.url ?? leader).toSorted()).toEqual(
        [leader, ...members.map(({ url }) => url)].toSorted(),
      );
      for (const [at, node] of nodes.entries()) {
        expect(nodes.slice(at + 1).filter((other) => overlap(node, other))).toEqual([]);
        expect(node.x >= 0 && node.y >= 0 && node.x + node.width <= width && node.y + node.height <= height).toBe(true);
      }
    }),
  );
});

test('every member that leads to one that is there has an arrow', () => {
  fc.assert(
    fc.property(anyMembers, fc.integer({ min: 300, max: 2000 }), (members, room) => {
      const urls = new Set([leader, ...members.map(({ url }) => url)]);
      const leading = members.filter(({ to }) => urls.has(to));
      const drawn = layout(leader, members, room).edges;
      expect(drawn.map((edge) => edge.member.url).toSorted()).toEqual(leading.map(({ url }) => url).toSorted());
      expect(drawn.filter(({ path }) => /NaN|undefined/.test(path))).toEqual([]);
    }),
  );
});

test('a member comes behind what it leads to, unless it leads round in a circle', () => {
  const members = [member(3, 2), member(2, 1), member(1, 0), member(5, 4), member(4, 5)];
  expect(ordered(leader, members).map(({ url }) => url)).toEqual(
    [1, 2, 3, 5, 4].map((number) => `https://h/${number}`),
  );
});

test('what leads to the leader by way of others lies the further away', () => {
  const xs = layout(leader, [member(1, 0), member(2, 1)], 1200).nodes.map(({ x }) => x);
  expect(new Set(xs).size).toBe(3);
});

test('of those that go round in a circle, one stands beside the leader and the others behind it', () => {
  const xs = layout(leader, [member(4, 5), member(5, 4)], 1200).nodes.map(({ x }) => x);
  expect(new Set(xs).size).toBe(3);
});

test('in a narrow room nothing is wider than the room', () => {
  const chain = Array.from({ length: 12 }, (_, index) => member(index + 1, index));
  expect(layout(leader, chain, 320).width).toBeLessThanOrEqual(320);
});

function member(number: number, to: number): ClusterMember {
  return {
    url: `https://h/${number}`,
    to: to === 0 ? leader : `https://h/${to}`,
    status: 200,
    by: 'canonical',
    evidence: null,
    count: 1,
  };
}

function overlap(a: GraphNode, b: GraphNode): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
