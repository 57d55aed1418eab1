import type { ClusterMember } from '../../../audit/report.ts';

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

export interface GraphLayout {
  /** Members so that each comes behind what it leads to; those that go round in circles last. */
  readonly ordered: (leader: string, members: readonly ClusterMember[]) => readonly ClusterMember[];
  /**
   * A layered tree: the leader on the left, what leads to it in the next column, and so on; where there is no room for
   * that, one below the other, indented.
   *
   * @param members in the order of `ordered`
   * @param room in pixels
   */
  readonly layout: (leader: string, members: readonly ClusterMember[], room: number) => Graph;
}

export function graphLayout(): GraphLayout {
  const MIN_COLUMNS_ROOM = 640;
  const ROW = 52;
  const NODE = { height: 40, least: 180, most: 380 };
  /** Between columns: the label lies there. */
  const GAP = 150;
  const INDENT = { step: 22, row: 76, most: 6, label: 26 };

  interface Tree {
    readonly member: ClusterMember | null;
    readonly depth: number;
    readonly children: Tree[];
  }

  function treeOf(leader: string, members: readonly ClusterMember[]): readonly Tree[] {
    const root: Tree = { member: null, depth: 0, children: [] };
    const placed = new Map([[leader, root]]);
    const bySource = Map.groupBy(members, ({ to }) => to);
    const all = [root];
    const place = (member: ClusterMember, parent: Tree): void => {
      if (placed.has(member.url)) return;
      const tree: Tree = { member, depth: parent.depth + 1, children: [] };
      placed.set(member.url, tree);
      parent.children.push(tree);
      all.push(tree);
    };
    // The list grows while it is walked, layer by layer.
    const spread = (from: number): void => {
      for (let at = from; at < all.length; at++) {
        const tree = all[at] ?? root;
        for (const member of bySource.get(tree.member?.url ?? leader) ?? []) place(member, tree);
      }
    };
    spread(0);
    for (const member of members) {
      place(member, root);
      spread(all.length - 1);
    }
    return all;
  }

  const ordered: GraphLayout['ordered'] = (leader, members) =>
    treeOf(leader, members).flatMap(({ member }) => (member === null ? [] : [member]));

  const layout: GraphLayout['layout'] = (leader, members, room) => {
    const trees = treeOf(leader, members);
    const nodes = room < MIN_COLUMNS_ROOM ? indented(trees, room) : inColumns(trees, room);
    const byUrl = new Map([...nodes.values()].map((node) => [node.member?.url ?? leader, node]));
    const edges = [...nodes.values()].flatMap((node) => {
      const target = byUrl.get(node.member?.to ?? '');
      if (node.member === null || target === undefined) return [];
      return [room < MIN_COLUMNS_ROOM ? elbow(node, target, node.member) : curve(node, target, node.member)];
    });
    const all = [...nodes.values()];
    return {
      width: Math.max(...all.map(({ x, width }) => x + width)),
      height: Math.max(...all.map(({ y, height }) => y + height)) + 2,
      nodes: all,
      edges,
    };
  };

  function inColumns(trees: readonly Tree[], room: number): ReadonlyMap<Tree, GraphNode> {
    const deepest = Math.max(1, ...trees.map(({ depth }) => depth));
    const free = (room - 2 - deepest * GAP) / (deepest + 1);
    const width = Math.max(NODE.least, Math.min(NODE.most, free));
    const nodes = new Map<Tree, GraphNode>();
    let row = 0;
    const place = (tree: Tree): number => {
      const ys = tree.children.map(place);
      const y = ys.length === 0 ? row++ * ROW + 1 : ((ys[0] ?? 0) + (ys.at(-1) ?? 0)) / 2;
      nodes.set(tree, { member: tree.member, x: tree.depth * (width + GAP) + 1, y, width, height: NODE.height });
      return y;
    };
    for (const root of trees.slice(0, 1)) place(root);
    return nodes;
  }

  function indented(trees: readonly Tree[], room: number): ReadonlyMap<Tree, GraphNode> {
    const nodes = new Map<Tree, GraphNode>();
    let y = 1;
    const place = (tree: Tree): void => {
      const x = Math.min(tree.depth, INDENT.most) * INDENT.step + 1;
      nodes.set(tree, { member: tree.member, x, y, width: room - x - 1, height: NODE.height });
      y += INDENT.row;
      tree.children.forEach(place);
    };
    for (const root of trees.slice(0, 1)) place(root);
    return nodes;
  }

  /** Level at the member, where its label lies, then bent to what it leads to. */
  function curve(from: GraphNode, to: GraphNode, member: ClusterMember): GraphEdge {
    const [startY, endY] = [from.y + from.height / 2, to.y + to.height / 2];
    if (from.x <= to.x) return around(from, to, member);
    const endX = to.x + to.width + 2;
    const level = from.x - GAP * 0.68;
    const bend = (level - endX) / 2;
    return {
      member,
      path: `M${from.x} ${startY}H${level}C${level - bend} ${startY} ${endX + bend} ${endY} ${endX} ${endY}`,
      labelX: from.x - GAP * 0.36,
      labelY: startY,
    };
  }

  /** To a column that is no nearer to the leader, over the top of what lies between: a circle. */
  function around(from: GraphNode, to: GraphNode, member: ClusterMember): GraphEdge {
    const startX = from === to ? from.x : from.x + from.width;
    const [startY, endX, endY] = [from.y + 8, to.x - 2, to.y + (from === to ? to.height - 8 : 8)];
    const bend = from === to ? -GAP / 4 : GAP / 4;
    return {
      member,
      path: `M${startX} ${startY}C${startX + bend} ${startY - 12} ${endX - GAP / 4} ${endY - 12} ${endX} ${endY}`,
      labelX: startX + (from === to ? -GAP : GAP) * 0.22,
      labelY: startY,
    };
  }

  function elbow(from: GraphNode, to: GraphNode, member: ClusterMember): GraphEdge {
    const middle = from.y + from.height / 2;
    const trunk = Math.min(from.x, to.x + INDENT.step) - INDENT.step / 2;
    const end = from.y > to.y ? to.y + to.height + 2 : to.y + to.height / 2;
    return {
      member,
      path: `M${from.x} ${middle}H${trunk}V${end}`,
      labelX: from.x + INDENT.label + 24,
      labelY: from.y - 16,
    };
  }

  return { ordered, layout };
}
