import type { LookupFunction } from 'node:net';
import type { Entry } from '../../db/index.ts';
import { BEHAVIOURS } from './behaviours.ts';
import { type Behaviour, type Behaviours, respond } from './server.ts';

/** A hostile site, and the expected result of a crawl. */
export interface HostileSite {
  readonly what: string;
  readonly behaviours: Behaviours;
  /** Where the crawl starts. It also leads to `/ok`, unless `isClosed`. */
  readonly seed: string;
  /** The expected state and reason of some entries, by path. */
  readonly outcomes: Readonly<Record<string, Pick<Entry, 'state'> & Partial<Entry>>>;
  /** Whether nothing of the site may be fetched. */
  readonly isClosed?: true;
  /** Whether the crawl reads robots.txt. */
  readonly robots?: true;
  /** The largest body that is read, in bytes. Default: one megabyte. */
  readonly maxBytes?: number;
  readonly lookup?: LookupFunction;
  /** How many pages the crawl fetches, if it would otherwise continue with everything it found. */
  readonly maxPages?: number;
}

/** The time limit of a fetch from a site, in milliseconds: short only where an answer never ends. A busy machine may be late. */
export function timeoutOf({ outcomes }: HostileSite): number {
  return Object.values(outcomes).some(({ reason }) => reason === 'timeout') ? 1000 : 20_000;
}

const failed = (reason: Entry['reason']): Pick<Entry, 'state' | 'reason'> => ({ state: 'failed', reason });
const skipped = (reason: Entry['reason']): Pick<Entry, 'state' | 'reason'> => ({ state: 'skipped', reason });
const done = { state: 'done' } as const;
const cut = { state: 'done', reason: 'truncated' } as const;

/** A page that leads to `/ok` first, and then to the hostile paths. */
function start(...paths: readonly string[]): Behaviour {
  return (socket) => respond(socket, ['/ok', ...paths].map((path) => `<a href="${path}">x</a>`).join(''), HTML);
}

const HTML = 'content-type: text/html\r\n';
const ok: Behaviour = (socket) => respond(socket, 'fine');

/** A site with behaviours of the catalogue, each at its own path. */
function pages(what: string, outcomes: HostileSite['outcomes'], more: Partial<HostileSite> = {}): HostileSite {
  const paths = Object.keys(outcomes).filter((path) => path in BEHAVIOURS);
  return { what, behaviours: { ...BEHAVIOURS, '/': start(...paths) }, seed: '/', outcomes, ...more };
}

/** A site that answers every path except `/ok`. */
function endless(
  what: string,
  reason: Entry['reason'],
  answer: (target: string, count: number) => string,
): HostileSite {
  let count = 0;
  const behaviours = (target: string): Behaviour => {
    if (target === '/ok') return ok;
    if (target === '/robots.txt') return (socket) => respond(socket, '', '', '404 Not Found');
    return (socket) => respond(socket, `<a href=/ok>x</a>${answer(target, count++)}`, HTML);
  };
  return { what, behaviours, seed: '/', outcomes: { '*': skipped(reason) } };
}

function withRobots(what: string, robots: Behaviour, more: Partial<HostileSite> = {}): HostileSite {
  const behaviours = { '/robots.txt': robots, '/': start(), '/ok': ok, '/again': redirectTo('/again') };
  return { what: `robots.txt: ${what}`, behaviours, seed: '/', outcomes: { '/': done }, robots: true, ...more };
}

function redirectTo(location: string): Behaviour {
  return (socket) => respond(socket, '', `location: ${location}\r\n`, '302 Found');
}

/** A flood, alone or eight of them together. */
function flood(what: string, path: string, outcome: HostileSite['outcomes'][string] = done, count = 1): HostileSite {
  const paths = count === 1 ? [path] : Array.from({ length: count }, (_, n) => `${path}?${n}`);
  const outcomes = Object.fromEntries(paths.map((each) => [each, outcome]));
  const limits = { maxPages: paths.length + 2, maxBytes: 10 * 1024 ** 2 };
  // The page it leads to counts too, so that the crawl ends with its limit of pages.
  const behaviours = (target: string): Behaviour =>
    target === '/' ? start(...paths) : behaviour(target.split('?', 1)[0] ?? '');
  return { what: `sends ${what}`, behaviours, seed: '/', outcomes, ...limits };
}

/** A site whose robots.txt is a flood. */
function floodOfRobots(what: string, path: string): HostileSite {
  return withRobots(what, behaviour(path));
}

/** One text under that many URLs, each with its own parameter name. */
function equalPages(count: number): HostileSite {
  const text = `<p>${'the same page for all who come '.repeat(5)}`;
  const names = Array.from({ length: count }, (_, n) => `<a href="/same?k${n}=1">x</a>`).join('');
  const behaviours =
    (target: string): Behaviour =>
    (socket) =>
      respond(socket, target === '/' ? `<a href=/ok>x</a><a href=/same>x</a>${names}` : text, HTML);
  const what = `has one text under ${count} names of parameters`;
  return { what, behaviours, seed: '/', outcomes: { '/same': done }, maxPages: 2 * count };
}

const behaviour = (path: string): Behaviour => BEHAVIOURS[path] ?? ok;

/** Resolves every name to an address of this machine, like the name server of an attacker. */
const inside: LookupFunction = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

/** All hostile sites: servers that stall, flood, lie, lead astray, or invent pages without end. */
export const HOSTILE_SITES: readonly HostileSite[] = [
  pages('accepts and says nothing', { '/silent': failed('timeout') }),
  pages('drips a status line', { '/status-drip': failed('timeout') }),
  pages('drips a header', { '/header-drip': failed('timeout') }),
  pages('sends headers without end', { '/endless-headers': failed('headers-too-large') }),
  pages('sends a header of 100 KB', { '/large-header': failed('headers-too-large') }),
  pages('sets a hundred cookies', { '/many-cookies': done }),
  pages('sends chunks without end', { '/endless-body': cut }),
  pages('drips a body', { '/body-drip': failed('timeout') }),
  pages('declares more than it sends', { '/length-too-long': failed('connection-reset') }),
  pages('sends more than it declares', { '/length-too-short': done }),
  pages('declares two lengths', { '/two-lengths': failed('bad-response') }),
  pages('packs zeros', { '/gzip-bomb': cut, '/gzip-bomb-in-gzip': cut }),
  pages('names ten codings', { '/ten-codings': failed('bad-encoding') }),
  pages('cuts a gzipped body', { '/gzip-cut': cut }),
  pages('declares a coding that it does not use', { '/gzip-broken': failed('bad-encoding') }),
  pages('redirects to the same URL', { '/location-to-itself': failed('redirect-loop') }),
  {
    ...endless('redirects on and on', 'too-many-redirects', () => ''),
    behaviours: (target) => {
      if (target === '/ok') return ok;
      return target === '/' ? start('/r1') : redirectTo(`/r${Number(target.slice(2)) + 1}`);
    },
  },
  pages('redirects to files, scripts and private addresses', {
    '/location-to-file': done,
    '/location-to-script': done,
    '/location-to-metadata': done,
    'file:///etc/passwd': skipped('scheme'),
    'http://169.254.169.254/latest/meta-data/': failed('private-address'),
  }),
  pages('sends odd Locations', {
    '/location-too-long': failed('headers-too-large'),
    '/location-folded': failed('bad-response'),
    '/location-with-bytes': done,
    '/location-empty': failed('redirect-loop'),
  }),
  {
    what: 'redirects to another host, where headers are echoed',
    behaviours: { '/': start('/away'), '/ok': ok, '/away': redirectTo('http://other.example/echo') },
    seed: '/',
    outcomes: { 'http://other.example/echo': failed('private-address') },
    lookup: inside,
  },
  {
    what: 'redirects to and fro until a cookie comes',
    behaviours: {
      '/': start('/a'),
      '/ok': ok,
      '/a': (socket, { headers }) =>
        headers.has('cookie')
          ? respond(socket, 'in')
          : respond(socket, '', 'set-cookie: a=1\r\nlocation: /b\r\n', '302 Found'),
      '/b': redirectTo('/a'),
    },
    seed: '/',
    outcomes: { '/b': failed('redirect-loop') },
  },
  pages('resets in the body', {
    '/reset-in-body': failed('connection-reset'),
    '/reset-at-once': failed('connection-reset'),
  }),
  endless('answers every path', 'similar', (_target, count) => `<a href="/n${count}">x</a>`),
  endless('has a calendar', 'similar', (_target, count) => `<a href="/cal/${2000 + count}/01">next</a>`),
  {
    ...endless(
      'gives each answer a session',
      null,
      (_target, count) => `<a href="/p?PHPSESSID=${count}a1b2c3d4e5f6">x</a>`,
    ),
    outcomes: { '/p': done },
  },
  endless('has relative links that grow', 'repeating-segments', () => '<a href="a/b/">x</a><a href="../a/b/a/">x</a>'),
  {
    what: 'has a name that turns to a private address',
    behaviours: { '/': start('http://rebound.example/'), '/ok': ok },
    seed: '/',
    outcomes: { 'http://rebound.example/': failed('private-address') },
    lookup: inside,
  },
  pages('asks to wait for ever', { '/retry-after-for-ever': failed('http-429') }),
  pages('asks to wait for less than no time', { '/retry-after-negative': failed('http-503') }),
  pages('asks to wait until a day long ago', { '/retry-after-past': failed('http-429') }),
  withRobots('500', (socket) => respond(socket, '', '', '500 Internal Server Error'), {
    outcomes: { '/': skipped('robots-unreachable') },
    isClosed: true,
  }),
  withRobots('ten megabytes', (socket) => respond(socket, '#'.repeat(10 * 1024 ** 2))),
  withRobots('HTML', (socket) => respond(socket, '<html>Disallow: /')),
  withRobots('redirects without end', redirectTo('/again')),
  withRobots('packed zeros', behaviour('/gzip-bomb')),
  withRobots('drips', behaviour('/body-drip'), { outcomes: { '/': failed('timeout') }, isClosed: true }),
  pages('says HTML and sends anything, in any encoding', {
    '/binary-as-html': done,
    '/utf-7': done,
    '/utf-16-in-meta': done,
    '/mark-against-header': done,
  }),
  pages('declares canonicals elsewhere, with a fragment, in a chain', {
    '/canonical-to-another-site': { ...done, aliasBy: 'canonical' },
    '/canonical-with-a-fragment': { ...done, aliasOf: null },
    '/canonical-chain': done,
  }),
  pages('has a title for terminals, spreadsheets and scripts', { '/title': done }),
];

/** Floods, whose time and memory must be bounded. Each takes seconds. */
export const FLOOD_SITES: readonly HostileSite[] = [
  pages(
    'sends markup to choke on',
    { '/a-megabyte-of-elements': done, '/80000-attributes': done, '/a-million-links': done },
    { maxBytes: 32 * 1024 ** 2 },
  ),
  flood('100,000 links', '/links'),
  flood('30,000 links in half a megabyte', '/links-in-half-a-megabyte'),
  flood('links of 5 KB', '/long-links'),
  flood('a base of 8 KB with 100,000 links', '/long-base'),
  flood('100,000 spellings of one URL', '/spellings'),
  flood('100,000 fragments of one URL', '/fragments'),
  flood('100,000 URLs that need every pass', '/escapes'),
  flood('100,000 hosts', '/hosts'),
  flood('100,000 hosts in Unicode', '/hosts-in-unicode'),
  flood('100,000 strings that are no URL', '/invalid-urls'),
  flood('100,000 URLs with names and passwords', '/credentials'),
  flood('100,000 candidates for an image', '/srcset'),
  flood('50,000 pieces of JSON-LD', '/json-ld'),
  flood('50,000 languages', '/hreflang'),
  flood('50,000 og:url', '/open-graph'),
  flood('50,000 canonicals', '/canonicals'),
  flood('9 MB of NUL', '/nuls'),
  flood('9 MB of NUL, eight times at once', '/nuls', done, 8),
  flood('64 MB of zeros in gzip', '/zeros-in-gzip', cut),
  flood('64 MB of zeros in gzip, eight times at once', '/zeros-in-gzip', cut, 8),
  flood('9 MB of words', '/words'),
  flood('9 MB of character references', '/references'),
  flood('9 MB of character references, eight times at once', '/references', done, 8),
  flood('a title of 9 MB', '/title-of-references'),
  flood('an attribute of 9 MB of references', '/attribute-of-references'),
  flood('an attribute of 9 MB of line ends', '/attribute-of-line-ends'),
  flood('a name of 9 MB', '/name-of-megabytes'),
  flood('three million elements', '/elements'),
  flood('two million comments', '/comments'),
  flood('9 MB of UTF-16', '/utf-16-le'),
  flood('9 MB of windows-1252', '/windows-1252'),
  flood('9 MB of GB 18030', '/gb18030'),
  flood('100,000 links, eight times at once', '/links', done, 8),
  flood('a sitemap of 50,000 URLs', '/sitemap'),
  flood('a sitemap of 38 MB', '/sitemap-of-long-urls'),
  flood('a sitemap of 50,000 alternates', '/sitemap-of-alternates'),
  flood('a feed of 100,000 entries', '/feed'),
  floodOfRobots('has 25,000 rules', '/robots-of-rules'),
  floodOfRobots('has a rule of 500 KB', '/robots-of-one-rule'),
  floodOfRobots('names 60,000 parameters', '/robots-of-parameters'),
  equalPages(20_000),
];
