import type { ClusterMember } from '../../../../audit/report.ts';

/** Places the members of a cluster. All lengths are pixels. */

export interface GraphNode {
  /** Null for the leader. */
  readonly member: ClusterMember | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GraphEdge {
  readonly member: ClusterMember;
  /** From the member to what it leads to. */
  readonly path: string;
  /** The middle of its label. */
  readonly labelX: number;
  readonly labelY: number;
}

export interface Graph {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

interface Tree {
  readonly member: ClusterMember | null;
  readonly depth: number;
  readonly children: Tree[];
}

const MIN_COLUMNS_ROOM = 640;
const ROW = 52;
const NODE = { height: 40, least: 180, most: 380 };
/** Between columns; the labels are there. */
const GAP = 150;
const INDENT = { step: 22, row: 76, most: 6, label: 26 };

/** Members in such an order that each comes after what it leads to; those that lead round in a circle come last. */
export function ordered(leader: string, members: readonly ClusterMember[]): readonly ClusterMember[] {
  return treesOf(leader, members).flatMap(({ member }) => (member === null ? [] : [member]));
}

/**
 * A tree in columns: the leader on the left, what leads to it in the next column, and so on. In a narrow room, the nodes
 * are one below the other, indented.
 *
 * @param members in the order of {@link ordered}
 * @param room the width there is
 */
export function layout(leader: string, members: readonly ClusterMember[], room: number): Graph {
  const trees = treesOf(leader, members);
  const isNarrow = room < MIN_COLUMNS_ROOM;
  const nodes = isNarrow ? indented(trees, room) : inColumns(trees, room);
  const byUrl = new Map(nodes.map((node) => [node.member?.url ?? leader, node]));
  const edges = nodes.flatMap((node) => {
    const target = byUrl.get(node.member?.to ?? '');
    if (node.member === null || target === undefined) return [];
    return [{ member: node.member, ...(isNarrow ? elbow(node, target) : curve(node, target)) }];
  });
  return {
    width: Math.max(...nodes.map(({ x, width }) => x + width)),
    height: Math.max(...nodes.map(({ y, height }) => y + height)) + 2,
    nodes,
    edges,
  };
}

/** The tree of the leader, layer by layer: the leader is first. */
function treesOf(leader: string, members: readonly ClusterMember[]): readonly [Tree, ...Tree[]] {
  const root: Tree = { member: null, depth: 0, children: [] };
  const all: [Tree, ...Tree[]] = [root];
  const placed = new Set([leader]);
  const bySource = Map.groupBy(members, ({ to }) => to);
  const place = (member: ClusterMember, parent: Tree): void => {
    if (placed.has(member.url)) return;
    placed.add(member.url);
    const tree: Tree = { member, depth: parent.depth + 1, children: [] };
    parent.children.push(tree);
    all.push(tree);
  };
  let at = 0;
  // The list grows while the loop goes through it.
  const placeWhatLeads = (): void => {
    for (; at < all.length; at++) {
      const tree = all[at] ?? root;
      for (const member of bySource.get(tree.member?.url ?? leader) ?? []) place(member, tree);
    }
  };
  placeWhatLeads();
  // A circle does not lead to the leader: its first member is placed beside it.
  for (const member of members) {
    place(member, root);
    placeWhatLeads();
  }
  return all;
}

function inColumns(trees: readonly [Tree, ...Tree[]], room: number): readonly GraphNode[] {
  const deepest = Math.max(1, ...trees.map(({ depth }) => depth));
  const free = (room - 2 - deepest * GAP) / (deepest + 1);
  const width = Math.max(NODE.least, Math.min(NODE.most, free));
  const nodes: GraphNode[] = [];
  let row = 0;
  const place = ({ member, depth, children }: Tree): number => {
    const ys = children.map(place);
    // Between its first and its last child.
    const y = ys.length === 0 ? row++ * ROW + 1 : ((ys[0] ?? 0) + (ys.at(-1) ?? 0)) / 2;
    nodes.push({ member, x: depth * (width + GAP) + 1, y, width, height: NODE.height });
    return y;
  };
  place(trees[0]);
  return nodes;
}

function indented(trees: readonly [Tree, ...Tree[]], room: number): readonly GraphNode[] {
  const nodes: GraphNode[] = [];
  const place = ({ member, depth, children }: Tree): void => {
    const x = Math.min(depth, INDENT.most) * INDENT.step + 1;
    nodes.push({ member, x, y: nodes.length * INDENT.row + 1, width: room - x - 1, height: NODE.height });
    children.forEach(place);
  };
  place(trees[0]);
  return nodes;
}

type Line = Omit<GraphEdge, 'member'>;

/** Level at the member, for its label, then bent to what it leads to. */
function curve(from: GraphNode, to: GraphNode): Line {
  if (from.x <= to.x) return around(from, to);
  const [startY, endY] = [middleOf(from), middleOf(to)];
  const endX = to.x + to.width + 2;
  const level = from.x - GAP * 0.68;
  const bend = (level - endX) / 2;
  return {
    path: `M${from.x} ${startY}H${level}C${level - bend} ${startY} ${endX + bend} ${endY} ${endX} ${endY}`,
    labelX: from.x - GAP * 0.36,
    labelY: startY,
  };
}

/** For a circle: over the top, to the same column or one farther from the leader. */
function around(from: GraphNode, to: GraphNode): Line {
  const isSame = from === to;
  const startX = isSame ? from.x : from.x + from.width;
  const [startY, endX, endY] = [from.y + 8, to.x - 2, to.y + (isSame ? to.height - 8 : 8)];
  const bend = isSame ? -GAP / 4 : GAP / 4;
  return {
    path: `M${startX} ${startY}C${startX + bend} ${startY - 12} ${endX - GAP / 4} ${endY - 12} ${endX} ${endY}`,
    labelX: startX + (isSame ? -GAP : GAP) * 0.22,
    labelY: startY,
  };
}

/** In a narrow room: to the left, then up or down. */
function elbow(from: GraphNode, to: GraphNode): Line {
  const trunk = Math.min(from.x, to.x + INDENT.step) - INDENT.step / 2;
  const end = from.y > to.y ? to.y + to.height + 2 : middleOf(to);
  return {
    path: `M${from.x} ${middleOf(from)}H${trunk}V${end}`,
    labelX: from.x + INDENT.label + 24,
    labelY: from.y - 16,
  };
}

function middleOf({ y, height }: GraphNode): number {
  return y + height / 2;
}
