import type { EntryRow } from '../../../../audit/report.ts';
import { lists } from '../data.ts';
import { div } from '../dom.ts';
import { HAYSTACKS } from '../haystacks.ts';
import { listing } from '../listing.ts';
import { place } from '../route.ts';
import { storyLink } from '../story-link.ts';
import { type Column, numberColumn, statusColumn } from '../table.ts';
import type { View } from '../tabs.ts';
import { foreign } from '../text.ts';
import { story } from './story.ts';

const COLUMNS: readonly Column<EntryRow>[] = [
  { id: 'url', title: 'URL', kind: 'main', sortBy: ({ url }) => url, cell: ({ url }) => storyLink(url) },
  { id: 'state', title: 'State', kind: 'wide', sortBy: stateOf, cell: (row) => foreign(stateOf(row)) },
  statusColumn('status', 'Status', 'number', ({ status }) => status),
  numberColumn('depth', 'Depth', 'wide number', ({ depth }) => depth),
  numberColumn('inlinks', 'Links', 'wide number', ({ inlinks }) => inlinks),
];

const list = listing<EntryRow>({
  noun: 'URL',
  intro: 'All URLs of the crawl. Each leads to all that the report knows about it.',
  rows: lists.entries,
  haystack: HAYSTACKS.entries,
  columns: COLUMNS,
});

/** The tab of URLs: all of them, or the story of the one that the address names. */
export const urls: View = (panel) => {
  const [all, one] = [div('all'), div('one')];
  panel.append(all, one);
  const drawAll = list(all);
  return () => {
    const { url } = place();
    all.hidden = url !== '';
    one.hidden = url === '';
    if (url === '') drawAll();
    else one.replaceChildren(story(url));
  };
};

function stateOf({ state, reason }: EntryRow): string {
  return reason === null ? state : `${state}: ${reason}`;
}
