/** What the page shows, as its address says behind `#`: `findings?q=shop&severity=error`. */
export interface Place {
  readonly tab: string;
  /** What rows have to contain. */
  readonly q: string;
  /** None is all. */
  readonly severity: readonly string[];
  readonly group: string;
  readonly rule: string;
  readonly view: string;
  readonly sort: string;
  readonly descending: boolean;
  /** From 1. */
  readonly page: number;
  /** The fingerprint of the finding that is open. */
  readonly finding: string;
}

export interface Route {
  readonly now: () => Place;
  /**
   * Goes to another place; what is not named stays, but for the page and the open finding.
   *
   * @param quietly whether the way back leaves the place before it out, as while somebody types
   */
  readonly go: (change: Partial<Place>, quietly?: boolean) => void;
  /** Puts a change into the address only: what is shown shows it already. */
  readonly note: (change: Partial<Place>) => void;
  /** The address of another place, what is not named left out. */
  readonly href: (place: Partial<Place>) => string;
  readonly parse: (hash: string) => Place;
  readonly whenChanged: (listener: () => void) => void;
}

/** Keeps what is shown in the address, so that it can be handed on and gone back to. */
export function route(): Route {
  const NOWHERE: Place = {
    tab: 'summary',
    q: '',
    severity: [],
    group: '',
    rule: '',
    view: '',
    sort: '',
    descending: false,
    page: 1,
    finding: '',
  };
  const listeners: (() => void)[] = [];

  const parse: Route['parse'] = (hash) => {
    const [tab = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
    const params = new URLSearchParams(query);
    const text = (name: string): string => params.get(name) ?? '';
    return {
      tab: tab === '' ? NOWHERE.tab : tab,
      q: text('q'),
      severity: text('severity').split(' ').filter(Boolean),
      group: text('group'),
      rule: text('rule'),
      view: text('view'),
      sort: text('sort'),
      descending: text('order') === 'descending',
      page: Math.max(1, Math.trunc(Number(text('page'))) || 1),
      finding: text('finding'),
    };
  };

  const href: Route['href'] = (place) => {
    const { tab, severity, descending, page, ...texts } = { ...NOWHERE, ...place };
    const params = new URLSearchParams(Object.entries(texts).filter(([, value]) => value !== ''));
    if (severity.length > 0) params.set('severity', severity.join(' '));
    if (descending) params.set('order', 'descending');
    if (page > 1) params.set('page', String(page));
    return `#${tab}${params.size === 0 ? '' : `?${params}`}`;
  };

  const now: Route['now'] = () => parse(location.hash);

  const go: Route['go'] = (change, quietly = false) => {
    const hash = href({ ...now(), page: 1, finding: '', ...change });
    if (quietly) history.replaceState(null, '', hash);
    else history.pushState(null, '', hash);
    for (const listener of listeners) listener();
  };

  const note: Route['note'] = (change) => history.replaceState(null, '', href({ ...now(), ...change }));

  addEventListener('popstate', () => {
    for (const listener of listeners) listener();
  });

  return { now, go, note, href, parse, whenChanged: (listener) => listeners.push(listener) };
}
