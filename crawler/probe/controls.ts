import { randomBytes } from 'node:crypto';
import { areaOf } from '../../src/facts/site-part.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { serialize } from '../../src/url/parsed-url.ts';
import { type Answer, isPage, type Page } from './answer.ts';
import type { Asker } from './asker.ts';
import { areVariants, pathOf } from './differences.ts';
import type { PageText } from './page-text.ts';
import { textOf } from './page-view.ts';
import type { Pair } from './pair.ts';
import { commonText, holds } from './text-comparison.ts';
import { follow } from './trail.ts';

/** What the examination of a site's pairs needs. */
export interface Examination {
  readonly asker: Asker;
  readonly controls: Controls;
  /** Whether a URL belongs to the site and may be requested. */
  readonly isOurs: (url: string) => boolean;
}

/** How many other pages a page is compared with. */
const MAX_OTHERS = 3;

/** Checks that a content test is meaningful: the site must not answer every URL with the same page. */
export class Controls {
  readonly #asker: Asker;
  readonly #isOurs: (url: string) => boolean;
  /** A page of the site that was not requested yet; null if there is none. */
  readonly #anotherPage: (than: string) => string | null;
  /** The answers for pages that cannot exist, by kind and section. */
  readonly #siblings = new Map<string, Promise<Answer | 'redirects'>>();

  constructor(asker: Asker, isOurs: (url: string) => boolean, anotherPage: (than: string) => string | null) {
    this.#asker = asker;
    this.#isOurs = isOurs;
    this.#anotherPage = anotherPage;
  }

  /**
   * @param tried a page that looks like the pair's page
   * @param looks all looks at the two; none if they are compared by bytes
   * @returns null if the test is meaningful
   */
  async check(pair: Pair, tried: Page, looks: readonly PageText[]): Promise<'soft-404' | 'no-control' | null> {
    const isAlike = (page: Page): boolean => {
      if (looks.length === 0) return page.body.digest === tried.body.digest;
      const text = textOf(page);
      return text !== null && holds(text, commonText(looks));
    };
    const sibling = await this.#sibling(pair);
    if (sibling !== 'redirects' && sibling.kind === 'none') return 'no-control';
    if (sibling !== 'redirects' && isPage(sibling) && isAlike(sibling)) return 'soft-404';
    const others = await this.#others(pair.page);
    // A similar page may be one that the site shows for every URL, such as a waiting or consent page.
    return others.length > 0 && !others.some(isAlike) ? null : 'no-control';
  }

  #sibling(pair: Pair): Promise<Answer | 'redirects'> {
    const { kind, about } = pair.subject;
    const name = `${kind} ${about ?? ''} ${areaOf(pathOf(pair.tried))}`;
    const known = this.#siblings.get(name) ?? this.#ask(impossibleSibling(pair.tried));
    this.#siblings.set(name, known);
    return known;
  }

  async #ask(url: string): Promise<Answer | 'redirects'> {
    const { end } = await follow(this.#asker, url, this.#isOurs);
    return typeof end === 'string' ? 'redirects' : end;
  }

  /** Pages known to be different: those of the same section first, the latest first. */
  async #others(page: string): Promise<readonly Page[]> {
    const isOther = ({ url }: Page): boolean => !areVariants(url, page) && pathOf(url) !== pathOf(page);
    const section = areaOf(pathOf(page));
    const known = this.#asker.pages.filter((other) => isOther(other) && !isImpossible(other.url)).toReversed();
    const near = known.filter(({ url }) => areaOf(pathOf(url)) === section);
    const others = [...near, ...known.filter((other) => !near.includes(other))].slice(0, MAX_OTHERS);
    if (others.length > 0) return others;
    const another = this.#anotherPage(page);
    const answer = another === null ? null : await this.#asker.ask(another);
    return answer !== null && isPage(answer) ? [answer] : [];
  }
}

const MARK = 'dustpan-';

/** A path segment that no site has, and that differs from its pages. */
export function impossibleName(): string {
  return MARK + randomBytes(8).toString('hex');
}

function isImpossible(url: string): boolean {
  return pathOf(url).toLowerCase().includes(MARK);
}

/** The URL without query, and with its last segment replaced by another name of the same form. */
export function impossibleSibling(url: string): string {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError) return url;
  const slash = parsed.path.length > 1 && parsed.path.endsWith('/') ? '/' : '';
  const path = parsed.path.slice(0, parsed.path.length - slash.length);
  const start = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const extension = dot > start ? path.slice(dot) : '';
  return serialize({ ...parsed, path: path.slice(0, start) + impossibleName() + extension + slash, query: null });
}
