import type { Cluster, ClusterMember } from '../../../../audit/report.ts';
import { counted, number } from '../../../../text/number.ts';
import { countLine, searchField } from '../controls.ts';
import { csvButtons, csvOf } from '../copy.ts';
import { lists } from '../data.ts';
import { disclosure } from '../disclosure.ts';
import { div, el, paragraph, span } from '../dom.ts';
import { HAYSTACKS } from '../haystacks.ts';
import { filtered } from '../listing.ts';
import { isPrinting, printedRows } from '../print.ts';
import { go, place } from '../route.ts';
import { storyLink } from '../story-link.ts';
import { type Column, nothing, pageOf, pageRows, pager, selfPaged, statusColumn } from '../table.ts';
import type { View } from '../tabs.ts';
import { foreign, plainUrl } from '../text.ts';
import { clusterGraph, urlsIn, wayOf } from './cluster-graph.ts';

const PAGE_SIZE = 10;
const MEMBERS_PAGE_SIZE = 20;

const COLUMNS: readonly Column<ClusterMember>[] = [
  { id: 'url', title: 'URL', kind: 'main', sortBy: ({ url }) => url, cell: ({ url }) => storyLink(url) },
  { id: 'by', title: 'Same page by', kind: 'short', sortBy: ({ by }) => by, cell: wayInWords },
  {
    id: 'evidence',
    title: 'Evidence',
    kind: 'wide',
    sortBy: ({ evidence }) => evidence,
    cell: ({ evidence }) => (evidence === null ? '–' : foreign(evidence)),
  },
  statusColumn('status', 'Status', 'number', ({ status }) => status),
];

/** The tab of clusters: URLs that are one page, with a drawing of what leads to what. */
export const clusters: View = (panel) => {
  const line = countLine();
  const search = searchField('Filter clusters');
  const results = div('results');
  let shown: readonly Cluster[] = [];
  const csv = csvButtons('clusters', () => csvOf(shown.flatMap(memberRows)));
  panel.append(
    paragraph('intro', 'URLs that show one page, and which of them is preferred.'),
    div('toolbar', search.labelled, line, csv),
    results,
  );
  return () => {
    search.update();
    const { q } = place();
    const found = filtered(lists.clusters, q, HAYSTACKS.clusters);
    shown = found;
    line.textContent = `${number(found.length)} of ${counted(lists.clusters.length, 'cluster')}`;
    results.replaceChildren(...cards(found));
  };
};

function memberRows({ leader, reason, members }: Cluster): readonly object[] {
  return members.map((member) => ({ leader, reason, ...member }));
}

function cards(found: readonly Cluster[]): readonly Node[] {
  if (found.length === 0) return [nothing()];
  if (isPrinting()) return found.slice(0, printedRows(found.length)).map((cluster) => card(cluster, true));
  const page = Math.min(place().page, pageOf(found.length - 1, PAGE_SIZE));
  const shown = pageRows(found, page, PAGE_SIZE).map((cluster, index) => card(cluster, index === 0));
  const onPage = (to: number): void => go({ page: to });
  const pages = pager({ label: 'clusters', rows: found.length, pageSize: PAGE_SIZE, page, onPage });
  return pages === null ? shown : [...shown, pages];
}

function card(cluster: Cluster, isOpen: boolean): HTMLElement {
  const ways = [...Map.groupBy(cluster.members, ({ by }) => by)].map(([by, same]) =>
    el('span', {}, `${number(urlsIn(same))} by ${wayOf(by)}`),
  );
  return disclosure({
    className: 'cluster',
    level: 'h3',
    heading: [
      span('title', plainUrl(cluster.leader)),
      span('kinds', ...ways),
      span('tally', counted(cluster.size, 'URL')),
    ],
    isOpen,
    content: () =>
      el(
        'div',
        {},
        paragraph('note', storyLink(cluster.leader), ` is preferred: ${cluster.reason}.`),
        clusterGraph(cluster.leader, cluster.members),
        memberTable(cluster),
      ),
  });
}

function memberTable({ members, size }: Cluster): HTMLElement {
  const left = size - 1 - urlsIn(members);
  return el(
    'div',
    {},
    selfPaged({ label: 'members', columns: COLUMNS, rows: members, pageSize: MEMBERS_PAGE_SIZE, page: 1 }),
    left > 0 ? paragraph('note', `${number(left)} more are left out here.`) : null,
  );
}

/** How a row belongs to the cluster, and how many URLs it stands for. */
function wayInWords({ by, count }: ClusterMember): string {
  return count === 1 ? wayOf(by) : `${wayOf(by)}, ${counted(count, 'URL')}`;
}
