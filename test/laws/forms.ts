import type { Key } from '../../src/canon/key.ts';
import {
  type CanonOptions,
  PASS_CLASSES,
  PASSES,
  PROFILES,
  type SiteProfile,
  type SlugRule,
  type Trace,
  type UrlError,
} from '../../src/index.ts';
import { REAL_LISTS, realList } from '../fixtures/lists.ts';

/** Forms in which people write URLs, and forms that are nearly those. */
const FORMS = [
  'HTTP://www.Example97.com:80/%7euser/./a/../1.html?utm_source=x&id=1&b=%c3%a9#top',
  'https://example.com',
  'https://example.com#a',
  'https://example.com?q=1',
  'https://example.com/a/b/../../../c/./d/..',
  'https://example.com/a/%7Eb/../%c3%a9/../.?x',
  'https://example.com//..//.//a/..//b//../',
  'https://example.com/...../.a/..a/a./a../..%2f/.%2E/%2e%2e/',
  'http://Example.COM:8080/A;jsessionid=1A;b=2/..;jsessionid=1/;phpsessid=2;jsessionid=3',
  'http://example.com/a.jsp;JSESSIONID=1?PHPSESSID=2&phpsessid&aspsessionidABCDEFGH=1&aspsessionidABC=1',
  'http://example.com/(S(lit3py55t21z5v55vlm25s55))/a(1).aspx',
  'http://example.com/?utm_a=1&utm_b=2&utm_c=3',
  'http://example.com/?utm_a=1&&utm_b=2&',
  'http://example.com/?a&utm_source&utm_sourc=1&UTM_source=1&utm%5fsource=1&gclid=1&gclidx=1&xgclid=1&_ga=1&_gac=1&id=1',
  'http://example.com/?&a=1&b=%7e&%61=1&c%64=2&x=%3d&gcli%64=1',
  "http://example.com/?q='a b'&r=<\"é>&s=[]{}|^`\\~",
  'http://example.com/a?#',
  'http://example.com/?',
  'http://example.com/a?b#!/c d%7e"é',
  'http://example.com/a#/b%c3`<>',
  'http://example.com/\u00e9/\u{1f4a9} a"<>^`{}|[]\\x',
  'http://user:80@example.com/a@b:80',
  'http://example.com:443/',
  'https://example.com:443/?a:80',
  'http://example.com:/',
  'http://example.com:0080/',
  'http://example.com:65535/',
  'http://example.com:65536/',
  'http://wiki.example/A_B/../C',
  'http://www.fact.example/A//b/',
  'http://www.fact.example',
  'http://wiki.example',
  'http://a.example:8080/A',
  'http://127.0.0.1/a',
  'http://0x7f.1/a',
  'http://1.2.3/a',
  'http://a.b.1e/a',
  'http://example.com./a',
  'http://a..b/a',
  'http://xn--bcher-kva.example/a',
  'http://b\u00fccher.example/a',
  'http://[::1]:80/a',
  'http:/example.com/a',
  'https:example.com/a',
  'http:\\\\example.com\\a\\..\\b',
  'ftp://example.com:21/%7e',
  'mailto:a@example.com',
  'example.com/a',
  ' http://example.com/a \n',
];
/** What breaks a form, or changes which pass has something to do. */
const PIECES = [
  '',
  '#\t!',
  '#a b',
  ...' \t\n\0\x7f\u00a0\u00e9\ud800\u{1f4a9}'.split(''),
  ...'/\\?#&=;:@.%()[]!\'"<>^`{}|~+*,$-_0189aAzZ'.split(''),
  ...'// /./ /../ /. /.. .. /%2e /%2E%2e/ %7e %7E %41 %2f %C3 %c3 % %4 %% /(S(lit3py55t21z5v55vlm25s55)) /(S(a)) /( #! #/ ?& ? #'.split(
    ' ',
  ),
  ...'&utm_x=1 &utm_x=1;p=2 &gclid=2 utm_ fbclid& &PHPSESSID=3 && ;jsessionid=4 ;jsession%69d=5 ;phpsessid='.split(' '),
  ...':80 :443 :8080 :080 www. .0x1 .9'.split(' '),
];

/** Every profile, every pass switched off, and some sites with facts. */
export const OPTIONS: readonly CanonOptions[] = [
  ...PROFILES.map(({ name }) => ({ profile: name })),
  ...PASSES.filter(({ needs }) => needs === null).map(({ name }) => ({ noPass: [name] })),
  { noPass: ['drop-tracking-params', 'drop-session-ids', 'drop-fragment'] },
  { noPass: ['uppercase-escapes', 'decode-unreserved', 'encode-unsafe', 'remove-dot-segments'] },
  { defaultScheme: 'https' },
  {
    facts: [
      { kind: 'www', host: 'fact.example', value: 'remove' },
      { kind: 'slashes', host: 'fact.example' },
      { kind: 'case', host: 'a.example:8080' },
    ],
    sites: wikis('wiki.example', '*.org'),
  },
  { sites: wikis('wiki.example', '*.org') },
  { sites: wikis('*') },
];

function wikis(...hosts: readonly string[]): readonly SiteProfile[] {
  const slug: SlugRule = { form: 'wikidot', segments: 'first', except: [], tails: [] };
  return [{ name: 'wiki', summary: 'a wiki', hosts, slug }];
}

const SEEDS: readonly string[] = [
  ...FORMS,
  ...REAL_LISTS.flatMap(([name]) => realList(name).match(/https?:\/\/[^\s"')<>]+/g) ?? []),
];

/** Mostly a form with up to three changes; sometimes a very long one. */
export function writtenUrl(random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const one = (list: readonly string[]): string => list[below(list.length)] ?? '';
  let url = random() < 0.7 ? one(FORMS) : one(SEEDS);
  for (let changes = below(4); changes > 0; changes--) {
    const at = below(url.length + 1);
    const piece = random() < 0.001 ? one(PIECES).repeat(below(3000)) : one(PIECES);
    url = url.slice(0, at) + piece + url.slice(at + below(3));
  }
  return url;
}

/** The pass that a trace and the key name: the last one of the loosest class. The encoding of the key comes last. */
export function creditedPass({ changes, url }: Trace, key: Key | UrlError): string | null {
  const encoded = key === url ? [] : [{ pass: 'encode-unsafe', class: 'preserving' }];
  const all = [...changes, ...encoded];
  const byClass = PASS_CLASSES.map((each) => all.findLast((change) => change.class === each));
  return byClass.findLast((change) => change !== undefined)?.pass ?? null;
}
