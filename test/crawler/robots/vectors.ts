/** A robots.txt, and its decisions about some URLs of https://example.com. */
export interface Vector {
  readonly name: string;
  /** Text in UTF-8, or bytes. */
  readonly robots: string | Uint8Array;
  /** Default: `Foo`. */
  readonly agent?: string;
  readonly allowed?: readonly string[];
  readonly disallowed?: readonly string[];
}

function bytes(latin1: string): Uint8Array {
  return Buffer.from(latin1, 'latin1');
}

const AGENTS: readonly Vector[] = [
  { name: 'ignores case', robots: 'User-agent: FOO\nDisallow: /x', agent: 'foo', allowed: ['/'], disallowed: ['/x'] },
  { name: 'of the crawler too', robots: 'User-agent: foo-bar\nDisallow: /x', agent: 'FOO-Bar', disallowed: ['/x'] },
  { name: 'the token ends in front of a slash', robots: 'User-agent: Foo/1.2\nDisallow: /x', disallowed: ['/x'] },
  { name: 'in front of a space', robots: 'User-agent: Foo Bar\nDisallow: /x', disallowed: ['/x'] },
  { name: 'in front of a digit', robots: 'User-agent: Foo2\nDisallow: /x', disallowed: ['/x'] },
  { name: 'in front of a star', robots: 'User-agent: foo*\nDisallow: /x', disallowed: ['/x'] },
  { name: 'what follows is no token', robots: 'User-agent: Foo Bar\nDisallow: /x', agent: 'Bar', allowed: ['/x'] },
  { name: 'is not a start of the name', robots: 'User-agent: Fo\nDisallow: /x', allowed: ['/x'] },
  { name: 'is not more than the name', robots: 'User-agent: Foobar\nDisallow: /x', allowed: ['/x'] },
  { name: 'holds _ and -', robots: 'User-agent: a_b-c\nDisallow: /x', agent: 'A_B-C', disallowed: ['/x'] },
  { name: 'nothing is nobody', robots: 'User-agent:\nDisallow: /x', allowed: ['/x'] },
  { name: 'a version alone is nobody', robots: 'User-agent: 1.0\nDisallow: /x', allowed: ['/x'] },
  {
    name: 'a group has several names',
    robots: 'User-agent: Bar\nUser-agent: Foo\nDisallow: /x\nDisallow: /y',
    disallowed: ['/x', '/y'],
  },
  {
    name: 'groups of one name are one group',
    robots:
      'User-agent: Foo\nDisallow: /x\n\nUser-agent: Bar\nDisallow: /b\n\nUser-agent: foo/2\nAllow: /x/ok\nDisallow: /y',
    allowed: ['/x/ok', '/b'],
    disallowed: ['/x/no', '/y'],
  },
  {
    name: 'a name goes before *, wherever it stands',
    robots: 'User-agent: *\nDisallow: /\n\nUser-agent: Foo\nDisallow: /x',
    allowed: ['/', '/y'],
    disallowed: ['/x'],
  },
  {
    name: 'rules of * do not add to those of the name',
    robots: 'User-agent: Foo\nAllow: /x/y\n\nUser-agent: *\nDisallow: /x',
    allowed: ['/x', '/x/y'],
  },
  { name: 'a group without rules is one', robots: 'User-agent: *\nDisallow: /\n\nUser-agent: Foo', allowed: ['/x'] },
  {
    name: 'groups of * are one group',
    robots: 'User-agent: *\nDisallow: /x\n\nUser-agent: Bar\nDisallow: /b\n\nUser-agent: *\nDisallow: /y',
    allowed: ['/b'],
    disallowed: ['/x', '/y'],
  },
  { name: '* with words behind it', robots: 'User-agent: * all\nDisallow: /x', disallowed: ['/x'] },
  { name: '* with letters behind it is nobody', robots: 'User-agent: *all\nDisallow: /x', allowed: ['/x'] },
  {
    name: '* as the crawler',
    robots: 'User-agent: Foo\nDisallow: /\n\nUser-agent: *\nDisallow: /x',
    agent: '*',
    allowed: ['/'],
    disallowed: ['/x'],
  },
  { name: 'no group', robots: '', allowed: ['/', '/x'] },
  { name: 'nobody else', robots: 'User-agent: Bar\nDisallow: /', allowed: ['/'] },
];

const GROUPS: readonly Vector[] = [
  {
    name: 'rules in front of any name are of nobody',
    robots: 'Disallow: /x\nUser-agent: Foo\nDisallow: /y',
    allowed: ['/x'],
    disallowed: ['/y'],
  },
  { name: 'rules without any name', robots: 'Disallow: /', allowed: ['/x'] },
  {
    name: 'other records do not part names',
    robots:
      'User-agent: Foo\nSitemap: https://example.com/s.xml\nCrawl-delay: 3\nHost: h\nUser-agent: Bar\nDisallow: /x',
    disallowed: ['/x'],
  },
  {
    name: 'empty lines do not part names',
    robots: 'User-agent: Foo\n\n\nUser-agent: Bar\nDisallow: /x',
    disallowed: ['/x'],
  },
  {
    name: 'other records do not part rules',
    robots: 'User-agent: Foo\nDisallow: /x\nSitemap: https://example.com/s.xml\n\nnonsense\nDisallow: /y',
    disallowed: ['/x', '/y'],
  },
  {
    name: 'a rule ends the names',
    robots: 'User-agent: Foo\nDisallow: /x\nUser-agent: Bar\nDisallow: /y',
    allowed: ['/y'],
    disallowed: ['/x'],
  },
  {
    name: 'an empty rule ends them too',
    robots: 'User-agent: Foo\nDisallow:\nUser-agent: Bar\nDisallow: /y',
    allowed: ['/y'],
  },
];

const RULES: readonly Vector[] = [
  { name: 'empty disallow', robots: 'User-agent: Foo\nDisallow:', allowed: ['/', '/x'] },
  { name: 'empty allow', robots: 'User-agent: Foo\nAllow:\nDisallow: /', disallowed: ['/', '/x'] },
  {
    name: 'a path is a prefix',
    robots: 'User-agent: Foo\nDisallow: /x',
    allowed: ['/', '/a/x', '/X'],
    disallowed: ['/x', '/xy', '/x/y', '/x?y'],
  },
  {
    name: 'with a slash behind it',
    robots: 'User-agent: Foo\nDisallow: /x/',
    allowed: ['/x', '/x?/'],
    disallowed: ['/x/', '/x/y'],
  },
  { name: 'no slash in front matches nothing', robots: 'User-agent: Foo\nDisallow: x', allowed: ['/x', '/a/x'] },
  {
    name: 'the longest match wins, in any order',
    robots: 'User-agent: Foo\nAllow: /p/ok\nDisallow: /p\nDisallow: /p/ok/no',
    allowed: ['/', '/p/ok', '/p/okay'],
    disallowed: ['/p', '/p/o', '/p/ok/no'],
  },
  { name: 'a tie is allowed', robots: 'User-agent: Foo\nDisallow: /x\nAllow: /x', allowed: ['/x'] },
  {
    name: 'a tie of wildcards is allowed',
    robots: 'User-agent: Foo\nAllow: /*y\nDisallow: /x*',
    allowed: ['/xy'],
    disallowed: ['/x'],
  },
  { name: 'a wildcard counts', robots: 'User-agent: Foo\nAllow: /x\nDisallow: /*x', disallowed: ['/x'] },
  { name: 'an end counts', robots: 'User-agent: Foo\nAllow: /x\nDisallow: /x$', allowed: ['/xy'], disallowed: ['/x'] },
  {
    name: 'octets count, and not letters',
    robots: 'User-agent: Foo\nDisallow: /é\nAllow: /*****',
    disallowed: ['/é', '/%C3%A9'],
    allowed: ['/e'],
  },
  {
    name: 'an escape of an unreserved character is one octet',
    robots: 'User-agent: Foo\nDisallow: /%61%62\nAllow: /ab*',
    allowed: ['/ab'],
  },
  {
    name: 'a query is a part',
    robots: 'User-agent: Foo\nDisallow: /x?y\nDisallow: /*?s=',
    allowed: ['/x', '/x?z', '/x/?y'],
    disallowed: ['/x?y', '/x?yz', '/a/b?s=1'],
  },
  { name: 'a URL without a path has /', robots: 'User-agent: Foo\nDisallow: /', disallowed: ['', '?q', '#f'] },
  {
    name: 'the fragment is no part',
    robots: 'User-agent: Foo\nDisallow: /x#y\nDisallow: /*f',
    allowed: ['/#f'],
    disallowed: ['/x', '/x#z'],
  },
  {
    name: 'compares URLs as they are sent',
    robots: 'User-agent: Foo\nDisallow: /x/',
    allowed: ['/x/../y'],
    disallowed: ['/./x/', '/y/../x/z', '/\tx/', '\\x\\'],
  },
  {
    name: '/robots.txt is always allowed',
    robots: 'User-agent: Foo\nDisallow: /',
    allowed: ['/robots.txt', '/robots.txt#a'],
    disallowed: ['/robots.txt?a', '/robots.txt.bak', '/a/robots.txt'],
  },
  {
    name: 'who allows an index page means its folder',
    robots: 'User-agent: Foo\nDisallow: /\nAllow: /a/index.html',
    allowed: ['/a/', '/a/index.html'],
    disallowed: ['/a', '/a/b', '/'],
  },
  {
    name: 'who disallows one does not',
    robots: 'User-agent: Foo\nDisallow: /a/index.html',
    allowed: ['/a/'],
    disallowed: ['/a/index.html'],
  },
];

/** The table of RFC 9309, section 2.2.2, first. */
const ENCODING: readonly Vector[] = [
  { name: '/foo/bar?baz=quz', robots: 'User-agent: Foo\nDisallow: /foo/bar?baz=quz', disallowed: ['/foo/bar?baz=quz'] },
  {
    name: '/foo/bar?baz=https://foo.bar',
    robots: 'User-agent: Foo\nDisallow: /foo/bar?baz=https://foo.bar',
    disallowed: [
      '/foo/bar?baz=https://foo.bar',
      '/foo/bar?baz=https%3A%2F%2Ffoo.bar',
      '/foo/bar?baz=https%3a%2f%2ffoo.bar',
    ],
  },
  {
    name: '/foo/bar?baz=https%3A%2F%2Ffoo.bar',
    robots: 'User-agent: Foo\nDisallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar',
    disallowed: ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
  },
  {
    name: '/foo/bar/ツ',
    robots: 'User-agent: Foo\nDisallow: /foo/bar/ツ',
    disallowed: ['/foo/bar/ツ', '/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
  },
  {
    name: '/foo/bar/%E3%83%84',
    robots: 'User-agent: Foo\nDisallow: /foo/bar/%e3%83%84',
    disallowed: ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  },
  {
    name: '/foo/bar/%62%61%7A',
    robots: 'User-agent: Foo\nDisallow: /foo/bar/%62%61%7A',
    allowed: ['/foo/bar/BAZ'],
    disallowed: ['/foo/bar/baz', '/foo/bar/%62%61%7a'],
  },
  { name: 'the URL is decoded too', robots: 'User-agent: Foo\nDisallow: /baz~', disallowed: ['/%62%61%7A%7E'] },
  {
    name: 'a reserved character is not its escape',
    robots: 'User-agent: Foo\nDisallow: /a%2Fb\nDisallow: /c/d',
    allowed: ['/a/b', '/c%2Fd'],
    disallowed: ['/a%2fb', '/c/d'],
  },
  {
    name: '? is not its escape',
    robots: 'User-agent: Foo\nDisallow: /a%3Fb',
    allowed: ['/a?b'],
    disallowed: ['/a%3fb'],
  },
  { name: 'a quote in a query', robots: "User-agent: Foo\nDisallow: /?q='", disallowed: ["/?q='", '/?q=%27'] },
  {
    name: 'what no URL may hold',
    robots: 'User-agent: Foo\nDisallow: /a b{"|"}^',
    disallowed: ['/a b{"|"}^', '/a%20b%7B%22%7C%22%7D%5E'],
  },
  {
    name: 'a broken escape is text',
    robots: 'User-agent: Foo\nDisallow: /%zz\nDisallow: /%4',
    allowed: ['/%2525'],
    disallowed: ['/%zz', '/%4', '/%4x'],
  },
  {
    name: 'bytes that are no UTF-8',
    robots: bytes('User-agent: Foo\nDisallow: /caf\xe9'),
    allowed: ['/café'],
    disallowed: ['/caf%E9', '/caf%e9s'],
  },
  {
    name: 'a letter that ends with the byte A0',
    robots: 'User-agent: Foo\nDisallow: /à',
    allowed: ['/%C3'],
    disallowed: ['/à'],
  },
  {
    name: 'rules of a query and others are ranked as one list',
    robots: 'User-agent: Foo\nAllow: /x\nDisallow: /x?u=/y\nAllow: /x?u=/y*********z\nDisallow: /x?u=*y/*',
    allowed: ['/x', '/x?u=/yz', '/x?u=%2Fy/z'],
    disallowed: ['/x?u=/y', '/x?u=%2Fy', '/x?u=y/'],
  },
];

const SPECIAL: readonly Vector[] = [
  {
    name: '$ is the end',
    robots: 'User-agent: Foo\nDisallow: /x$',
    allowed: ['/xy', '/x/', '/x?', '/x$'],
    disallowed: ['/x'],
  },
  {
    name: '$ inside is text',
    robots: 'User-agent: Foo\nDisallow: /x$y',
    allowed: ['/x', '/xy'],
    disallowed: ['/x$y', '/x%24y'],
  },
  { name: '$$', robots: 'User-agent: Foo\nDisallow: /x$$', allowed: ['/x', '/x$$'], disallowed: ['/x$'] },
  { name: '$ in front of *', robots: 'User-agent: Foo\nDisallow: /x$*', allowed: ['/x'], disallowed: ['/x$', '/x$y'] },
  { name: '$ alone', robots: 'User-agent: Foo\nDisallow: $', allowed: ['/', '/$'] },
  { name: '/$', robots: 'User-agent: Foo\nAllow: /$\nDisallow: /', allowed: ['/', ''], disallowed: ['/x', '/?'] },
  { name: '*', robots: 'User-agent: Foo\nDisallow: *', disallowed: ['/', '/x'] },
  { name: '*$', robots: 'User-agent: Foo\nDisallow: *$', disallowed: ['/', '/x?y'] },
  { name: '/*', robots: 'User-agent: Foo\nDisallow: /*', disallowed: ['/', '/x'] },
  { name: '/x*', robots: 'User-agent: Foo\nDisallow: /x*', allowed: ['/'], disallowed: ['/x', '/xy'] },
  { name: '* in front', robots: 'User-agent: Foo\nDisallow: *x', allowed: ['/y'], disallowed: ['/x', '/a/bxc'] },
  {
    name: '* inside, also for nothing',
    robots: 'User-agent: Foo\nDisallow: /a*b',
    allowed: ['/a', '/b'],
    disallowed: ['/ab', '/axxb', '/a/b/c'],
  },
  {
    name: '* and $',
    robots: 'User-agent: Foo\nDisallow: /*.gif$',
    allowed: ['/a.gif?', '/a.gifs'],
    disallowed: ['/.gif', '/a.gif', '/a.gif.gif', '/?a.gif'],
  },
  {
    name: 'parts do not overlap',
    robots: 'User-agent: Foo\nDisallow: /ab*ba*a$',
    allowed: ['/aba', '/abba'],
    disallowed: ['/abbaa', '/abxbaxa'],
  },
  { name: 'stars in a row', robots: 'User-agent: Foo\nDisallow: /a***b', allowed: ['/a'], disallowed: ['/ab', '/axb'] },
  {
    name: 'parts in order',
    robots: 'User-agent: Foo\nDisallow: /*a*b*c',
    allowed: ['/acb', '/bca'],
    disallowed: ['/abc', '/xaxbxcx'],
  },
  {
    name: 'the first place is not the only one',
    robots: 'User-agent: Foo\nDisallow: /*ab$',
    disallowed: ['/abab', '/aab'],
    allowed: ['/aba'],
  },
  {
    name: 'escapes are the characters',
    robots: 'User-agent: Foo\nDisallow: /a-%2A.html\nDisallow: /b-%24',
    allowed: ['/a-b.html', '/b-'],
    disallowed: ['/a-*.html', '/a-%2a.html', '/b-$', '/b-%24c'],
  },
  {
    name: 'RegExp characters are text',
    robots: 'User-agent: Foo\nDisallow: /a.b+(c)[d]',
    allowed: ['/axb+(c)[d]'],
    disallowed: ['/a.b+(c)[d]'],
  },
  {
    name: 'the start and the end do not overlap',
    robots: 'User-agent: Foo\nDisallow: /ab*ba$',
    allowed: ['/aba'],
    disallowed: ['/abba'],
  },
  {
    name: 'nor do a part and the end',
    robots: 'User-agent: Foo\nDisallow: /a*b*b$',
    allowed: ['/axb', '/ab'],
    disallowed: ['/abb', '/axbxb'],
  },
  {
    name: 'a part that starts again within itself',
    robots: 'User-agent: Foo\nDisallow: /*aab*',
    allowed: ['/abab'],
    disallowed: ['/aaab', '/abaab'],
  },
  {
    name: "parts within each other's",
    robots: 'User-agent: Foo\nDisallow: /*xab*c\nDisallow: /*ab*d\nDisallow: /*xyz1*\nDisallow: /*yz*\n',
    allowed: ['/xab', '/xy1z'],
    disallowed: ['/xabd', '/xabc', '/xyzq'],
  },
];

const LINES = ['User-agent: Bar', 'Disallow: /', '', 'User-agent: Foo', 'Disallow: /x', 'Disallow: /y', ''];

const FORMAT: readonly Vector[] = [
  ...Object.entries({ LF: '\n', CR: '\r', CRLF: '\r\n', 'LF CR': '\n\r' }).map(([name, end]) => ({
    name: `ends lines with ${name}`,
    robots: LINES.join(end),
    allowed: ['/'],
    disallowed: ['/x', '/y'],
  })),
  {
    name: 'mixes ends of lines',
    robots: 'User-agent: Foo\rDisallow: /x\r\nDisallow: /y\nDisallow: /z',
    allowed: ['/'],
    disallowed: ['/x', '/y', '/z'],
  },
  {
    name: 'NEL and U+2028 end no line',
    robots: 'User-agent: Foo\nDisallow: /x\u2028Disallow: /y\u0085z',
    allowed: ['/x', '/y'],
  },
  { name: 'BOM', robots: '\ufeffUser-agent: Foo\nDisallow: /x', disallowed: ['/x'] },
  { name: 'the first byte of a BOM', robots: bytes('\xefUser-agent: Foo\nDisallow: /x'), disallowed: ['/x'] },
  { name: 'two bytes of a BOM', robots: bytes('\xef\xbbUser-agent: Foo\nDisallow: /x'), disallowed: ['/x'] },
  { name: 'a wrong BOM', robots: bytes('\xef\x11\xbfUser-agent: Foo\nDisallow: /x'), allowed: ['/x'] },
  {
    name: 'a BOM inside',
    robots: 'User-agent: Foo\n\ufeffDisallow: /x\nDisallow: /y',
    allowed: ['/x'],
    disallowed: ['/y'],
  },
  { name: 'a BOM alone', robots: '\ufeff', allowed: ['/x'] },
  {
    name: 'comments',
    robots: '# User-agent: Foo\nUser-agent: Foo # Disallow: /z\n#Disallow: /y\nDisallow: /x#y\n  # \nDisallow: /w',
    allowed: ['/y', '/z'],
    disallowed: ['/x', '/xy', '/w'],
  },
  { name: 'a comment takes the value', robots: 'User-agent: Foo\nDisallow: # /', allowed: ['/'] },
  {
    name: 'white space',
    robots: ' \tUser-agent \t:\t Foo \t\n\t Disallow\t:/x \t',
    allowed: ['/y'],
    disallowed: ['/x', '/xy'],
  },
  { name: 'vertical tabs and form feeds', robots: 'User-agent: Foo\f\n\vDisallow:\f/x\v', disallowed: ['/x', '/xy'] },
  {
    name: 'white space inside',
    robots: 'User-agent: Foo\nDisallow: /x y',
    allowed: ['/x'],
    disallowed: ['/x y', '/x%20y'],
  },
  {
    name: 'keys in any case',
    robots: 'USER-AGENT: Foo\ndisallow: /x\ndISALLOW: /y\naLLow: /x/ok',
    allowed: ['/x/ok'],
    disallowed: ['/x', '/y'],
  },
  { name: 'no colon', robots: 'user-agent Foo\ndisallow\t/x\nallow   /x/ok', allowed: ['/x/ok'], disallowed: ['/x'] },
  { name: 'no colon and more than two words', robots: 'User-agent: Foo\nDisallow /x /y', allowed: ['/x', '/y'] },
  { name: 'no key', robots: 'User-agent: Foo\n: /x\nDisallow: /y', allowed: ['/x'], disallowed: ['/y'] },
  {
    name: 'a second colon is of the value',
    robots: 'User-agent: Foo\nDisallow: /x:y',
    allowed: ['/x'],
    disallowed: ['/x:y'],
  },
  {
    name: 'keys misspelled',
    robots: 'useragent: Foo\ndissallow: /a\ndissalow: /b\ndisalow: /c\ndiasllow: /d\ndisallaw: /e',
    allowed: ['/f'],
    disallowed: ['/a', '/b', '/c', '/d', '/e'],
  },
  { name: 'user agent', robots: 'user agent: Foo\ndisallow: /x', disallowed: ['/x'] },
  {
    name: 'keys misspelled otherwise',
    robots: 'User-agent: Foo\nDisalllow: /x\nDeny: /y\nNoindex: /z',
    allowed: ['/x', '/y', '/z'],
  },
  { name: 'markup', robots: '<!doctype html>\n<p>User-agent: Foo\nDisallow: /</p>', allowed: ['/', '/x'] },
  {
    name: 'NUL',
    robots: 'User-agent: Foo\nDisallow: /x\0y\n\0\nDisallow: /z',
    allowed: ['/x'],
    disallowed: ['/x%00y', '/z'],
  },
  { name: 'a NUL in a key', robots: 'User-agent: Foo\nDis\0allow: /x', allowed: ['/x'] },
  { name: 'no UTF-8', robots: bytes('User-agent: Foo\n\xff\xfe: \xc3\nDisallow: /x\n\x80'), disallowed: ['/x'] },
];

/** By section of RFC 9309. */
export const VECTORS: Readonly<Record<string, readonly Vector[]>> = {
  'RFC 9309 2.1: groups': GROUPS,
  'RFC 9309 2.2: lines': FORMAT,
  'RFC 9309 2.2.1: the user-agent line': AGENTS,
  'RFC 9309 2.2.2: the allow and disallow lines': RULES,
  'RFC 9309 2.2.2: percent-encoding': ENCODING,
  'RFC 9309 2.2.3: special characters': SPECIAL,
};
