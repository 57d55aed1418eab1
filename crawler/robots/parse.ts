import { decodeBytes } from '../../src/text/bytes.ts';
import { refuseNonText } from '../../src/text/refuse-non-text.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { readCleanParam } from './clean-param.ts';
import { type RobotsLine, readLines } from './lines.ts';
import { type CleanParam, type GroupLines, Robots, type Sitemap } from './robots-file.ts';
import { type Rule } from './rule.ts';
import { readUsage, type Usage } from './usage.ts';

/**
 * Parses a robots.txt (RFC 9309, section 2.2), and tolerates the errors that Google's parser tolerates. Any text is valid:
 * lines that are not records are ignored (section 2.3.1.5). Reads the first 500 KiB, without the line that is cut there.
 *
 * @param content what the file contains, not its path
 * @param isTruncated whether the file is longer than this content. Default: false.
 * @throws {TypeError} if the content is neither bytes nor a string
 */
export function parseRobots(content: Uint8Array | string, isTruncated = false): Robots {
  const parser = new Parser();
  for (const record of readLines(bytesOf(content), isTruncated)) parser.add(record);
  return new Robots(parser);
}

function bytesOf(content: Uint8Array | string): Uint8Array {
  if (content instanceof Uint8Array) return content;
  refuseNonText(content, 'the content of parseRobots', 'await response.text()');
  return Buffer.from(content);
}

interface OpenGroup extends GroupLines {
  readonly agents: string[];
  readonly rules: Rule[];
  readonly usage: Usage[];
  crawlDelay: number | null;
}

class Parser {
  readonly groups: OpenGroup[] = [];
  readonly sitemaps: Sitemap[] = [];
  readonly badSitemaps: Sitemap[] = [];
  readonly cleanParams: CleanParam[] = [];
  /** Null before the first user-agent line. Rules there apply to nobody. */
  #group: OpenGroup | null = null;
  /** A rule ends a series of user-agent lines; other records do not (RFC 9309, section 2.2.4). */
  #hasRules = false;

  add({ kind, value, line }: RobotsLine): void {
    switch (kind) {
      case 'user-agent':
        return this.#addAgent(value);
      case 'allow':
      case 'disallow':
        return this.#addRule({ kind, pattern: decodeBytes(value), line });
      case 'crawl-delay':
        return this.#addCrawlDelay(value);
      case 'sitemap':
        return this.#addSitemap({ url: decodeBytes(value), line });
      case 'clean-param': {
        const cleanParam = readCleanParam(decodeBytes(value));
        if (cleanParam !== null) this.cleanParams.push(cleanParam);
        return;
      }
      case 'content-signal':
      case 'content-usage':
        return this.#addUsage(readUsage(kind, decodeBytes(value), line));
      case 'other':
    }
  }

  #addAgent(value: string): void {
    if (this.#group === null || this.#hasRules) {
      this.#group = { agents: [], rules: [], crawlDelay: null, usage: [] };
      this.groups.push(this.#group);
      this.#hasRules = false;
    }
    this.#group.agents.push(agentOf(value));
  }

  /** An empty pattern matches nothing (RFC 9309, section 2.2.2), but still counts as a rule of its group. */
  #addRule(rule: Rule): void {
    if (this.#group === null) return;
    this.#hasRules = true;
    if (rule.pattern !== '') this.#group.rules.push(rule);
  }

  /** The longest of several delays counts, because it satisfies the others too. */
  #addCrawlDelay(value: string): void {
    if (this.#group === null || !/^\d+(?:\.\d+)?$/.test(value)) return;
    const seconds = Math.min(Number(value), MAX_CRAWL_DELAY);
    this.#group.crawlDelay = Math.max(seconds, this.#group.crawlDelay ?? 0);
  }

  /** The number of records is bounded by the size of the file. */
  #addUsage(usage: Usage | null): void {
    if (usage !== null) this.#group?.usage.push(usage);
  }

  #addSitemap(sitemap: Sitemap): void {
    const url = parseUrl(sitemap.url);
    const isFull = !(url instanceof UrlError) && (url.protocol === 'http' || url.protocol === 'https');
    if (isFull) this.sitemaps.push(sitemap);
    else if (sitemap.url !== '') this.badSitemaps.push(sitemap);
  }
}

/** One day, in seconds. A longer value cannot be meant as a delay between pages, but it asks for a long one. */
const MAX_CRAWL_DELAY = 86_400;

/**
 * The product token in lower case (RFC 9309, section 2.2.1); `*` also if words follow it; the empty string if it is
 * invalid, which matches no crawler.
 */
function agentOf(value: string): string {
  if (/^\*(?:[\t-\r ]|$)/.test(value)) return '*';
  return (/^[A-Za-z_-]*/.exec(value)?.[0] ?? '').toLowerCase();
}
