import type { RenderNote } from '../../db/reasons.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import type { PageReading } from '../page/document.ts';
import type { RobotsPolicy } from '../robots/policy.ts';
import type { ScriptCache } from './script-cache.ts';

/** What the requests of pages are answered with. */
export interface NetworkOptions {
  /** Sends the requests to the page's own origin, under the rules of the crawl. */
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** Sends those to other origins: without secret headers, which are not the page's to use. */
  readonly bareFetcher: Pick<Fetcher, 'fetch'>;
  /** Checks robots.txt; null to fetch what it disallows. */
  readonly gate: RobotsPolicy | null;
  readonly scripts: ScriptCache;
}

/** A page as a browser shows it. */
export interface RenderedPage {
  /** The document as HTML in UTF-8; null if the browser has none, so that the served page counts. */
  readonly html: Buffer | null;
  /** Whether the HTML was cut at the size limit. */
  readonly truncated: boolean;
  /** The document's URL, which scripts may have changed; null if they did not. */
  readonly url: string | null;
  /** Where scripts wanted to lead the browser, as absolute URLs. It did not go there. */
  readonly left: readonly string[];
  /** What went wrong. */
  readonly notes: readonly RenderNote[];
}

/** Shows pages in a browser. */
export interface PageRenderer {
  /**
   * Renders a page that was fetched. Never rejects, and ends in a bounded time.
   *
   * @param url the URL as requested
   */
  render(url: string, response: FetchResponse, signal: AbortSignal): Promise<RenderedPage>;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** What a browser did with a page. */
export interface Rendering extends Pick<RenderedPage, 'url' | 'left' | 'notes'> {
  /** The page as the server sent it; null if no browser has shown it, and the body is the served one. */
  readonly served: PageReading | null;
}

/** A response whose body is the page as a browser shows it. */
export interface RenderedResponse extends FetchResponse {
  readonly rendering: Rendering;
}

/** What a browser did with a page; null if it was not to be rendered. */
export function renderingOf(response: FetchResponse): Rendering | null {
  return isRendered(response) ? response.rendering : null;
}

function isRendered(response: FetchResponse): response is RenderedResponse {
  return 'rendering' in response;
}
