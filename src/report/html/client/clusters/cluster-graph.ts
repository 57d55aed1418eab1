import type { ClusterMember } from '../../../../audit/report.ts';
import { counted, number } from '../../../../text/number.ts';
import { button, div, el, newId, paragraph, svg } from '../dom.ts';
import { plainUrl, spaced, within } from '../text.ts';
import { type Graph, type GraphEdge, type GraphNode, layout, ordered } from './graph-layout.ts';

/** Members that it draws at first, and at most. */
const DRAWN = 12;
const MAX_DRAWN = 150;
const CHARACTER_WIDTH = 6.6;

/** A drawing of what leads to the leader of a cluster. It adapts to the width that it has. */
export function clusterGraph(leader: string, members: readonly ClusterMember[]): HTMLElement {
  const holder = div('graph');
  const inOrder = ordered(leader, members);
  let drawn = DRAWN;
  const draw = (): void => {
    const room = holder.clientWidth;
    // While it is hidden, it has no width.
    if (room === 0) return;
    const graph = layout(leader, inOrder.slice(0, drawn), room);
    holder.replaceChildren(picture(leader, graph), rest(inOrder.length, drawn, drawAll));
  };
  const drawAll = (): void => {
    drawn = MAX_DRAWN;
    draw();
  };
  // The drawing changes the height that the observer looks at: it waits for the next frame, or the browser reports a loop.
  new ResizeObserver(() => requestAnimationFrame(draw)).observe(holder);
  return holder;
}

/** A word for how somebody knows that a member is the same page. */
export function wayOf(by: string): string {
  return spaced(by.slice(0, 16));
}

/** How many URLs the rows stand for. */
export function urlsIn(members: readonly ClusterMember[]): number {
  return members.reduce((sum, { count }) => sum + count, 0);
}

/** What there is beside what is drawn: a button that draws it, or a note. */
function rest(members: number, drawn: number, drawAll: () => void): HTMLElement | string {
  const left = Math.min(members, MAX_DRAWN) - drawn;
  if (left > 0) return button({ class: 'more', click: drawAll }, `Draw ${number(left)} more`);
  const undrawn = members - MAX_DRAWN;
  return undrawn > 0 ? paragraph('note', `${number(undrawn)} more are in the table only.`) : '';
}

function picture(leader: string, { width, height, nodes, edges }: Graph): SVGElement {
  const arrow = newId();
  const spoken = `${counted(edges.length, 'URL')} that lead to ${leader.slice(0, 200)}; the table below says how`;
  return svg(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': spoken },
    svg('defs', {}, arrowHead(arrow)),
    ...edges.map(({ path, member }) =>
      svg('path', { class: `edge ${classOf(member)}`, d: path, 'marker-end': `url(#${arrow})` }),
    ),
    ...edges.map(pill),
    ...nodes.map((node) => box(leader, node)),
  );
}

function arrowHead(id: string): SVGElement {
  return svg(
    'marker',
    {
      id,
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 8,
      markerHeight: 8,
      orient: 'auto',
      markerUnits: 'userSpaceOnUse',
    },
    svg('path', { class: 'head', d: 'M0 0 8 4 0 8z' }),
  );
}

function pill({ member, labelX, labelY }: GraphEdge): SVGElement {
  const { by, status, evidence } = member;
  const shown = by === 'redirect' && status !== null ? `${status} redirect` : wayOf(by);
  const width = CHARACTER_WIDTH * shown.length + 14;
  return svg(
    'g',
    { class: `pill ${classOf(member)}` },
    svg('title', {}, evidence ?? shown),
    svg('rect', { x: labelX - width / 2, y: labelY - 10, width, height: 20, rx: 10 }),
    svg('text', { x: labelX, y: labelY + 4, 'text-anchor': 'middle' }, shown),
  );
}

function box(leader: string, { member, x, y, width, height }: GraphNode): SVGElement {
  const url = member?.url ?? leader;
  const shown = plainUrl(member === null ? url : within(url, leader));
  const content = el('div', { class: `node ${member === null ? 'leader' : ''}`, title: url.slice(0, 500) }, shown);
  return svg('foreignObject', { x, y, width, height }, content);
}

function classOf({ by }: ClusterMember): string {
  return /^[a-z-]+$/.test(by) ? `by-${by}` : '';
}
