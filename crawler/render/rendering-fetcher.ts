import { isHtml } from '../../src/content-type.ts';
import { isSuccess } from '../../src/status-codes.ts';
import { isGzip } from '../../src/text/is-gzip.ts';
import { cancelled } from '../fetch/failure.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import type { Fetcher, FetchRequest } from '../fetch/fetcher.ts';
import { header } from '../fetch/response.ts';
import { type PageReading, readWhole } from '../page/document.ts';
import { documentKind } from '../sitemaps/document-kind.ts';
import type { RenderMode } from './render-mode.ts';
import type { PageRenderer, RenderedPage, RenderedResponse } from './rendering.ts';
import { showsSignsOfScripts } from './script-signs.ts';

/** How long nothing ends a fetch without a signal. */
const NEVER = new AbortController().signal;

/**
 * Fetches like another fetcher, and returns pages as a browser shows them. Everything that reads pages and compares them
 * therefore does so with what visitors see.
 */
export function renderingFetcher(
  fetcher: Pick<Fetcher, 'fetch' | 'share'>,
  renderer: Pick<PageRenderer, 'render'>,
  mode: Exclude<RenderMode, 'off'>,
): Pick<Fetcher, 'fetch' | 'share'> {
  return {
    share: () => fetcher.share(),
    fetch: async (url, request) => {
      const result = await fetcher.fetch(url, withoutConditions(request ?? {}));
      const answered = performance.now();
      const signal = request?.signal ?? NEVER;
      if (result.kind === 'failure' || result.body === null || !(await isPage(result, result.body))) return result;
      const served = await readWhole({ url, headers: result.headers, body: result.body, isKept: true });
      if (mode === 'auto' && !showsSignsOfScripts(served, result.body)) return result;
      const page = await renderer.render(url, result, signal);
      if (signal.aborted) return cancelled();
      // The site waits for its next request from this one on.
      const elapsed = result.elapsed + performance.now() - answered;
      return renderedResponse({ ...result, elapsed }, served, page);
    },
  };
}

/** A page that scripts build changes although the document that starts them does not. */
function withoutConditions({ headers = [], ...request }: FetchRequest): FetchRequest {
  return { ...request, headers: headers.filter(([name]) => !/^if-(?:none-match|modified-since)$/i.test(name)) };
}

/** Errors are not rendered, and neither is what was cut. */
async function isPage(response: FetchResponse, body: Uint8Array): Promise<boolean> {
  const contentType = header(response, 'content-type');
  const isWhole = isSuccess(response.status) && !response.truncated;
  if (!isWhole || !isHtml(contentType) || isGzip(body)) return false;
  return (await documentKind(contentType, body, false)) === 'html';
}

function renderedResponse(response: FetchResponse, served: PageReading, page: RenderedPage): RenderedResponse {
  const { url, left, notes, html, truncated } = page;
  if (html === null) return { ...response, rendering: { served: null, url, left, notes } };
  const type = header(response, 'content-type')?.split(';', 1)[0]?.trim() || 'text/html';
  return {
    ...response,
    headers: { ...response.headers, 'content-type': `${type}; charset=utf-8` },
    body: html,
    truncated,
    rendering: { served, url, left, notes },
  };
}
