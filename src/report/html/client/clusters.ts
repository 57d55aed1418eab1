import type { ClusterMember } from '../../../audit/report.ts';
import type { EmbeddedCluster } from '../embedded.ts';
import type { Client, View } from './client.ts';
import type { Graph, GraphEdge, GraphNode } from './graph-layout.ts';
import type { Column } from './table.ts';

/** The tab of clusters: URLs that are one page, drawn as what leads to what. */
export function clusters({
  dom: { el, svg, newId },
  text,
  route,
  data: { lists },
  table,
  listing,
  disclosure,
  graphLayout,
}: Client): View {
  const PAGE_SIZE = 10;
  const MEMBERS_PAGE_SIZE = 20;
  /** Members that are drawn at first, and at most. */
  const DRAWN = 12;
  const MAX_DRAWN = 150;

  const said = listing.status();
  const { field, update } = listing.filter('Filter clusters');
  const results = el('div', { class: 'results' });
  const redraws = new Set<() => void>();

  const columns: readonly Column<ClusterMember>[] = [
    { id: 'url', title: 'URL', kind: 'main', sortBy: ({ url }) => url, cell: ({ url }) => text.url(url) },
    { id: 'by', title: 'Is one by', kind: 'short', sortBy: ({ by }) => by, cell: ({ by }) => word(by) },
    {
      id: 'evidence',
      title: 'Evidence',
      kind: 'wide',
      sortBy: ({ evidence }) => evidence,
      cell: ({ evidence }) => (evidence === null ? '–' : text.foreign(evidence)),
    },
    {
      id: 'status',
      title: 'Status',
      kind: 'number',
      sortBy: ({ status }) => status,
      cell: ({ status }) => text.status(status),
    },
  ];

  function word(by: string): string {
    return by.slice(0, 16).replaceAll('-', ' ');
  }

  function label({ by, status }: ClusterMember): string {
    return by === 'redirect' && status !== null ? `${status} redirect` : word(by);
  }

  function haystack({ leader, members }: EmbeddedCluster): string {
    return `${leader} ${members.map(({ url }) => url).join(' ')}`.toLowerCase();
  }

  function card(cluster: EmbeddedCluster, isOpen: boolean): HTMLElement {
    const kinds = [...Map.groupBy(cluster.members, ({ by }) => by)].map(([by, { length }]) =>
      el('span', {}, `${text.number(length)} ${word(by)}`),
    );
    return disclosure({
      className: 'cluster',
      heading: [
        el('span', { class: 'title' }, text.plainUrl(cluster.leader)),
        el('span', { class: 'kinds' }, ...kinds),
        el('span', { class: 'tally' }, text.count(cluster.size + 1, 'URL')),
      ],
      isOpen,
      content: () => el('div', {}, drawing(cluster), memberTable(cluster)),
      onToggle: () => {},
    });
  }

  function kindOf(by: string): string {
    return /^[a-z-]+$/.test(by) ? `by-${by}` : '';
  }

  function drawing({ leader, members: all }: EmbeddedCluster): HTMLElement {
    const holder = el('div', { class: 'graph' });
    const ordered = graphLayout.ordered(leader, all);
    let drawn = DRAWN;
    const redraw = (): void => {
      // Hidden, it has no width: it is drawn when it is seen.
      const room = holder.clientWidth;
      if (room === 0) return;
      const graph = graphLayout.layout(leader, ordered.slice(0, drawn), room);
      holder.replaceChildren(picture(leader, graph), more());
    };
    const more = (): HTMLElement | string => {
      const left = Math.min(ordered.length, MAX_DRAWN) - drawn;
      const undrawn = ordered.length - MAX_DRAWN;
      if (left > 0)
        return el('button', { type: 'button', class: 'more', click: expand }, `Draw ${text.number(left)} more`);
      return undrawn > 0 ? el('p', { class: 'note' }, `${text.number(undrawn)} more are in the table only.`) : '';
    };
    const expand = (): void => {
      drawn = MAX_DRAWN;
      redraw();
    };
    redraws.add(redraw);
    requestAnimationFrame(redraw);
    return holder;
  }

  function picture(leader: string, { width, height, nodes, edges }: Graph): SVGElement {
    const arrow = newId();
    return svg(
      'svg',
      {
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
        role: 'img',
        'aria-label': `${text.count(edges.length, 'URL')} that lead to ${leader.slice(0, 200)}; the table below says how`,
      },
      svg(
        'defs',
        {},
        svg(
          'marker',
          {
            id: arrow,
            viewBox: '0 0 8 8',
            refX: 7,
            refY: 4,
            markerWidth: 8,
            markerHeight: 8,
            orient: 'auto',
            markerUnits: 'userSpaceOnUse',
          },
          svg('path', { class: 'head', d: 'M0 0 8 4 0 8z' }),
        ),
      ),
      ...edges.map(({ path, member }) =>
        svg('path', { class: `edge ${kindOf(member.by)}`, d: path, 'marker-end': `url(#${arrow})` }),
      ),
      ...edges.map(pill),
      ...nodes.map((node) => box(leader, node)),
    );
  }

  function pill({ member, labelX, labelY }: GraphEdge): SVGElement {
    const shown = label(member);
    const width = 6.6 * shown.length + 14;
    return svg(
      'g',
      { class: `pill ${kindOf(member.by)}` },
      svg('title', {}, member.evidence ?? shown),
      svg('rect', { x: labelX - width / 2, y: labelY - 10, width, height: 20, rx: 10 }),
      svg('text', { x: labelX, y: labelY + 4, 'text-anchor': 'middle' }, shown),
    );
  }

  function box(leader: string, { member, x, y, width, height }: GraphNode): SVGElement {
    const url = member?.url ?? leader;
    return svg(
      'foreignObject',
      { x, y, width, height },
      el(
        'div',
        { class: `node ${member === null ? 'leader' : ''}`, title: url.slice(0, 500) },
        text.plainUrl(member === null ? url : text.within(url, leader)),
      ),
    );
  }

  function memberTable(cluster: EmbeddedCluster): HTMLElement {
    const holder = el('div', {});
    const left = cluster.size - cluster.members.length;
    const show = (page: number): void =>
      holder.replaceChildren(
        table.table({
          label: 'members',
          columns,
          rows: cluster.members,
          pageSize: MEMBERS_PAGE_SIZE,
          page,
          onPage: show,
          sorting: null,
          detail: null,
          isOpen: () => false,
          onToggle: () => {},
        }),
        left > 0 ? el('p', { class: 'note' }, `${text.number(left)} more are left out here.`) : '',
      );
    show(1);
    return holder;
  }

  function draw(): void {
    update();
    const { q, page } = route.now();
    const needle = q.toLowerCase();
    const found =
      needle === '' ? lists.clusters : lists.clusters.filter((cluster) => haystack(cluster).includes(needle));
    const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    const at = Math.min(page, pages);
    said.textContent = `${text.number(found.length)} of ${text.count(lists.clusters.length, 'cluster')}`;
    redraws.clear();
    results.replaceChildren(
      ...(found.length === 0 ? [el('p', { class: 'empty' }, 'Nothing to show.')] : []),
      ...found.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE).map((cluster, index) => card(cluster, index === 0)),
      ...(pages === 1
        ? []
        : [
            table.pager({
              label: 'clusters',
              rows: found.length,
              pageSize: PAGE_SIZE,
              page: at,
              onPage: (to) => route.go({ page: to }),
            }),
          ]),
    );
  }

  return {
    build: (panel) => {
      panel.append(
        el('p', { class: 'intro' }, 'URLs that are one page: the leader stands for those that lead to it.'),
        el('div', { class: 'toolbar' }, field, said),
        results,
      );
      new ResizeObserver(() => redraws.forEach((redraw) => redraw())).observe(results);
    },
    draw,
  };
}
