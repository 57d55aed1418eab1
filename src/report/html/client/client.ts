import type { Charts } from './charts.ts';
import type { Csv } from './csv.ts';
import type { Data } from './data.ts';
import type { Disclosure } from './disclosure.ts';
import type { Dom } from './dom.ts';
import type { FindingDetail } from './finding-detail.ts';
import type { FindingFilter } from './finding-filter.ts';
import type { FindingGroups } from './finding-groups.ts';
import type { GraphLayout } from './graph-layout.ts';
import type { Listing } from './listing.ts';
import type { Route } from './route.ts';
import type { Table } from './table.ts';
import type { Text } from './text.ts';

/**
 * What runs in the page, in parts. Each part is one function, sent as its own source text (see `../script.ts`), so it may
 * use nothing but the parts before it, its own names and the browser: it imports types only.
 */
export interface Client {
  readonly dom: Dom;
  readonly text: Text;
  readonly route: Route;
  readonly data: Data;
  readonly csv: Csv;
  readonly charts: Charts;
  readonly table: Table;
  readonly listing: Listing;
  readonly disclosure: Disclosure;
  readonly findingDetail: FindingDetail;
  readonly findingFilter: FindingFilter;
  readonly findingGroups: FindingGroups;
  readonly graphLayout: GraphLayout;
  readonly summary: View;
  readonly findings: View;
  readonly clusters: View;
  readonly redirects: View;
  readonly sitemap: View;
  readonly skipped: View;
  readonly ledger: View;
  readonly help: { readonly toggle: () => void };
}

/** What a tab shows. */
export interface View {
  /** Fills the panel, which is empty; called once, before the first `draw`. */
  readonly build: (panel: HTMLElement) => void;
  /** Shows what the address and the data say now. */
  readonly draw: () => void;
}
