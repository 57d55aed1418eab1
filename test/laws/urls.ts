import fc from 'fast-check';

/** Pieces that URLs are made of, and pieces that break parsers. */
const SCHEMES = [
  'http',
  'https',
  'HTTP',
  'Https',
  'ws',
  'wss',
  'ftp',
  'file',
  'mailto',
  'gopher',
  'x-y.z+1',
  'javascript',
  'data',
];
const SEPARATORS = ['://', ':', ':/', ':///', ':////', ':\\\\', ':/\\', ':\t//', '//', ''];
const HOSTS = [
  'example.com',
  'Example.COM',
  'www.example.com',
  'WWW.www.example.com',
  'm.example.com',
  'www.m.example.com',
  'example.com.',
  'example.com..',
  '.',
  '..',
  'a..b',
  'www.com',
  'localhost',
  'bücher.example',
  'BÜCHER.example',
  'xn--bcher-kva.example',
  'xn--a',
  'xn--',
  'ß.de',
  '例え.jp',
  'a\u00adb.com',
  '%65xample.com',
  'ex%41mple.com',
  '%ff',
  'ａ.com',
  'a。b',
  '127.0.0.1',
  '0x7f.1',
  '0177.1',
  '2130706433',
  '1.2.3.4.',
  '1.2.3.4..',
  '256.256.256.256',
  '1.2.3',
  '09',
  '0x',
  'foo.0x',
  '4294967296',
  '[::1]',
  '[::1',
  '[1::2::3]',
  '[::ffff:1.2.3.4]',
  '[1:2:3:4:5:6:7:8]',
  '[FE80::1%25eth0]',
  '',
  ' ',
  'a b',
  'a<b',
  'a|b',
  'a^b',
  'a"b',
  'a{b}',
  'a_b',
  '-a-',
  '\u{1f4a9}',
  '\ud800',
  'a\u200db',
  'א.com',
  '٠.com',
  'user@host',
  '@',
  ':',
  'a:b',
];
const USERINFOS = ['', '@', ':@', 'u@', 'u:p@', 'u:@', ':p@', 'u:p:q@', 'a@b@', 'ü:%7e@', '%%41:;@', 'a/b@'];
const PORTS = ['', ':', ':80', ':443', ':080', ':8080', ':65535', ':65536', ':0', ':8a', ':-1', ':00000000000080'];
const SEGMENTS = [
  '',
  'a',
  'A',
  'b.html',
  'index.html',
  'INDEX.php',
  'default.asp',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '.%2e',
  '...',
  'a%2fb',
  '%7Eann',
  '~ann',
  '%41',
  '%c3%a9',
  'é',
  '%C3',
  '%',
  '%%',
  '%%41',
  '%4%31',
  '%zz',
  '%2',
  'a;jsessionid=1',
  '..;jsessionid=1',
  ';jsessionid=1',
  '(S(lit3py55t21z5v55vlm25s55))',
  'a b',
  'a\tb',
  '\n',
  '\\',
  '\\..\\',
  'a|b',
  '[x]',
  '^',
  '`',
  '{}',
  "'",
  '"',
  '<>',
  '\u{1f4a9}',
  '\ud800',
  '\udc00x',
  '\0',
  '\x7f',
  '\u2028',
  'C:',
  'C|',
  ':',
  '@',
  '*',
  '!$&()+,=',
];
const PARAMS = [
  '',
  'a',
  'a=',
  'a=1',
  'b=2',
  'A=1',
  'a=%7e',
  'utm_source=x',
  'utm%5Fsource=x',
  'UTM_source=x',
  'gclid=1',
  'fbclid',
  'PHPSESSID=1',
  'jsessionid',
  'ref=x',
  'q=a b',
  'q=é',
  'q=%C3%C0',
  'q=%c4%dd',
  "q='",
  'q="',
  'x=<>',
  'q=#',
  'a?b',
  'a/../b',
  '%',
  '%%41',
  '%4%31',
  '=',
  '==',
  '\ud800',
  '\t',
  'a[]=1',
  '+',
  '%2B',
  '%26',
];
const FRAGMENTS = ['', 'top', '!/route', '/route', '%7e', 'a b', 'é', '`', '#', '?', '\ud800', ' ', '\n'];
const EDGES = ['', '', '', ' ', '\n', '\t ', '\0', '\u00a0', '\ufeff'];

const pick = (items: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...items);
const optional = (prefix: string, inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(''),
    inner.map((text) => prefix + text),
  );
const joined = (items: readonly string[], separator: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(separator, pick(items)), { maxLength: 6 })
    .map((parts) => parts.map(([between, item]) => between + item).join(''));

const path = joined(SEGMENTS, pick(['/', '/', '/', '//', '\\']));
const query = optional(
  '?',
  fc.array(pick(PARAMS), { maxLength: 5 }).map((params) => params.join('&')),
);
const fragment = optional('#', pick(FRAGMENTS));

/** URLs put together from ordinary and hostile pieces. */
const assembled: fc.Arbitrary<string> = fc
  .tuple(
    pick(EDGES),
    pick(SCHEMES),
    pick(SEPARATORS),
    pick(USERINFOS),
    pick(HOSTS),
    pick(PORTS),
    path,
    query,
    fragment,
    pick(EDGES),
  )
  .map((parts) => parts.join(''));

/** Web URLs only, most of them valid: what passes have most to do with. */
export const webUrl: fc.Arbitrary<string> = fc
  .tuple(
    pick(['http://', 'https://', 'HTTP://']),
    pick(['', '', 'u:p@']),
    pick(HOSTS.slice(0, 12)),
    pick(['', '', ':80', ':443', ':8080']),
    path,
    query,
    fragment,
  )
  .map((parts) => parts.join(''));

/** Any characters, those that mean something in a URL most often. */
const noise: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      pick('htps:/\\?#@[].%&=; \t\n01aAzZ'.split('')),
      fc.string({ unit: 'binary', maxLength: 2 }),
      pick(['\ud800', '\udfff']),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

/** Another spelling of a URL: one character changed, doubled, dropped or percent-encoded. */
const mutated: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(assembled, webUrl),
    fc.nat(),
    pick(['%', '%2e', '/', '.', '\t', 'A', '', '\\', ':', '%41', '4', '&', ';', ' ', '@']),
  )
  .map(([url, at, piece]) => {
    const index = url.length === 0 ? 0 : at % url.length;
    return url.slice(0, index) + piece + url.slice(index + (at % 2));
  });

/** Strings of every kind that a list or a page may hold. */
export const anyUrl: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: assembled },
  { weight: 3, arbitrary: webUrl },
  { weight: 3, arbitrary: mutated },
  { weight: 1, arbitrary: noise },
);

/** What stands in an `href`. */
export const reference: fc.Arbitrary<string> = fc.oneof(
  anyUrl,
  fc
    .tuple(
      pick(['', '', '/', './', '../', '../../', '//', '\\\\', '\\', 'http:', 'https:/', 'ws:']),
      path,
      query,
      fragment,
    )
    .map((parts) => parts.join('')),
);

/** URLs that are settled, or nearly. */
export const plainUrl: fc.Arbitrary<string> = fc
  .tuple(
    pick(['http://', 'https://']),
    pick(['example.com', 'www.example.com', 'a-b.c_d.org', '1.example.com', 'example.com.', 'localhost', '127.0.0.1']),
    pick(['', '', '', ':', ':80', ':443', ':080', ':8080', ':0', ':59999', ':65536', ':a', '.256', '.0.0.1', '0']),
    fc
      .array(pick(['/a', '/B.html', '/%C3%A9', '/%7E', '/%c3', '/a(1)', '/(S(x))', '/.a', '/a;b', '/~a', '//', '/']), {
        maxLength: 4,
      })
      .map((parts) => parts.join('')),
    optional(
      '?',
      fc
        .array(pick(['a=1', 'B', 'q=%20', 'q=+', 'ut=1', 'utm_x=1', 'gc=1', 'phone=1', 'PHPSESSID=1', "q='", '']), {
          maxLength: 3,
        })
        .map((params) => params.join('&')),
    ),
  )
  .map((parts) => parts.join(''));
