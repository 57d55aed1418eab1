import { isWeb, type ParsedUrl } from '../../url/parsed-url.ts';
import { dropMatching, paramPattern } from '../../url/query.ts';
import type { Pass } from '../pass.ts';

/**
 * Session parameters of known platforms, in lower case. No site uses these names for anything else; `sid` and `session`
 * are too common. ASP appends eight letters to the last one.
 */
export const SESSION_PARAMS: readonly string[] = [
  'jsessionid',
  'phpsessid',
  'cfid',
  'cftoken',
  'oscsid',
  'zenid',
  'aspsessionid',
];
const SESSION_PARAM: RegExp = paramPattern(
  SESSION_PARAMS.map((name) => (name === 'aspsessionid' ? `${name}[a-z]{8}` : name)),
  'i',
);
const SESSION_PATH_PARAM = /;(?:jsessionid|phpsessid)=[^/;]*/gi;
/**
 * ASP.NET without cookies: a segment such as `(S(lit3py55t21z5v55vlm25s55))`, never after an empty segment. An id has 24
 * characters, and a ticket more; `(S(3))` is an ordinary name.
 */
const SESSION_SEGMENT = /(?<!\/)\/\((?:X\(\d\))?(?:[AFS]\([A-Z0-9_-]{20,}\))+\)(?=\/|$)/gi;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

export const dropSessionIds: Pass = {
  name: 'drop-session-ids',
  class: 'changing',
  needs: null,
  summary: 'drops session ids that servers add to their links: ;jsessionid=, PHPSESSID, (S(…))',
  reference: 'Jakarta Servlet 7.1.3; PHP session.name; ASP.NET cookieless sessions',
  examples: [
    { before: 'http://example.com/a.jsp;jsessionid=1A2B?p=1', after: 'http://example.com/a.jsp?p=1' },
    { before: 'http://example.com/?PHPSESSID=0c4b&p=1', after: 'http://example.com/?p=1' },
    { before: 'http://example.com/(S(lit3py55t21z5v55vlm25s55))/a.aspx', after: 'http://example.com/a.aspx' },
  ],
  apply: (url) => (isWeb(url) ? fromQuery(fromPath(url)) : url),
};

function fromPath(url: ParsedUrl): ParsedUrl {
  let { path } = url;
  if (path.includes(';')) path = path.replace(SESSION_PATH_PARAM, '');
  if (path.includes('/(')) path = path.replace(SESSION_SEGMENT, '');
  // `/a/..;jsessionid=1` is an ordinary name. Without the parameter it would become a dot segment.
  if (path === url.path || DOT_SEGMENT.test(path)) return url;
  return { ...url, path: path === '' ? '/' : path };
}

function fromQuery(url: ParsedUrl): ParsedUrl {
  if (url.query === null) return url;
  const query = dropMatching(url.query, SESSION_PARAM);
  return query === url.query ? url : { ...url, query };
}
