import { UrlError } from '../../src/url/error.ts';
import { comparePath } from './compare-path.ts';
import { Matcher } from './matcher.ts';
import type { Rule } from './rule.ts';

export interface Sitemap {
  /** Absolute, as found; http or https. */
  readonly url: string;
  readonly line: number;
}

/** Says that the content of pages does not depend on some parameters (https://yandex.com/support/webmaster/robot-workings/clean-param.html). */
export interface CleanParam {
  readonly params: readonly string[];
  /** What the pages' paths start with, where `*` is any text; null for all pages. */
  readonly path: string | null;
  readonly line: number;
}

/** A group as it stands in the file. */
export interface GroupLines {
  /** Product tokens in lower case, `*`, or the empty string for what is no product token. */
  readonly agents: readonly string[];
  readonly rules: readonly Rule[];
  /** Seconds. */
  readonly crawlDelay: number | null;
}

interface RobotsParts {
  readonly groups: readonly GroupLines[];
  readonly sitemaps: readonly Sitemap[];
  readonly cleanParams: readonly CleanParam[];
}

/** A parsed robots.txt. */
export class Robots {
  readonly sitemaps: readonly Sitemap[];
  readonly cleanParams: readonly CleanParam[];
  readonly #groups: readonly GroupLines[];

  constructor({ groups, sitemaps, cleanParams }: RobotsParts) {
    this.#groups = groups;
    this.sitemaps = sitemaps;
    this.cleanParams = cleanParams;
  }

  /**
   * The group that a crawler obeys (RFC 9309 2.2.1): all groups of its product token as one, or those of `*` where it
   * has none. Compiles the rules; keep the group for all URLs of the site.
   *
   * @param productToken letters, `_` and `-`, in any case; `*` for a crawler that no group names
   */
  groupFor(productToken: string): Group {
    const agent = productToken.toLowerCase();
    const named = this.#groups.filter(({ agents }) => agents.includes(agent));
    return new Group(named.length > 0 ? named : this.#groups.filter(({ agents }) => agents.includes('*')));
  }
}

/** Whether a robots.txt can name such a crawler (RFC 9309 2.2.1). */
export function isProductToken(name: string): boolean {
  return /^[A-Za-z_-]+$/.test(name);
}

/** What the rules say of a URL, and the rule that decided; null where none matches. */
export interface Decision {
  readonly allowed: boolean;
  readonly rule: Rule | null;
}

const NO_RULE: Decision = { allowed: true, rule: null };

/** The rules for one crawler. */
export class Group {
  readonly rules: readonly Rule[];
  /** Seconds between two requests; null where the file does not say. */
  readonly crawlDelay: number | null;
  readonly #matcher: Matcher;

  constructor(groups: readonly GroupLines[]) {
    this.rules = groups.flatMap(({ rules }) => rules);
    this.crawlDelay = groups.reduce<number | null>((most, { crawlDelay }) => longer(most, crawlDelay), null);
    this.#matcher = new Matcher(this.rules);
  }

  /**
   * Whether the URL may be fetched (RFC 9309 2.2.2). It is compared as a client sends it, so it may be given as
   * found. The time does not grow with rules times URL (see `WildcardSearch`).
   *
   * @returns an error where it is no URL
   */
  decide(url: string): Decision | UrlError {
    const path = comparePath(url);
    if (path instanceof UrlError) return path;
    const rule = path === '/robots.txt' ? null : this.#matcher.find(path);
    return rule === null ? NO_RULE : { allowed: rule.kind === 'allow', rule };
  }
}

function longer(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
