import { withoutUserinfo } from '../../crawler/discovery.ts';
import type { Entry } from '../../db/index.ts';
import { DUPLICATES, type Duplicate } from '../../test/site/duplicates.ts';
import { TRUE_PAGES } from '../../test/site/truth.ts';
import { type CanonOptions, compile, PASSES, UrlError } from '../index.ts';
import { table } from './table.ts';

/** One crawl of the demo site. */
export interface DemoCrawl {
  readonly canon: CanonOptions;
  readonly fetched: number;
  readonly entries: readonly Entry[];
}

/** How a planted duplicate fared: known by its key, found out by a redirect, or fetched as a page of its own. */
type Fate = 'key' | 'redirect' | 'again';

const planted: readonly Duplicate[] = DUPLICATES.filter(({ answer }) => answer !== 'different');

/** What became of the planted duplicates and of the pages, without and with facts. */
export function demoReport(unknowing: DemoCrawl, knowing: DemoCrawl): readonly string[] {
  const crawls = [unknowing, knowing].map((crawl) => new Outcome(crawl));
  const names = PASSES.map(({ name }) => name).filter((name) => planted.some(({ pass }) => pass === name));
  const rows = names.map((name) =>
    row(
      name,
      classOf(name),
      planted.filter(({ pass }) => pass === name),
      crawls,
    ),
  );
  return [
    ...table([
      ['', '', '', 'knowing nothing', '', '', 'with facts', '', ''],
      [
        'kind of duplicate',
        'class',
        'planted',
        'its key',
        'redirect',
        'fetched again',
        'its key',
        'redirect',
        'fetched again',
      ],
      ...rows,
      row('all', '', planted, crawls),
    ]),
    '',
    ...crawls.map((crawl, index) => `${index === 0 ? 'knowing nothing' : 'with facts     '}: ${crawl.describe()}`),
  ];
}

function row(
  name: string,
  passClass: string,
  duplicates: readonly Duplicate[],
  crawls: readonly Outcome[],
): readonly string[] {
  const count = (crawl: Outcome, fate: Fate): string => {
    const number = duplicates.filter((duplicate) => crawl.fateOf(duplicate) === fate).length;
    return number === 0 ? '·' : String(number);
  };
  const counts = crawls.flatMap((crawl) => [count(crawl, 'key'), count(crawl, 'redirect'), count(crawl, 'again')]);
  return [name, passClass, String(duplicates.length), ...counts];
}

function classOf(name: string): string {
  return PASSES.find((pass) => pass.name === name)?.class ?? '';
}

/** What a crawl knew at its end. */
class Outcome {
  readonly #crawl: DemoCrawl;
  readonly #byKey: ReadonlyMap<string, Entry>;
  readonly #keyOf: (url: string) => string;

  constructor(crawl: DemoCrawl) {
    this.#crawl = crawl;
    this.#byKey = new Map(crawl.entries.map((entry) => [entry.key, entry]));
    const { key } = compile(crawl.canon);
    this.#keyOf = (url) => {
      const own = key(url);
      return own instanceof UrlError ? url : own;
    };
  }

  fateOf({ url, page }: Duplicate): Fate {
    const home = TRUE_PAGES[0]?.url ?? '';
    const pageKey = this.#keyOf(new URL(page, home).href);
    // The crawler leaves user names and passwords out before it makes a key.
    const key = this.#keyOf(withoutUserinfo(url));
    if (key === pageKey) return 'key';
    return this.#targetOf(key) === pageKey ? 'redirect' : 'again';
  }

  /** Where redirects lead in the end. */
  #targetOf(key: string): string {
    const seen = new Set<string>();
    let current = key;
    for (;;) {
      const entry = this.#byKey.get(current);
      if (entry?.aliasBy !== 'redirect' || entry.aliasOf === null || seen.has(current)) return current;
      seen.add(current);
      current = entry.aliasOf;
    }
  }

  describe(): string {
    const keys = TRUE_PAGES.map(({ url }) => this.#keyOf(url));
    const found = keys.filter((key) => this.#byKey.get(key)?.state === 'done').length;
    const merged = keys.length - new Set(keys).size;
    return `${this.#crawl.fetched} fetches; ${found} of ${keys.length} pages found, ${merged} merged by mistake`;
  }
}
