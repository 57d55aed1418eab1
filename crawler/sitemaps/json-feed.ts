import { fieldsOf, isObject, jsonValue } from '../../src/stored-fields.ts';
import { parseUrl } from '../../src/url/parse.ts';
import type { FeedLinks } from './feed-links.ts';

/**
 * How many bytes of a JSON feed are read. It is parsed in one step, which takes 150 ms for hostile JSON of this size.
 */
export const MAX_JSON: number = 2 * 1024 * 1024;

/** Whether a text starts like a JSON feed, which has its version at the top. */
export function isJsonFeed(head: string): boolean {
  return /^[\t\n\r ]*\{/.test(head) && /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org\\?\/version\\?\//.test(head);
}

/** Adds the links of a JSON feed (https://www.jsonfeed.org/version/1.1/). */
export function readJsonFeed(text: string, url: string, found: FeedLinks): void {
  const feed = jsonValue(text);
  if (!isObject(feed)) {
    found.report('not-well-formed');
    return;
  }
  const base = parseUrl(url);
  const add = (value: unknown): void => {
    if (typeof value === 'string') found.addLink(base, value);
  };
  add(feed['home_page_url']);
  const items: unknown = feed['items'];
  for (const item of Array.isArray(items) ? items : []) add(fieldsOf(item)['url']);
  add(feed['next_url']);
}
