import { segmentOfTemplate } from '../../src/audit/site/template.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import { paramNames } from '../../src/url/query.ts';

/** The most groups that are counted. URLs of further groups are not limited. */
const MAX_GROUPS = 100_000;
/** How much of a group's name is compared, in UTF-16 units. */
const MAX_NAME_LENGTH = 256;

/** Limits the pages of each group: those of one folder, with one kind of file name and the same parameters. */
export class Sample {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  /** @param most the most URLs of one group */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts the URL if it is new.
   *
   * @returns whether it is one too many
   */
  isOver(url: ParsedUrl, isNew: boolean): boolean {
    const name = groupOf(url).slice(0, MAX_NAME_LENGTH);
    const before = this.#counts.get(name) ?? 0;
    if (!isNew) return before > this.#most;
    if (before === 0 && this.#counts.size >= MAX_GROUPS) return false;
    this.#counts.set(name, before + 1);
    return before >= this.#most;
  }
}

/** What the pages of a group have in common: `example.com:/shop/*.html?page`. */
function groupOf({ asciiHost, port, path, query }: ParsedUrl): string {
  const segments = path.split('/');
  const last = segments.at(-1) === '' ? segments.length - 2 : segments.length - 1;
  const folder = segments.map((segment, at) =>
    at === last ? `*${/\.[a-z]+\d?$/i.exec(segment)?.[0] ?? ''}` : segmentOfTemplate(segment),
  );
  return `${asciiHost ?? ''}:${port ?? ''}${folder.join('/')}?${paramNames(query).toSorted().join('&')}`;
}
