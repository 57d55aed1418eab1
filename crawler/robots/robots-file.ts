import type { SitemapLine } from '../../src/audit/site/site.ts';
import { refuseNonText } from '../../src/text/refuse-non-text.ts';
import { UrlError } from '../../src/url/error.ts';
import { comparePath } from './compare-path.ts';
import { Matcher } from './matcher.ts';
import type { Rule } from './rule.ts';
import type { Usage } from './usage.ts';

/** A sitemap named in a robots.txt. */
export interface Sitemap {
  /** Its URL as found. */
  readonly url: string;
  /** Its line in the file, from 1. */
  readonly line: number;
}

/**
 * Declares parameters that do not affect the content of pages
 * (https://yandex.com/support/webmaster/robot-workings/clean-param.html).
 */
export interface CleanParam {
  /** The names of the parameters. */
  readonly params: readonly string[];
  /** The start of the pages' paths, where `*` matches any text; null for all pages. */
  readonly path: string | null;
}

/** A group in the file. */
export interface GroupLines {
  /** The product tokens in lower case, `*`, or the empty string for an invalid token. */
  readonly agents: readonly string[];
  /** The rules in the order of the file. */
  readonly rules: readonly Rule[];
  /** In seconds; null if there is none. */
  readonly crawlDelay: number | null;
  /** What may be done with the pages. */
  readonly usage: readonly Usage[];
}

interface RobotsParts {
  readonly groups: readonly GroupLines[];
  readonly sitemaps: readonly Sitemap[];
  readonly badSitemaps: readonly Sitemap[];
  readonly cleanParams: readonly CleanParam[];
}

/** A parsed robots.txt. */
export class Robots {
  /** With absolute http(s) URLs. */
  readonly sitemaps: readonly Sitemap[];
  /** Lines with another value. Search engines may ignore them. */
  readonly badSitemaps: readonly Sitemap[];
  /** In the order of the file. They apply to all crawlers. */
  readonly cleanParams: readonly CleanParam[];
  readonly #groups: readonly GroupLines[];

  constructor({ groups, sitemaps, badSitemaps, cleanParams }: RobotsParts) {
    this.#groups = groups;
    this.sitemaps = sitemaps;
    this.badSitemaps = badSitemaps;
    this.cleanParams = cleanParams;
  }

  /**
   * The lines that name sitemaps, and those that should.
   *
   * @internal
   * @param robots the URL of the file
   */
  sitemapLines(robots: string): readonly SitemapLine[] {
    const lines = (all: readonly Sitemap[], isFull: boolean): readonly SitemapLine[] =>
      all.map((one) => ({ robots, ...one, isFull }));
    return [...lines(this.sitemaps, true), ...lines(this.badSitemaps, false)];
  }

  /**
   * The group that a crawler obeys (RFC 9309, section 2.2.1): all groups for its product token combined, or those for
   * `*` if there are none. This compiles the rules, so use one group for all URLs of the site.
   *
   * @param userAgent the crawler's `User-Agent`, or only the product token at its start: letters, `_` and `-`, in any case
   * @throws {TypeError} if it is not a string
   */
  groupFor(userAgent: string): Group {
    refuseNonText(userAgent, 'the user agent of groupFor', "'ExampleBot'");
    const agent = productTokenOf(userAgent).toLowerCase();
    const named = this.#groups.filter(({ agents }) => agents.includes(agent));
    return new Group(named.length > 0 ? named : this.#groups.filter(({ agents }) => agents.includes('*')));
  }
}

/** The product token at the start of a user agent (RFC 9309, section 2.2.1); `*` if it starts with none. */
export function productTokenOf(userAgent: string): string {
  return /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? '*';
}

/** Whether a robots.txt can name a crawler by this product token (RFC 9309, section 2.2.1). */
export function isProductToken(name: string): boolean {
  return /^[A-Za-z_-]+$/.test(name);
}

/** What a group says about a URL. */
export interface Decision {
  /** Whether the URL may be fetched. */
  readonly allowed: boolean;
  /** The longest rule that matches; of two as long, the one that allows. Null if none matches. */
  readonly rule: Rule | null;
}

const NO_RULE: Decision = { allowed: true, rule: null };

/** The rules for one crawler. */
export class Group {
  /** The rules in the order of the file. */
  readonly rules: readonly Rule[];
  /** The delay between two requests, in seconds; null if the file sets none. */
  readonly crawlDelay: number | null;
  readonly #usage: readonly Usage[];
  readonly #matcher: Matcher;

  constructor(groups: readonly GroupLines[]) {
    this.rules = groups.flatMap(({ rules }) => rules);
    this.#usage = groups.flatMap(({ usage }) => usage);
    this.crawlDelay = groups.reduce<number | null>((most, { crawlDelay }) => longer(most, crawlDelay), null);
    this.#matcher = new Matcher(this.rules);
  }

  /**
   * Whether the URL may be fetched (RFC 9309, section 2.2.2). The URL may be given as found, because it is compared as
   * a client sends it. The time does not grow with rules times URL length.
   *
   * @returns an error if the URL is invalid
   */
  decide(url: string): Decision | UrlError {
    const path = comparePath(url);
    if (path instanceof UrlError) return path;
    const rule = path === '/robots.txt' ? null : this.#matcher.find(path);
    return rule === null ? NO_RULE : { allowed: rule.kind === 'allow', rule };
  }

  /** What the file says about the use of a page, in the order of the file; nothing if the URL is invalid. */
  usageOf(url: string): readonly Usage[] {
    const path = comparePath(url);
    if (path instanceof UrlError) return [];
    return this.#usage.filter((one) => one.path === null || path.startsWith(one.path));
  }
}

function longer(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
