/** Covers: crawler/robots/{clean-param,compare-path,matcher,pattern,usage,wildcard-search}.ts */
import { describe, expect, test } from 'vitest';
import { parseRobots } from '../../../crawler/robots/parse.ts';
import { type Decision, isProductToken } from '../../../crawler/robots/robots-file.ts';
import { sitemapUrl } from '../../../src/audit/site/named-sitemaps.ts';
import { UrlError } from '../../../src/url/error.ts';
import { VECTORS, type Vector } from './vectors.ts';

const KIB = 1024;
const LIMIT = 500 * KIB;

/** @param path the part after the host */
function decide(robots: string | Uint8Array, path: string, agent = 'Foo'): Decision {
  const decision = parseRobots(robots).groupFor(agent).decide(`https://example.com${path}`);
  if (decision instanceof UrlError) throw new Error(`${path}: ${decision.message}`);
  return decision;
}

function isAllowed(robots: string | Uint8Array, path: string, agent?: string): boolean {
  return decide(robots, path, agent).allowed;
}

interface Expected {
  readonly path: string;
  readonly allowed: boolean;
}

function expectedOf({ allowed = [], disallowed = [] }: Vector): readonly Expected[] {
  return [...allowed.map((path) => ({ path, allowed: true })), ...disallowed.map((path) => ({ path, allowed: false }))];
}

for (const [clause, vectors] of Object.entries(VECTORS)) {
  describe(clause, () => {
    test.each(vectors)('$name', (vector) => {
      const expected = expectedOf(vector);
      expect(expected).not.toEqual([]);
      const decided = expected.map(({ path }) => ({ path, allowed: isAllowed(vector.robots, path, vector.agent) }));
      expect(decided).toEqual(expected);
    });
  });
}

test('there are enough decisions', () => {
  expect(Object.values(VECTORS).flat().flatMap(expectedOf).length).toBeGreaterThan(240);
});

describe('a decision', () => {
  const robots = 'User-agent: *\nDisallow: /é \n\nAllow: /é/%7e\nDisallow: /y\nDisallow: /y\n';

  test.each([
    ['/é', { kind: 'disallow', pattern: '/é', line: 2 }],
    ['/é/~', { kind: 'allow', pattern: '/é/%7e', line: 4 }],
    ['/y', { kind: 'disallow', pattern: '/y', line: 5 }],
    ['/x', null],
    ['/robots.txt', null],
  ])('names the rule that decided for %s, as found and with its line', (path, rule) => {
    expect(decide(robots, path).rule).toEqual(rule);
  });

  test('counts a CRLF as one line end, and a CR too', () => {
    expect(decide('User-agent: Foo\r\n\r\rDisallow: /x', '/x').rule?.line).toBe(4);
  });

  test.each(['', 'example.com/x', '/x', 'https://', 'https://[x'])('is an error for the invalid URL %j', (url) => {
    expect(parseRobots(robots).groupFor('Foo').decide(url)).toBeInstanceOf(UrlError);
  });
});

describe('RFC 9309 2.5: limits', () => {
  const head = 'User-agent: Foo\nDisallow: /first\n';

  /** A file in which `line` starts `before` bytes before the limit. */
  function at(before: number, line: string): string {
    return `${head}${'#'.repeat(LIMIT - head.length - before - 1)}\n${line}`;
  }

  test('reads a line that ends at the limit', () => {
    expect(isAllowed(at(12, 'Disallow: /x'), '/x')).toBe(false);
    expect(isAllowed(at(12, 'Disallow: /x\nDisallow: /y'), '/x')).toBe(false);
    expect(isAllowed(at(12, 'Disallow: /x\rDisallow: /y'), '/x')).toBe(false);
    expect(isAllowed(at(13, 'Disallow: /x\nDisallow: /y'), '/x')).toBe(false);
  });

  test('drops a line that is cut there', () => {
    expect(isAllowed(at(12, 'Disallow: /xy'), '/x')).toBe(true);
    expect(isAllowed(at(12, 'Disallow: /xy'), '/xy')).toBe(true);
    expect(isAllowed(at(12, 'Disallow: /xy'), '/first')).toBe(false);
  });

  test('reads nothing after it', () => {
    expect(isAllowed(at(13, 'Disallow: /x\nDisallow: /y'), '/y')).toBe(true);
    expect(isAllowed(at(0, 'Disallow: /y'), '/y')).toBe(true);
  });

  test('drops the last line of a file only if it was cut in transit', () => {
    const cut = 'User-agent: Foo\nDisallow: /x\nDisallow: /';
    expect(parseRobots(cut, true).groupFor('Foo').decide('https://h/y')).toMatchObject({ allowed: true });
    expect(parseRobots(cut, true).groupFor('Foo').decide('https://h/x')).toMatchObject({ allowed: false });
    expect(parseRobots(cut).groupFor('Foo').decide('https://h/y')).toMatchObject({ allowed: false });
  });

  test('reads a line up to 16,663 bytes, as Google does', () => {
    const start = 'Disallow: /';
    const long = 'x'.repeat(16_663 - start.length);
    const robots = `User-agent: Foo\n${start}${long}yyy\nDisallow: /z`;
    expect(isAllowed(robots, `/${long}`)).toBe(false);
    expect(isAllowed(robots, `/${long.slice(1)}`)).toBe(true);
    expect(isAllowed(robots, '/z')).toBe(false);
  });
});

describe('RFC 9309 2.2.2: comparison', () => {
  test.each([
    ['an escape in a query is part of the path where the pattern has no query', '/*2F', '/a?b=%2F', false],
    ['a slash in a pattern without a query is no escape in a query', '/*/b', '/a?x=%2Fb', true],
    ['half an escape in a query is compared as it stands', '/a?x=%2', '/a?x=%2F', false],
    ['control characters are part of a pattern', '/x\b', '/x', true],
  ])('%s: Disallow: %j and %s', (_, pattern, path, allowed) => {
    expect(isAllowed(`User-agent: Foo\nDisallow: ${pattern}`, path)).toBe(allowed);
  });

  test.each([
    ['Disallow: /a?x=/b\nAllow: /a?x', 2],
    ['Disallow: /a?x=/\nAllow: /a*/b/c/d', 3],
    ['Disallow: /a?x=/b\nAllow: /a?x=*d', 3],
    ['Allow: /a?x=/b\nDisallow: /a*/b/c', 2],
  ])('the most octets decide, whether or not a pattern has a query: %s', (rules, line) => {
    expect(decide(`User-agent: Foo\n${rules}`, '/a?x=/b/c/d').rule).toMatchObject({ line });
  });

  test.each([
    ['/a/index.htm', true],
    ['/a/index.html', true],
    ['/a/index.html?x', true],
    ['/a/index.html/b', false],
    ['/a/xindex.html', false],
  ])('Allow: %s also allows its folder: %j', (pattern, allowed) => {
    expect(isAllowed(`User-agent: Foo\nDisallow: /\nAllow: ${pattern}`, '/a/')).toBe(allowed);
  });
});

describe('RFC 9309 2.2.4: other records', () => {
  test.each([
    'please disallow /x',
    'xallow: /x',
    'my-sitemap: https://h/',
    'x-crawl-delay: 5',
    'crawl-delays: 5',
    'x-clean-param: a',
    'clean-params: a',
  ])('%s is ignored', (line) => {
    const robots = parseRobots(`User-agent: Foo\n${line}\n`);
    const { sitemaps, cleanParams } = robots;
    const { rules, crawlDelay } = robots.groupFor('Foo');
    expect({ sitemaps, cleanParams, rules, crawlDelay }).toEqual({
      sitemaps: [],
      cleanParams: [],
      rules: [],
      crawlDelay: null,
    });
  });

  test('sitemaps apply to the whole file, are absolute, and have their lines', () => {
    const robots = parseRobots(
      'Sitemap: https://example.com/é.xml\nUser-agent: Foo\nsite-map: http://other.example/ # b\nSITE MAP: HTTPS://h\n' +
        'Sitemap: /c.xml\nSitemap: javascript:1\nSitemap:\nSitemap: https://\n',
    );
    expect(robots.sitemaps).toEqual([
      { url: 'https://example.com/é.xml', line: 1 },
      { url: 'http://other.example/', line: 3 },
      { url: 'HTTPS://h', line: 4 },
    ]);
    expect(robots.badSitemaps).toEqual([
      { url: '/c.xml', line: 5 },
      { url: 'javascript:1', line: 6 },
      { url: 'https://', line: 8 },
    ]);
  });

  test('a crawl also reads a sitemap that is named by its path, but nothing else without a full URL', () => {
    const robots = parseRobots(
      'Sitemap: /a.xml\nSitemap: //other.example/b.xml\nSitemap: http://h/c.xml\nSitemap: d.xml\n' +
        'Sitemap: h.example/e.xml\nSitemap: javascript:1\nSitemap:\n',
    );
    expect(robots.sitemapLines('https://h:81/robots.txt').flatMap((line) => sitemapUrl(line) ?? [])).toEqual([
      'http://h/c.xml',
      'https://h:81/a.xml',
      'https://other.example/b.xml',
    ]);
  });

  test.each([
    ['2.5', 2.5],
    ['0.125', 0.125],
    ['0', 0],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['-1', null],
    ['1e3', null],
    ['Infinity', null],
    ['0x10', null],
    ['1,5', null],
    ['', null],
  ])('Crawl-delay: %s → %j', (value, seconds) => {
    expect(parseRobots(`User-agent: Foo\nCrawl-delay: ${value}\n`).groupFor('Foo').crawlDelay).toBe(seconds);
  });

  test('the longest of several delays for a crawler counts, and none for others', () => {
    const robots = parseRobots(
      'Crawl-delay: 99\nUser-agent: Foo\nCrawl-delay: 4\nCrawl-delay: 1\nDisallow: /x\n\n' +
        'User-agent: *\nCrawl-delay: 50\nDisallow: /\n\nUser-agent: foo\nCrawl-delay: 3\nDisallow: /y\n\n' +
        'User-agent: Bar\nDisallow: /\n\nUser-agent: foo\nCrawl-delay: 6\n\nUser-agent: foo\nCrawl-delay: 2\n',
    );
    expect(['Foo', 'Bar', 'Other'].map((agent) => robots.groupFor(agent).crawlDelay)).toEqual([6, null, 50]);
    expect(robots.groupFor('Foo').rules.map(({ line }) => line)).toEqual([5, 13]);
  });

  test('Clean-param has names and an optional path', () => {
    const robots = parseRobots(
      'Clean-param: a&b  /x/*.php\nClean-param: é\nClean-param: & /y\nClean-param:\n' +
        `Clean-param: ${'a'.repeat(500)}\nClean-param: ${'a'.repeat(501)}\n`,
    );
    expect(robots.cleanParams).toEqual([
      { params: ['a', 'b'], path: '/x/*.php' },
      { params: ['é'], path: null },
      { params: ['a'.repeat(500)], path: null },
    ]);
  });
});

describe('Content-Signal and Content-Usage', () => {
  test('belong to a group, may begin with a path, and limit nothing', () => {
    const group = parseRobots(
      'Content-Signal: search=yes\nUser-agent: *\nContent-Signal: Search=Yes, ai-train = no,ai-input=\n' +
        'Content-Usage: /new train-ai=y, bots=n\nContent-Usage: nothing\nAllow: /\nUser-agent: foo\nContent-Usage: train-ai=n\n' +
        `Content-Signal: ${'a'.repeat(500)}=yes\n`,
    );
    expect(group.groupFor('Bar').usageOf('https://a/new/x')).toEqual([
      { kind: 'content-signal', path: null, preferences: { search: 'yes', 'ai-train': 'no' }, line: 3 },
      { kind: 'content-usage', path: '/new', preferences: { 'train-ai': 'y', bots: 'n' }, line: 4 },
    ]);
    expect(
      group
        .groupFor('Bar')
        .usageOf('https://a/old')
        .map(({ line }) => line),
    ).toEqual([3]);
    expect(
      group
        .groupFor('Foo')
        .usageOf('https://a/')
        .map(({ line }) => line),
    ).toEqual([8]);
    expect(group.groupFor('Bar').usageOf('https://a b/')).toEqual([]);
    expect(group.groupFor('Bar').decide('https://a/new')).toMatchObject({ allowed: true });
  });
});

describe('RFC 9309 2.2.1: product tokens', () => {
  test('a star after another name does not stand for all', () => {
    expect(isAllowed('User-agent: Foo *\nDisallow: /x', '/x', 'Bar')).toBe(true);
    expect(isAllowed('User-agent: Foo *\nDisallow: /x', '/x', 'Foo')).toBe(false);
  });

  test.each([
    ['Foo', true],
    ['foo_Bar-baz', true],
    ['', false],
    ['*', false],
    ['Foo/1.0', false],
    ['Foo Bar', false],
    ['Foo2', false],
    ['Fö', false],
    ['Foo\n', false],
  ])('%j: %s', (name, isToken) => {
    expect(isProductToken(name)).toBe(isToken);
  });
});

test('a crawler is known by its user agent, or by the product token alone', () => {
  const file = parseRobots('User-agent: Foo\nDisallow: /foo\n\nUser-agent: *\nDisallow: /\n');
  for (const agent of ['Foo', 'foo', 'Foo/1.0', 'Foo/1.0 (+https://foo.example/)'])
    expect(file.groupFor(agent).rules.map(({ pattern }) => pattern)).toEqual(['/foo']);
  for (const agent of ['', '*', 'Foobar/1.0', 'Mozilla/5.0 (compatible; Foo/1.0)', '7Foo'])
    expect(file.groupFor(agent).rules.map(({ pattern }) => pattern)).toEqual(['/']);
});

test('content that is neither text nor bytes is refused by name', () => {
  const remedy = 'the content of parseRobots is of type object; write a string, such as await response.text()';
  expect(() => Reflect.apply(parseRobots, null, [new Response('')])).toThrow(new TypeError(remedy));
});

describe('hostile files', () => {
  const url = `/${'a'.repeat(8 * KIB)}`;

  test('5 MB', () => {
    const robots = `User-agent: Foo\n${'Disallow: /x\n'.repeat(400_000)}Disallow: /y`;
    expect(isAllowed(robots, '/y')).toBe(true);
    expect(isAllowed(robots, '/x')).toBe(false);
  });

  test.each([
    ['stars between letters', `Disallow: ${'/*a'.padEnd(60, '*a')}b\n`],
    ['stars between letters, and an end', `Disallow: ${'/*a'.padEnd(60, '*a')}*b$\n`],
    ['one star', 'Disallow: /*ab\n'],
    ['empty keys', ':\n'],
    ['line ends', '\n'],
    ['names', 'User-agent: Foo\n'],
    ['groups', 'User-agent: Foo\nDisallow: /x\n'],
  ])('500 KiB of %s, and a URL of 8 KiB', (_, line) => {
    const robots = `User-agent: Foo\n${line.repeat(Math.floor((LIMIT - 16) / line.length))}`;
    expect(isAllowed(robots, url)).toBe(true);
  });

  test('500 KiB of different rules', () => {
    const rules = Array.from({ length: 30_000 }, (_, index) => `Disallow: /*${index}*a\n`).join('');
    const robots = `User-agent: Foo\n${rules}`;
    expect(robots.length).toBeGreaterThan(LIMIT);
    expect(isAllowed(robots, url)).toBe(true);
    expect(decide(robots, `${url}777${url}`).rule).toMatchObject({ pattern: '/*777*a' });
  });

  test('needles that are suffixes of each other', () => {
    const rules = Array.from({ length: 900 }, (_, index) => `Disallow: /*${'a'.repeat(index + 1)}*b\n`).join('');
    expect(isAllowed(`User-agent: Foo\n${rules}`, url)).toBe(true);
    expect(decide(`User-agent: Foo\n${rules}`, `${url}b`).rule).toMatchObject({ line: 901 });
  });
});
