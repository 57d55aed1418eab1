/** Sites with known truth about which of their URLs are the same page, to check probes against. */

import type { Verdict } from '../../../src/evidence/claim.ts';

export interface SiteRequest {
  readonly scheme: 'http' | 'https';
  /** In lower case, without a port. */
  readonly host: string;
  /** As sent. */
  readonly path: string;
  /** Without `?`; null if there is none. */
  readonly query: string | null;
  /** How many requests came before. */
  readonly number: number;
}

export interface SiteAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProbedSite {
  readonly name: string;
  /** The true merges: `www`, or `slash /docs/` for a section, or `param utm_x` for a parameter. */
  readonly same: readonly string[];
  /** Verdicts that the probe must reach, by subject as in `same`, with the reason if it matters. */
  readonly verdicts: Readonly<Record<string, Verdict | `${Verdict} ${string}`>>;
  readonly answer: (request: SiteRequest) => SiteAnswer;
}

/** The names in the certificate. */
export const APEX = 'broom.example';
const WWW = `www.${APEX}`;

const PAGES: readonly string[] = [
  '/',
  '/docs/install/linux',
  '/docs/install/windows',
  '/docs/usage',
  '/shop/brooms/birch',
  '/shop/brooms/rice',
  '/shop/dustpans',
  '/about',
  '/news/2025/spring',
  '/news/2025/autumn',
];

const WORDS =
  'birch bristle sweep handle corner dust floor hearth kitchen stair carpet winter morning straw thread willow corn rice rubber metal'.split(
    ' ',
  );

/** A text that no other name has, always the same. */
export function prose(name: string, words = 60): string {
  let state = 7;
  for (const char of name) state = (Math.imul(state, 31) + char.charCodeAt(0)) >>> 0;
  const text = Array.from({ length: words }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `${WORDS[(state >>> 8) % WORDS.length]}${(state >>> 16) % 50}`;
  });
  return text.join(' ');
}

export function html(body: string, head = ''): SiteAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html><head><title>Brooms</title>${head}</head><body>${body}</body></html>`,
  };
}

function links(paths: readonly string[]): string {
  return `<ul>${paths.map((path) => `<li><a href="${path.replaceAll('&', '&amp;')}">${prose(path, 2)}</a></li>`).join('')}</ul>`;
}

/** A page of the site, with links to all others. */
function page(name: string, paths: readonly string[] = PAGES, more = ''): SiteAnswer {
  return html(`<h1>${prose(name, 3)}</h1><p>${prose(name)}</p>${more}${links(paths)}`);
}

export function redirect(status: number, location: string): SiteAnswer {
  return { status, headers: { location } };
}

const notFound: SiteAnswer = { status: 404, headers: { 'content-type': 'text/html' }, body: 'not found' };

type Answer = ProbedSite['answer'];

/** The pages of a site by their exact paths; the query makes no difference. */
function pages(paths: readonly string[] = PAGES, make = page): Answer {
  return ({ path }) => (paths.includes(path) ? make(path, paths) : notFound);
}

function urlOf({ scheme, host, path, query }: SiteRequest, parts: Partial<SiteRequest>): string {
  const all = { scheme, host, path, query, ...parts };
  return `${all.scheme}://${all.host}${all.path}${all.query === null ? '' : `?${all.query}`}`;
}

/** Answers by http only and without www, so that the only questions are about paths and queries. */
function plainHttp(answer: Answer): Answer {
  return (request) => (request.scheme === 'http' && request.host === APEX ? answer(request) : { status: 503 });
}

const bare = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** Pages at paths without a slash, and the answers at the paths with one. */
function slashes(answer: (request: SiteRequest) => SiteAnswer): Answer {
  return plainHttp((request) =>
    request.path !== '/' && request.path.endsWith('/') && PAGES.includes(bare(request.path))
      ? answer(request)
      : pages()(request),
  );
}

const withSlash: readonly string[] = PAGES.map((path) => (path === '/' ? path : `${path}/`));

const one = (name: string, same: readonly string[], verdicts: ProbedSite['verdicts'], answer: Answer): ProbedSite => ({
  name,
  same,
  verdicts,
  answer,
});

const SLASHES: readonly ProbedSite[] = [
  one(
    'slash removed by 301',
    ['slash'],
    { slash: 'confirmed' },
    slashes((request) => redirect(301, bare(request.path))),
  ),
  one(
    'slash added by 308',
    ['slash'],
    { slash: 'confirmed' },
    plainHttp(({ path }) =>
      withSlash.includes(path)
        ? page(path, withSlash)
        : withSlash.includes(`${path}/`)
          ? redirect(308, `${path}/`)
          : notFound,
    ),
  ),
  one(
    'slash added by 301, linked without',
    ['slash'],
    { slash: 'confirmed' },
    plainHttp(({ path }) =>
      withSlash.includes(path) ? page(path) : withSlash.includes(`${path}/`) ? redirect(301, `${path}/`) : notFound,
    ),
  ),
  one(
    'slash both 200, equal',
    ['slash'],
    { slash: 'confirmed' },
    slashes(({ path }) => page(bare(path))),
  ),
  one(
    'slash both 200, other pages',
    [],
    { slash: 'refuted other-text' },
    slashes(({ path }) => page(path)),
  ),
  one(
    'slash 404',
    [],
    { slash: 'refuted not-found' },
    slashes(() => notFound),
  ),
  one(
    'slash 410',
    [],
    { slash: 'refuted' },
    slashes(() => ({ status: 410 })),
  ),
  one(
    'slash by section',
    ['slash /docs/', 'slash /news/'],
    { 'slash /docs/': 'confirmed', 'slash /news/': 'confirmed', 'slash /shop/': 'refuted' },
    slashes(({ path }) => (/^\/(?:docs|news)\//.test(path) ? redirect(301, bare(path)) : notFound)),
  ),
  one(
    'slash the same in all sections but one',
    ['slash /docs/', 'slash /shop/'],
    { 'slash /docs/': 'confirmed', 'slash /news/': 'refuted' },
    slashes(({ path }) => (path.startsWith('/news/') ? page(path) : redirect(301, bare(path)))),
  ),
  one(
    'slash by 302',
    ['slash'],
    { slash: 'undecided' },
    slashes(({ path }) => redirect(302, bare(path))),
  ),
  one(
    'slash by 307',
    ['slash'],
    { slash: 'undecided' },
    slashes(({ path }) => redirect(307, bare(path))),
  ),
  one(
    'slash redirects to the home page',
    [],
    { slash: 'refuted loses-path' },
    slashes(() => redirect(301, '/')),
  ),
  one(
    'slash redirects to its folder',
    [],
    { slash: 'refuted loses-path' },
    slashes(({ path }) => redirect(301, path.replace(/[^/]*\/$/, ''))),
  ),
  one(
    'slash redirects in a circle',
    [],
    { slash: 'refuted redirect-loop' },
    slashes(({ path }) => redirect(301, path)),
  ),
  one(
    'slash redirects to another site',
    [],
    { slash: 'refuted redirects-elsewhere' },
    slashes(() => redirect(301, 'http://vacuum.example/')),
  ),
  one(
    'slash answers 503',
    [],
    { slash: 'undecided' },
    slashes(() => ({ status: 503 })),
  ),
  one(
    'slash answers 403',
    [],
    { slash: 'undecided' },
    slashes(() => ({ status: 403 })),
  ),
  one(
    'slash answers 429',
    [],
    { slash: 'undecided' },
    slashes(() => ({ status: 429 })),
  ),
];

/** One of the four endpoints is the site. `answer` says what the others do. */
function hosts(home: 'http' | 'https', host: string, other: (request: SiteRequest) => SiteAnswer): Answer {
  return (request) => (request.scheme === home && request.host === host ? pages()(request) : other(request));
}

const CIRCLES: readonly ProbedSite[] = [
  one(
    'slash and no slash redirect to each other',
    [],
    { slash: 'refuted redirect-loop' },
    plainHttp(({ path }) =>
      path === '/'
        ? page('/')
        : PAGES.includes(bare(path))
          ? redirect(301, path.endsWith('/') ? bare(path) : `${path}/`)
          : notFound,
    ),
  ),
  one(
    'the linked form redirects to one that is not found',
    [],
    {},
    plainHttp(({ path }) => (path === '/' ? page('/') : PAGES.includes(path) ? redirect(301, `${path}/`) : notFound)),
  ),
];

const HOSTS: readonly ProbedSite[] = [
  one(
    'www to apex by 301',
    ['www'],
    { www: 'confirmed' },
    hosts('http', APEX, (request) =>
      request.scheme === 'https' ? { status: 503 } : redirect(301, urlOf(request, { host: APEX })),
    ),
  ),
  one(
    'apex to www by 301',
    ['www'],
    { www: 'confirmed' },
    hosts('http', WWW, (request) =>
      request.scheme === 'https' ? { status: 503 } : redirect(301, urlOf(request, { host: WWW })),
    ),
  ),
  one('www both 200, equal', ['www'], { www: 'confirmed' }, (request) =>
    request.scheme === 'https' ? { status: 503 } : pages()(request),
  ),
  one('www both 200, other pages', [], { www: 'refuted' }, (request) =>
    request.scheme === 'https' ? { status: 503 } : pages(PAGES, (path) => page(request.host + path))(request),
  ),
  one(
    'www redirects to the home page of the apex',
    [],
    { www: 'refuted' },
    hosts('http', APEX, ({ scheme }) => (scheme === 'https' ? { status: 503 } : redirect(301, `http://${APEX}/`))),
  ),
  one(
    'www has another home page only',
    [],
    { www: 'refuted' },
    hosts('http', APEX, (request) => {
      if (request.scheme === 'https') return { status: 503 };
      return request.path === '/' ? page('coming soon', []) : redirect(301, urlOf(request, { host: APEX }));
    }),
  ),
  one(
    'www is not found',
    [],
    { www: 'refuted' },
    hosts('http', APEX, ({ scheme }) => (scheme === 'https' ? { status: 503 } : notFound)),
  ),
  one(
    'http to https by 301, path kept',
    ['scheme', 'www'],
    { scheme: 'confirmed', www: 'undecided' },
    hosts('https', APEX, (request) =>
      request.scheme === 'http' ? redirect(301, urlOf(request, { scheme: 'https', host: APEX })) : { status: 503 },
    ),
  ),
  one(
    'http to https by 301, path lost',
    [],
    { scheme: 'refuted' },
    hosts('https', APEX, () => redirect(301, `https://${APEX}/`)),
  ),
  one('http to https by 302', ['scheme'], { scheme: 'undecided' }, (request) =>
    request.scheme === 'http'
      ? redirect(302, urlOf(request, { scheme: 'https' }))
      : request.host === APEX
        ? pages()(request)
        : { status: 503 },
  ),
  one('http and https both 200, equal', ['scheme'], { scheme: 'confirmed' }, (request) =>
    request.host === APEX ? pages()(request) : { status: 503 },
  ),
  one('http and https both 200, other pages', [], { scheme: 'refuted' }, (request) =>
    request.host === APEX ? pages(PAGES, (path) => page(request.scheme + path))(request) : { status: 503 },
  ),
  one('https to http by 301', ['scheme'], { scheme: 'confirmed' }, (request) =>
    request.host !== APEX
      ? { status: 503 }
      : request.scheme === 'https'
        ? redirect(301, urlOf(request, { scheme: 'http' }))
        : pages()(request),
  ),
  one(
    'all lead to https://www, hop by hop',
    ['www', 'scheme', 'slash'],
    { www: 'confirmed', scheme: 'confirmed', slash: 'confirmed' },
    (request) => {
      if (request.scheme === 'http') return redirect(301, urlOf(request, { scheme: 'https' }));
      if (request.host !== WWW) return redirect(301, urlOf(request, { host: WWW }));
      if (request.path !== '/' && request.path.endsWith('/'))
        return redirect(301, urlOf(request, { path: bare(request.path) }));
      return pages()(request);
    },
  ),
  one('all lead to https://www at once', ['www', 'scheme'], { www: 'confirmed', scheme: 'confirmed' }, (request) =>
    request.scheme === 'https' && request.host === WWW
      ? pages()(request)
      : redirect(301, urlOf(request, { scheme: 'https', host: WWW })),
  ),
];

const MANY: readonly string[] = ['/', ...Array.from({ length: 12 }, (_, at) => `/s${at}/a`)];

/** Everything that can changes with each look: a nonce, a clock, two of six teasers. */
function lively(name: string, number: number): SiteAnswer {
  const teasers = [0, 1].map((at) => `<p>${prose(`teaser ${(number * 7 + at * 3) % 6}`, 6)}</p>`).join('');
  return page(
    name,
    PAGES,
    `<p>rendered as ${(number * 7919) % 99_991}</p>${teasers}<script nonce="${number}">go()</script>`,
  );
}

/** The other form gets the same page as any other URL, in one way or another. */
const HOSTILE: readonly ProbedSite[] = [
  one(
    'soft 404: the home page for what is not there',
    [],
    { slash: 'refuted' },
    slashes(() => page('/')),
  ),
  one(
    'soft 404: one page for what is not there',
    [],
    { slash: 'refuted' },
    slashes(() => html(`<p>${prose('sorry')}</p>`)),
  ),
  one(
    'soft 404 for all but the home page',
    [],
    { slash: 'undecided soft-404' },
    plainHttp(({ path }) => (path === '/' ? page('/') : html(`<p>${prose('sorry')}</p>`))),
  ),
  one(
    'one page for everything',
    [],
    { slash: 'undecided soft-404', case: 'undecided' },
    plainHttp(() => page('/')),
  ),
  one(
    'app shell',
    [],
    { slash: 'undecided no-text' },
    plainHttp(() =>
      html(
        `<div id=app></div>${PAGES.map((path) => `<a href="${path}"></a>`).join('')}<script src="/app.js"></script>`,
      ),
    ),
  ),
  one(
    'app shell with some text',
    [],
    { slash: 'undecided soft-404' },
    plainHttp(() => html(`<p>${prose('loading', 30)}</p>${links(PAGES)}<script src="/app.js"></script>`)),
  ),
  one(
    'login wall',
    [],
    { slash: 'undecided login' },
    plainHttp(({ path }) => (path === '/' ? page('/') : html(`<p>${prose('log in')}</p><input type=password>`))),
  ),
  one(
    'login wall of another size each time',
    [],
    { slash: 'undecided login' },
    plainHttp(({ path, number }) =>
      path === '/'
        ? page('/')
        : html(`<p>${prose('log in')}</p><p>${number}</p><form><input name=p type="PASSWORD"></form>`),
    ),
  ),
  one(
    'consent wall',
    [],
    { slash: 'undecided soft-404' },
    plainHttp(({ path }) => (path === '/' ? page('/') : html(`<p>${prose('consent')}</p><button>Agree</button>`))),
  ),
  one(
    'consent wall, and 404 for what is not there',
    [],
    { slash: 'undecided no-control' },
    plainHttp(({ path }) =>
      path === '/' ? page('/') : PAGES.includes(bare(path)) ? html(`<p>${prose('consent')}</p>`) : notFound,
    ),
  ),
  one(
    'dead links, in each section a soft 404 of its own',
    [],
    { slash: 'undecided soft-404' },
    plainHttp(({ path }) => (path === '/' ? page('/', MANY) : html(`<p>${prose(path.slice(0, 4))}</p>`))),
  ),
  one(
    'consent wall with a nonce',
    [],
    { slash: 'undecided soft-404' },
    plainHttp(({ path, number }) =>
      path === '/' ? page('/') : html(`<p>${prose('consent')}</p><p>${number * 7919}</p>`),
    ),
  ),
  one(
    'all noise',
    [],
    { slash: 'undecided noise' },
    slashes(({ number }) => page(`x${number}`)),
  ),
  one(
    'noise on both',
    [],
    { slash: 'undecided noise' },
    plainHttp(({ path, number }) => (PAGES.includes(bare(path)) ? page(`${number}`) : notFound)),
  ),
  one(
    'both change at every look, equal',
    ['slash'],
    {},
    plainHttp(({ path, number }) => (PAGES.includes(bare(path)) ? lively(bare(path), number) : notFound)),
  ),
  one(
    'both change at every look, other pages',
    [],
    { slash: 'refuted' },
    plainHttp(({ path, number }) => (PAGES.includes(bare(path)) ? lively(path, number) : notFound)),
  ),
  one(
    'both change a nonce, equal',
    ['slash'],
    { slash: 'confirmed' },
    plainHttp(({ path, number }) =>
      PAGES.includes(bare(path)) ? page(bare(path), PAGES, `<p>token ${number * 7919}</p>`) : notFound,
    ),
  ),
  one(
    'one template, one number differs',
    [],
    { slash: 'refuted' },
    slashes(({ path }) => page(bare(path), PAGES, '<p>Item 18</p>')),
  ),
  one(
    'one template, one number differs beside a clock',
    [],
    {},
    plainHttp(({ path, number }) => {
      if (!PAGES.includes(bare(path))) return notFound;
      const item = path === bare(path) ? 17 : 18;
      return page(bare(path), PAGES, `<p>Item ${item}, looked at by ${number} before you</p>`);
    }),
  ),
  one(
    'the same in another order',
    [],
    { slash: 'refuted other-order' },
    plainHttp(({ path }) => {
      if (!PAGES.includes(bare(path))) return notFound;
      const items = Array.from({ length: 10 }, (_, at) => `<p>${prose(`${bare(path)} ${at}`, 8)}</p>`);
      return page(bare(path), PAGES, (path === bare(path) ? items : items.toReversed()).join(''));
    }),
  ),
  one(
    'image galleries',
    [],
    { slash: 'undecided other-links' },
    plainHttp(({ path }) =>
      PAGES.includes(bare(path))
        ? page('gallery', PAGES, `<img src="/images${path}${path.endsWith('/')}.jpg">`)
        : notFound,
    ),
  ),
  one(
    'images differ, the text is the same',
    [],
    { slash: 'undecided other-links' },
    plainHttp(({ path }) => {
      if (!PAGES.includes(bare(path))) return notFound;
      return page(bare(path), PAGES, `<img src="/images/${path.endsWith('/') ? 1 : 2}${bare(path)}.jpg">`);
    }),
  ),
  one(
    'links echo the URL of the page, equal',
    ['slash'],
    { slash: 'confirmed' },
    plainHttp(({ path }) => {
      if (!PAGES.includes(bare(path))) return notFound;
      return page(bare(path), PAGES, `<a href="http://${APEX}${path}">link to this page</a>`);
    }),
  ),
  one(
    'everything redirects to the home page',
    [],
    {},
    plainHttp(({ path }) => (path === '/' ? page('/') : redirect(301, '/'))),
  ),
  one(
    'everything redirects to a login',
    [],
    {},
    plainHttp(({ path }) => (path === '/' || path === '/login' ? page(path) : redirect(302, '/login'))),
  ),
  one(
    'equal soft 404 under 200 for both forms',
    [],
    { slash: 'undecided soft-404' },
    plainHttp(({ path }) =>
      path === '/' ? page('/') : html(`<p>${prose('gone')}</p>`, `<link rel=stylesheet href="/${prose(path, 1)}.css">`),
    ),
  ),
  one(
    'canonical to itself, and every second page is another one with a slash',
    [],
    { slash: 'refuted other-text' },
    plainHttp(({ path }) => {
      if (!PAGES.includes(bare(path))) return notFound;
      const [name, isOwn] = [bare(path), PAGES.indexOf(bare(path)) % 2 === 0];
      const head = `<link rel=canonical href="http://${APEX}${isOwn ? path : name}">`;
      return html(`<p>${prose(isOwn ? path : name)}</p>${links(PAGES)}`, head);
    }),
  ),
  one(
    'canonical to itself',
    [],
    { slash: 'undecided other-canonical' },
    plainHttp(({ path }) => {
      if (!PAGES.includes(bare(path))) return notFound;
      return html(`<p>${prose(bare(path))}</p>${links(PAGES)}`, `<link rel=canonical href="http://${APEX}${path}">`);
    }),
  ),
  one(
    'canonical to a common page, one form also to itself',
    [],
    { slash: 'undecided other-canonical' },
    plainHttp(({ path }) => {
      if (!PAGES.includes(bare(path))) return notFound;
      const targets = path.endsWith('/') ? ['/all', path] : ['/all'];
      const declared = targets.map((to) => `<link rel=canonical href="http://${APEX}${to}">`);
      return html(`<p>${prose(bare(path))}</p>${links(PAGES)}`, declared.join(''));
    }),
  ),
  one(
    'empty pages',
    [],
    { slash: 'undecided no-text' },
    plainHttp(({ path }) =>
      path === '/' ? page('/') : { status: 200, headers: { 'content-type': 'text/html' }, body: '' },
    ),
  ),
  one(
    'asks to wait under 200, after twenty requests',
    [],
    {},
    plainHttp((request) => (request.number > 20 ? html(`<p>${prose('slow down')}</p>`) : pages()(request))),
  ),
  one(
    'asks to wait under 200 from the first deep page on',
    [],
    {},
    plainHttp((request) => (request.number > 1 ? html(`<p>${prose('slow down')}</p>`) : pages()(request))),
  ),
  one(
    'two servers in turn, each with a text of its own, equal',
    ['slash'],
    {},
    plainHttp(({ path, number }) => (PAGES.includes(bare(path)) ? page(`${bare(path)} ${number % 2}`) : notFound)),
  ),
  one(
    'two servers in turn, one of them lacks the other form',
    [],
    {},
    slashes(({ path, number }) => (number % 2 === 0 ? notFound : page(bare(path)))),
  ),
  one(
    'the other form is the next page',
    [],
    { slash: 'refuted' },
    slashes(({ path }) => page(PAGES[(PAGES.indexOf(bare(path)) + 1) % PAGES.length] ?? '')),
  ),
  one(
    'one of twelve sections differs',
    MANY.filter((path) => path !== '/s11/a').map((path) => `slash ${path.slice(0, -1)}`),
    { 'slash /s11/': 'refuted' },
    plainHttp((request) => {
      if (request.path === '/s11/a/') return notFound;
      return MANY.includes(bare(request.path)) && request.path.endsWith('/') && request.path !== '/'
        ? redirect(301, bare(request.path))
        : pages(MANY)(request);
    }),
  ),
  one(
    'pages of three megabytes, equal',
    ['slash'],
    { slash: 'confirmed' },
    plainHttp(({ path }) =>
      path === '/' ? page('/') : PAGES.includes(bare(path)) ? page(bare(path), [], 'x '.repeat(1_500_000)) : notFound,
    ),
  ),
  one(
    'pages of three megabytes, other pages',
    [],
    { slash: 'refuted' },
    plainHttp(({ path }) =>
      path === '/' ? page('/') : PAGES.includes(bare(path)) ? page(path, [], 'x '.repeat(1_500_000)) : notFound,
    ),
  ),
  one(
    'pages of many tags',
    [],
    {},
    plainHttp(({ path }) =>
      path === '/'
        ? page('/')
        : PAGES.includes(bare(path))
          ? page(path, [], '<a href=x>y</a><p>z'.repeat(80_000))
          : notFound,
    ),
  ),
  one(
    'plain text, equal',
    ['slash'],
    { slash: 'confirmed' },
    plainHttp(({ path }) =>
      path === '/'
        ? page('/')
        : PAGES.includes(bare(path))
          ? { status: 200, headers: { 'content-type': 'text/plain' }, body: prose(bare(path)) }
          : notFound,
    ),
  ),
  one(
    'plain text, other files',
    [],
    { slash: 'refuted' },
    plainHttp(({ path }) =>
      path === '/'
        ? page('/')
        : PAGES.includes(bare(path))
          ? { status: 200, headers: { 'content-type': 'text/plain' }, body: prose(path) }
          : notFound,
    ),
  ),
  one(
    'another refuses a second look',
    [],
    {},
    plainHttp(({ path, number }) => (number % 2 === 0 ? lively(path, number) : { status: 503 })),
  ),
  one(
    'tarpit of links',
    [],
    {},
    plainHttp(({ path, number }) =>
      page(
        path,
        Array.from({ length: 50 }, (_, at) => `/t${number}/${at}/x${path.length}`),
      ),
    ),
  ),
];

const INDEXED: readonly string[] = [
  '/',
  '/docs/',
  '/docs/install/',
  '/shop/',
  '/shop/brooms/',
  '/news/',
  '/news/2025/',
];

const folder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

function named(name: string, answer: (path: string) => SiteAnswer, linked: readonly string[] = INDEXED): Answer {
  return plainHttp(({ path }) => {
    if (INDEXED.includes(path)) return page(path, linked);
    return path.endsWith(`/${name}`) && INDEXED.includes(folder(path)) ? answer(path) : notFound;
  });
}

const MIXED: readonly string[] = [
  '/',
  '/Docs/Install',
  '/docs/usage',
  '/Shop/Brooms',
  '/shop/dustpans',
  '/About',
  '/news/Spring',
];

const PATHS: readonly ProbedSite[] = [
  one(
    'index.html both 200, equal',
    ['index index.html'],
    { 'index index.html': 'confirmed', 'index index.php': 'refuted' },
    named('index.html', (path) => page(folder(path), INDEXED)),
  ),
  one(
    'index.php to the folder by 301',
    ['index index.php'],
    { 'index index.php': 'confirmed' },
    named('index.php', (path) => redirect(301, folder(path))),
  ),
  one(
    'index.html linked, other page',
    [],
    { 'index index.html': 'refuted' },
    named(
      'index.html',
      (path) => page(path),
      INDEXED.map((path) => `${path}index.html`),
    ),
  ),
  one(
    'index.html linked, equal',
    ['index index.html'],
    { 'index index.html': 'confirmed' },
    named(
      'index.html',
      (path) =>
        page(
          folder(path),
          INDEXED.map((each) => `${each}index.html`),
        ),
      INDEXED.map((path) => `${path}index.html`),
    ),
  ),
  one(
    'case is of no account',
    ['case'],
    { case: 'confirmed' },
    plainHttp(({ path }) => {
      const found = MIXED.find((each) => each.toLowerCase() === path.toLowerCase());
      return found === undefined ? notFound : page(found, MIXED);
    }),
  ),
  one(
    'upper case to lower by 301',
    ['case'],
    { case: 'confirmed' },
    plainHttp((request) => (/[A-Z]/.test(request.path) ? redirect(301, request.path.toLowerCase()) : pages()(request))),
  ),
  one(
    'case matters: the first letter of a title is a capital, as in a wiki',
    [],
    { case: 'refuted' },
    plainHttp(({ path }) => {
      const titles = ['It', 'IT', 'Us', 'US', 'Aids', 'AIDS', 'Who', 'WHO'].map((title) => `/wiki/${title}`);
      const capital = path.replace(/^\/wiki\/[a-z]/, (start) => `/wiki/${start.slice(-1).toUpperCase()}`);
      if (titles.includes(path) || path === '/') return page(path, titles);
      return titles.includes(capital) ? redirect(301, capital) : notFound;
    }),
  ),
  one('case matters: not found', [], { case: 'refuted' }, plainHttp(pages(MIXED, (path) => page(path, MIXED)))),
  one(
    'case matters: other pages',
    [],
    { case: 'refuted' },
    plainHttp(({ path }) =>
      MIXED.some((each) => each.toLowerCase() === path.toLowerCase()) ? page(path, MIXED) : notFound,
    ),
  ),
  one(
    'slashes are merged',
    ['slashes'],
    { slashes: 'confirmed' },
    plainHttp((request) => pages()({ ...request, path: request.path.replace(/\/+/g, '/') })),
  ),
  one(
    'slashes redirect',
    ['slashes'],
    { slashes: 'confirmed' },
    plainHttp((request) =>
      request.path.includes('//') ? redirect(301, request.path.replace(/\/+/g, '/')) : pages()(request),
    ),
  ),
  one('slashes matter', [], { slashes: 'refuted' }, plainHttp(pages())),
];

/** Lists whose pages differ by parameters. */
const LISTS: readonly string[] = [
  '/shop/brooms',
  '/shop/dustpans',
  '/docs/all',
  '/news/list',
  '/people/list',
  '/places/list',
];

function lists(
  queries: (path: string) => readonly string[],
  body: (path: string, params: URLSearchParams, number: number) => SiteAnswer,
): Answer {
  const linked = ['/', '/about', ...LISTS.flatMap((path) => queries(path).map((query) => `${path}?${query}`))];
  return plainHttp(({ path, query, number }) => {
    if (path === '/' || path === '/about') return page(path, linked);
    return LISTS.includes(path) ? body(path, new URLSearchParams(query ?? ''), number) : notFound;
  });
}

const QUERIES: readonly ProbedSite[] = [
  one(
    'utm_x is of no account',
    ['param utm_x'],
    { 'param utm_x': 'confirmed' },
    lists(
      (path) => [`utm_x=${path.length}`, `utm_x=${path.length + 1}`],
      (path) => page(path),
    ),
  ),
  one(
    'page tells pages apart',
    [],
    { 'param page': 'refuted' },
    lists(
      () => ['page=1', 'page=2', 'page=3'],
      (path, params) => page(`${path} ${params.get('page') ?? '1'}`),
    ),
  ),
  one(
    'page=1 is the default',
    ['default-param page=1'],
    { 'default-param page=1': 'confirmed' },
    lists(
      () => ['page=1'],
      (path, params) => page(`${path} ${params.get('page') ?? '1'}`),
    ),
  ),
  one(
    'sort=asc is the default',
    ['default-param sort=asc'],
    { 'default-param sort=asc': 'confirmed' },
    lists(
      () => ['sort=asc'],
      (path, params) => sorted(path, params.get('sort') ?? 'asc'),
    ),
  ),
  one(
    'sort=desc is not',
    [],
    { 'default-param sort=desc': 'refuted' },
    lists(
      () => ['sort=desc'],
      (path, params) => sorted(path, params.get('sort') ?? 'asc'),
    ),
  ),
  one(
    'the order is of no account',
    ['order'],
    { order: 'confirmed' },
    lists(
      () => ['b=2&a=1', 'b=3&a=1'],
      (path, params) => page(`${path} ${params.get('a')} ${params.get('b')}`),
    ),
  ),
  one(
    'pictures and links tell pages apart, and words do not',
    [],
    { 'param page': 'refuted other-links' },
    lists(
      () => ['page=2', 'page=3'],
      (path, params) => page(path, ['/'], `<a href="/photo/${params.get('page') ?? 1}"><img src="a.jpg"></a>`),
    ),
  ),
  one(
    'a link to log in has the URL of the page',
    ['param ref'],
    {},
    lists(
      () => ['ref=2', 'ref=3'],
      (path, params) =>
        page(path, ['/'], `<a href="/login?next=${encodeURIComponent(`${path}?${params}`)}">log in</a>`),
    ),
  ),
  one(
    'the order matters',
    [],
    { order: 'refuted' },
    lists(
      () => ['b=2&a=1', 'b=3&a=1'],
      (path, params) => page(`${path} ${[...params.keys()].join(' ')}`),
    ),
  ),
  one(
    'page and utm_x at once',
    ['param utm_x', 'order'],
    { 'param page': 'refuted', 'param utm_x': 'confirmed' },
    lists(
      (path) => [`page=1&utm_x=${path.length}`, `page=2&utm_x=${path.length}1`, `page=3&utm_x=z${path.length}`],
      (path, params) => page(`${path} ${params.get('page') ?? '1'}`),
    ),
  ),
  one(
    'one value changes less of the page than the page changes by itself',
    [],
    { 'param currency': 'undecided noise' },
    lists(
      () => ['currency=eur', 'currency=chf', 'currency=usd'],
      (path, params, number) =>
        page(
          path,
          ['/'],
          `<p>costs ${params.get('currency') === 'usd' ? '12 dollars' : '11 euros'}</p><p>${prose(`ad ${number}`, 10)}</p>`,
        ),
    ),
  ),
  one(
    'lang is the default for one of its values only',
    [],
    { 'param lang': 'refuted' },
    lists(
      (path) => (path === '/docs/all' ? ['lang=en', 'lang=de'] : ['lang=en']),
      (path, params) => page(`${path} ${params.get('lang') ?? 'en'}`),
    ),
  ),
];

function sorted(path: string, order: string): SiteAnswer {
  const items = Array.from({ length: 12 }, (_, at) => `<li>${prose(`${path} ${at}`, 5)}</li>`);
  return page(path, ['/', '/about'], `<ol>${(order === 'desc' ? items.toReversed() : items).join('')}</ol>`);
}

export const SITES: readonly ProbedSite[] = [...SLASHES, ...CIRCLES, ...HOSTS, ...HOSTILE, ...PATHS, ...QUERIES];
