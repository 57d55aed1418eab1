import { OLD_URLS, type Page, pageAt } from './pages.ts';
import { renderMessage, renderPage } from './render.ts';
import { HOSTS, SECTIONS } from './sections.ts';

export interface SiteRequest {
  readonly scheme: 'http' | 'https';
  /** The `Host` header. */
  readonly host: string;
  /** The request target, byte for byte. */
  readonly target: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The page that the body is, by its path and query; null if it is not one of the pages. */
  readonly page: string | null;
}

/** The site's response to a request; equal requests get equal responses. */
export function answer({ host, target }: SiteRequest): Answer {
  if (!HOSTS.includes(host.toLowerCase().replace(/:\d*$/, ''))) return MISSING;
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  const old = OLD_URLS[path];
  if (old !== undefined) return old === null ? MISSING : redirect(old);
  const { page, isMoved } = pageFor(upperEscapes(path), query);
  if (page === undefined) return MISSING;
  if (isMoved) return redirect(page.path + query);
  return { ...html(200, renderPage(page)), page: page.path };
}

/** The page that a path and a query select, and whether it has to be asked for by its own path. */
function pageFor(path: string, query: string): { readonly page: Page | undefined; readonly isMoved: boolean } {
  const folded = path.toLowerCase().replace(/;jsessionid=\w+$/, '');
  const section = SECTIONS.find((each) => `${each.ignoresCase ? folded : path}/`.startsWith(each.path));
  const { ignoresCase, param, index, other } = section ?? {};
  const read = ignoresCase ? folded : path;
  const used = query
    .slice(1)
    .split('&')
    .filter((each) => param !== undefined && each.startsWith(`${param}=`));
  const page = pageAt([read, ...used].join('?'));
  if (page !== undefined || other === undefined) return { page, isMoved: false };
  const folder = index !== undefined && read.endsWith(`/${index}`) ? read.slice(0, -index.length) : null;
  const others = folder === null ? [`${read}/`, read.replace(/\/$/, '')] : [folder];
  return { page: others.map(pageAt).find((each) => each !== undefined), isMoved: other === 'redirect' };
}

function upperEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

function redirect(location: string): Answer {
  const moved = html(301, renderMessage('Moved', 'This page has been moved along.'));
  return { ...moved, headers: { ...moved.headers, location } };
}

function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body, page: null };
}

const MISSING: Answer = html(404, renderMessage('Not found', 'Nothing here, not even dust.'));
