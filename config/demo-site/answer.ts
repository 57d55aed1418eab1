import { ODDITIES, type Oddity } from './oddities.ts';
import { ORIGIN, type Page } from './page.ts';
import { pageAt } from './pages.ts';
import { renderCopy, renderMessage, renderPage, renderRefresh } from './render.ts';
import { readQuery, type Section, sectionOf } from './sections.ts';

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
  readonly body: string | Uint8Array;
}

/** Hosts that serve the pages themselves. */
const SERVING_HOSTS: readonly string[] = ['broom.example', 'm.broom.example', '192.0.2.80'];
/** Hosts that redirect to the first of these; the last is `bröom.example`. */
const REDIRECTING_HOSTS: readonly string[] = ['www.broom.example', 'xn--brom-6qa.example'];
/** Every host of the site. */
export const HOSTS: readonly string[] = [...SERVING_HOSTS, ...REDIRECTING_HOSTS];

const ODDITY_AT: ReadonlyMap<string, Oddity> = new Map(ODDITIES.map((oddity) => [oddity.href, oddity]));

const MISSING: Answer = html(404, renderMessage('Not found', 'Nothing here, not even dust.'));
const SOFT_MISSING: Answer = html(
  200,
  renderMessage('Sorry', 'This article has been swept up. Please look at the others.'),
);
const BROKEN: Answer = html(500, renderMessage('Out of order', 'The stick has come off. Somebody has been told.'));

/** The site's response to a request; equal requests get equal responses. */
export function answer({ scheme, host, target }: SiteRequest): Answer {
  const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  if (!HOSTS.includes(name)) return MISSING;
  if (scheme === 'https') return redirect(301, `http://${name}${target}`);
  if (REDIRECTING_HOSTS.includes(name)) return redirect(301, ORIGIN + target);
  const oddity = ODDITY_AT.get(target);
  return oddity === undefined ? answerPage(target) : answerOddity(oddity);
}

function answerPage(target: string): Answer {
  const [, rawPath = '', rawQuery = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const { path, isMoved } = readPath(rawPath);
  const query = readQuery(path, foldEscapes(rawQuery));
  const page = pageAt(path + query.used);
  if (page === undefined) return path === '/shop/product' ? SOFT_MISSING : MISSING;
  if (query.isMoved) return redirect(301, page.path);
  if (isMoved) return redirect(301, rawQuery === '' ? path : `${path}?${rawQuery}`);
  return html(200, renderPage(page));
}

interface ReadPath {
  /** The path as the pages write it. */
  readonly path: string;
  /** Whether the section redirects to it. */
  readonly isMoved: boolean;
}

function readPath(target: string): ReadPath {
  const plain = removeDotSegments(foldEscapes(target));
  const section = sectionOf(plain);
  return section === undefined ? { path: plain, isMoved: false } : readSectionPath(section, plain);
}

function readSectionPath({ slash, index, ...section }: Section, plain: string): ReadPath {
  let path = plain;
  if (section.hasSessions) path = path.replace(/;jsessionid=[^/;]*/i, '').replace(/\/\(S\(\w+\)\)(?=\/)/i, '');
  if (section.mergesSlashes) path = path.replace(/\/+/g, '/');
  if (section.ignoresCase) path = path.toLowerCase();
  const isIndex = index !== undefined && path.endsWith(`/${index.name}`);
  if (isIndex) path = path.slice(0, -index.name.length);
  const lacksSlash = slash !== undefined && !path.endsWith('/');
  if (lacksSlash) path += '/';
  return { path, isMoved: (isIndex && index.answer === 'redirect') || (lacksSlash && slash === 'redirect') };
}

/** Writes escapes in upper case and decodes unreserved characters. Other bytes stay escaped: `%2F` is not a slash. */
function foldEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

function removeDotSegments(path: string): string {
  const kept: string[] = [];
  for (const segment of path
    .replace(/\/\.{1,2}$/, '$&/')
    .split('/')
    .slice(1)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

function answerOddity(oddity: Oddity): Answer {
  switch (oddity.kind) {
    case 'redirect':
      return redirect(oddity.status, oddity.location);
    case 'copy': {
      const page = pageAt(oddity.of);
      return page === undefined ? BROKEN : answerCopy(page, oddity.declaredBy, oddity.text);
    }
    case 'error':
      return oddity.status === 404 ? MISSING : BROKEN;
    case 'soft 404':
      return SOFT_MISSING;
    case 'file':
      return { status: 200, headers: { 'content-type': oddity.contentType }, body: oddity.body };
    case 'unfetchable':
      return MISSING;
  }
}

function answerCopy(page: Page, declaredBy: 'link element' | 'Link header' | 'meta refresh', title: string): Answer {
  if (declaredBy === 'meta refresh') return html(200, renderRefresh(title, page.path));
  if (declaredBy === 'link element') return html(200, renderCopy(page, true));
  const copy = html(200, renderCopy(page, false));
  return { ...copy, headers: { ...copy.headers, link: `<${ORIGIN}${page.path}>; rel="canonical"` } };
}

function redirect(status: number, location: string): Answer {
  const moved = html(status, renderMessage('Moved', 'This page has been moved along.'));
  return { ...moved, headers: { ...moved.headers, location } };
}

function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
