/** Covers: src/passes/{preserving,usual,changing}/*.ts, src/url/map-text.ts */
import { describe, expect, test } from 'vitest';
import { NO_FACTS, type SiteFacts } from '../../src/facts/site-facts.ts';
import { PASSES, type ParsedUrl, parseUrl, serialize, UrlError } from '../../src/index.ts';

function parsed(text: string): ParsedUrl {
  const url = parseUrl(text);
  if (url instanceof UrlError) throw new Error(`${text}: ${url.code}`);
  return url;
}

function apply(pass: (typeof PASSES)[number], text: string, facts = NO_FACTS): string {
  return serialize(pass.apply(parsed(text), facts));
}

describe.each(PASSES)('$name', (pass) => {
  test.each(pass.examples)('$before → $after', ({ before, after, facts }) => {
    const known = { ...NO_FACTS, ...facts };
    // An example shows the pass in its place: what the passes in front of it settle is settled.
    expect(apply(pass, before, known)).toBe(after);
    expect(apply(pass, after, known)).toBe(after);
  });

  test('has examples', () => {
    expect(pass.examples.length).toBeGreaterThan(0);
  });

  test.each(pass.examples)('returns the same object if nothing changes: $after', ({ after, facts }) => {
    const url = parsed(after);
    expect(pass.apply(url, { ...NO_FACTS, ...facts })).toBe(url);
    const plain = parsed('http://example.com/');
    expect(pass.apply(plain, NO_FACTS)).toBe(plain);
  });

  // RFC 3986 6.2.2.3 is of every scheme.
  if (pass.class !== 'preserving' && pass.name !== 'remove-dot-segments') {
    test.each(pass.examples)('leaves URLs other than http and https alone: $before', ({ before, facts }) => {
      const url = parsed(before.replace(/^https?:/, 'ftp:'));
      expect(pass.apply(url, { ...NO_FACTS, ...facts })).toBe(url);
    });
  }

  if (pass.needs !== null) {
    test('does nothing without its fact', () => {
      for (const { before } of pass.examples) expect(apply(pass, before)).toBe(before);
    });
  }
});

test('names are unique, and in the form of the command line', () => {
  const names = PASSES.map((pass) => pass.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
});

describe('drop-directory-index', () => {
  const facts = { ...NO_FACTS, index: [{ path: '/', value: null }] };
  const pass = passOf('drop-directory-index');

  test.each([
    'index.htm',
    'index.html',
    'INDEX.PHP',
    'index.php8',
    'default.asp',
    'default.aspx',
    'index.jsp',
    'index.jspx',
    'index.pl',
  ])('takes %s for an index page', (name) => {
    expect(apply(pass, `http://example.com/a/${name}`, facts)).toBe('http://example.com/a/');
  });

  test.each(['xindex.html', 'index.htmlx', 'index.php2', 'index.php10', 'index.shtm', 'index', 'index.'])(
    'takes %s for a page',
    (name) => {
      expect(apply(pass, `http://example.com/a/${name}`, facts)).toBe(`http://example.com/a/${name}`);
    },
  );

  test('does nothing outside the part of the site with a known index', () => {
    const known = { ...NO_FACTS, index: [{ path: '/a/', value: null }] };
    expect(apply(pass, 'http://example.com/b/index.html', known)).toBe('http://example.com/b/index.html');
  });

  test('drops only the known name if a fact states one', () => {
    const known = { ...NO_FACTS, index: [{ path: '/', value: 'home.php' }] };
    expect(apply(pass, 'http://example.com/a/home.php', known)).toBe('http://example.com/a/');
    expect(apply(pass, 'http://example.com/a/index.php', known)).toBe('http://example.com/a/index.php');
  });
});

test.each([
  ['drop-session-ids', 'http://example.com/?ASPSESSIONIDQABCDEFG=1&a=1', 'http://example.com/?a=1'],
  ['drop-session-ids', 'http://example.com/?aspsessionid=1', 'http://example.com/?aspsessionid=1'],
  ['drop-session-ids', 'http://example.com/(X(1)S(lit3py55t21z5v55vlm25s55))', 'http://example.com/'],
  [
    'drop-session-ids',
    'http://example.com/(A(lit3py55t21z5v55vlm25s55)F(lit3py55t21z5v55vlm25-_))/a',
    'http://example.com/a',
  ],
  ['strip-controls', ' http://example.com/', 'http://example.com/'],
  ['strip-controls', 'http://example.com/ ', 'http://example.com/'],
  ['drop-session-ids', 'http://example.com/a(S(lit3))', 'http://example.com/a(S(lit3))'],
  ['drop-session-ids', 'http://example.com/a/..;jsessionid=1', 'http://example.com/a/..;jsessionid=1'],
  ['drop-tracking-params', 'http://example.com/?', 'http://example.com/?'],
  ['fix-slashes', 'http:/example.com/a', 'http://example.com/a'],
  ['fix-slashes', 'http:/\t/example.com/a', 'http:/\t/example.com/a'],
  ['fix-slashes', 'http:\t//example.com/a', 'http:\t//example.com/a'],
  ['fix-slashes', 'http://\texample.com/a', 'http://\texample.com/a'],
  ['fix-slashes', 'http:\t/example.com/a', 'http://example.com/a'],
  ['fix-slashes', 'file:a', 'file:///a'],
  ['fix-slashes', 'file://', 'file://'],
  ['fix-slashes', 'http://example.com', 'http://example.com'],
  ['drop-fragment', 'http://example.com/#/a', 'http://example.com/#/a'],
  ['drop-fragment', 'http://example.com/#a/', 'http://example.com/'],
  ['drop-default-port', 'http://example.com:/a', 'http://example.com/a'],
  ['drop-default-port', 'http://example.com:8\t0/a', 'http://example.com/a'],
  ['drop-default-port', 'http://example.com:0080/a', 'http://example.com/a'],
  ['drop-default-port', 'http://example.com:8080/a', 'http://example.com:8080/a'],
])('%s: %s is %s', (name, before, after) => {
  expect(apply(passOf(name), before)).toBe(after);
});

test.each<[string, string, string, Partial<SiteFacts>]>([
  ['limit-protocols', 'http://example.com:/', 'https://example.com/', { scheme: 'https' }],
  ['fold-mobile-host', 'http://m.example.com/', 'http://example.com/', { assumed: new Set(['mobile']) }],
  ['fold-mobile-host', 'http://www.m.example.com/', 'http://www.example.com/', { assumed: new Set(['mobile']) }],
  ['fold-mobile-host', 'http://am.example.com/', 'http://am.example.com/', { assumed: new Set(['mobile']) }],
  ['fold-www', 'http://www./a', 'http://www./a', { www: 'remove' }],
  ['fold-www', 'http://www.www.com/a', 'http://com/a', { www: 'remove' }],
])('%s: %s is %s where it is known', (name, before, after, facts) => {
  expect(apply(passOf(name), before, { ...NO_FACTS, ...facts })).toBe(after);
});

test.each<[string, string, Partial<SiteFacts>]>([
  ['drop-default-params', 'http://example.com/?a=2', { defaultParam: [{ path: '/', value: 'a=1' }] }],
  ['lowercase-path', 'http://example.com/%CA', { case: [{ path: '/', value: true }] }],
  ['drop-directory-index', 'http://example.com/a/', { index: [{ path: '/', value: null }] }],
])('%s gives the same object back where its fact does not touch %s', (name, before, facts) => {
  const url = parsed(before);
  expect(passOf(name).apply(url, { ...NO_FACTS, ...facts })).toBe(url);
});

test('lowercase-path leaves escapes unchanged', () => {
  const facts = { ...NO_FACTS, case: [{ path: '/', value: true as const }] };
  expect(apply(passOf('lowercase-path'), 'http://example.com/AB%CA%FEC', facts)).toBe('http://example.com/ab%CA%FEc');
});

function passOf(name: string): (typeof PASSES)[number] {
  const pass = PASSES.find((one) => one.name === name);
  if (pass === undefined) throw new Error(`no pass ${name}`);
  return pass;
}
