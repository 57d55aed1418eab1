import { isPrinting } from './print.ts';

/** Keeps what the page shows in its address, so that people can share it and go back. */

/** What the page shows, as its address says after `#`: `findings?q=shop&severity=error`. */
export interface Place {
  readonly tab: string;
  /** Rows must contain this. */
  readonly q: string;
  /** Empty means all. */
  readonly severity: readonly string[];
  readonly group: string;
  readonly rule: string;
  readonly view: string;
  readonly sort: string;
  readonly descending: boolean;
  /** From 1. */
  readonly page: number;
  /** The fingerprint of the open finding. Several findings may share it: `url` tells which one is open. */
  readonly finding: string;
  /** The URL whose story is shown, or that of the open finding. */
  readonly url: string;
}

/** The place with every filter of findings off. */
export const UNFILTERED: Pick<Place, 'q' | 'severity' | 'group' | 'rule'> = {
  q: '',
  severity: [],
  group: '',
  rule: '',
};

const FIRST: Place = {
  ...UNFILTERED,
  tab: 'summary',
  view: '',
  sort: '',
  descending: false,
  page: 1,
  finding: '',
  url: '',
};

let draw = (): void => {};

/** Calls the listener after every change of place, also when somebody goes back or forward. */
export function whenPlaceChanges(listener: () => void): void {
  draw = listener;
  addEventListener('popstate', listener);
}

/** What the address says now. On paper, nothing is filtered. */
export function place(): Place {
  if (isPrinting()) return FIRST;
  const [tab = '', query = ''] = location.hash.replace(/^#/, '').split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  const text = (name: string): string => params.get(name) ?? '';
  return {
    tab: tab === '' ? FIRST.tab : tab,
    q: text('q'),
    severity: text('severity').split(' ').filter(Boolean),
    group: text('group'),
    rule: text('rule'),
    view: text('view'),
    sort: text('sort'),
    descending: text('order') === 'descending',
    page: Math.max(1, Math.trunc(Number(text('page'))) || 1),
    finding: text('finding'),
    url: text('url'),
  };
}

/** The address of a place; what it does not name is as on the first visit. */
export function hrefOf(there: Partial<Place>): string {
  const { tab, severity, descending, page, ...texts } = { ...FIRST, ...there };
  const params = new URLSearchParams(Object.entries(texts).filter(([, value]) => value !== ''));
  if (severity.length > 0) params.set('severity', severity.join(' '));
  if (descending) params.set('order', 'descending');
  if (page > 1) params.set('page', String(page));
  return `#${tab}${params.size === 0 ? '' : `?${params}`}`;
}

/** Goes to another place. What the change does not name stays, except the page and the open finding. */
export function go(change: Partial<Place>): void {
  history.pushState(null, '', hrefOf({ ...place(), page: 1, finding: '', url: '', ...change }));
  draw();
}

/** As {@link go}, but without a step to go back, as for each key that somebody types. */
export function goQuietly(change: Partial<Place>): void {
  note({ page: 1, finding: '', url: '', ...change });
  draw();
}

/** Changes only the address: the page shows the change already. */
export function note(change: Partial<Place>): void {
  history.replaceState(null, '', hrefOf({ ...place(), ...change }));
}
