import { describe, expect, test } from 'vitest';
import { checkFacts } from '../../src/facts/check.ts';
import { CanonOptionsError, compile, type Fact } from '../../src/index.ts';

const problems = (...facts: readonly Fact[]): readonly string[] =>
  checkFacts(facts).map(({ at, message }) => `${at}: ${message}`);
const a = 'a.example';

describe('a fact says something', () => {
  test.each<[Fact, string]>([
    [{ kind: 'case', host: 'A.example' }, 'host: "A.example" is not in canonical form; write "a.example"'],
    [{ kind: 'case', host: 'a.example.' }, 'host: "a.example." is not in canonical form; write "a.example"'],
    [{ kind: 'case', host: 'a.example:443' }, 'host: "a.example:443" is not in canonical form; write "a.example"'],
    [{ kind: 'case', host: '0x7f.1' }, 'host: "0x7f.1" is not in canonical form; write "127.0.0.1"'],
    [
      { kind: 'case', host: 'a.example/x' },
      'host: "a.example/x" is not a host; write a host such as example.com or localhost:8080',
    ],
    [{ kind: 'case', host: '' }, 'host: "" is not a host; write a host such as example.com or localhost:8080'],
    [{ kind: 'www', host: '127.0.0.1', value: 'add' }, 'host: an IP address has no www; remove this fact'],
    [
      { kind: 'www', host: 'www.www.a.example', value: 'add' },
      'host: "www.www.a.example" has www twice; write it at most once',
    ],
    [
      { kind: 'scheme', host: 'a.example:8080', value: 'http' },
      'host: a URL with a non-default port keeps its scheme; remove this fact',
    ],
    [
      { kind: 'ip', host: a, value: 'b.example' },
      'host: "a.example" is not an IP address; write the address as the host, and its domain as the value',
    ],
    [
      { kind: 'www', host: a, path: '/', value: 'add' },
      'path: a fact about www applies to the whole host; remove the path',
    ],
    [
      { kind: 'case', host: a, path: 'docs/' },
      'path: "docs/" does not start with a slash; write a path such as /docs/',
    ],
    [{ kind: 'case', host: a, path: '/%7edocs/' }, 'path: "/%7edocs/" is not in canonical form; write "/~docs/"'],
    [
      { kind: 'case', host: a, path: '/a/../' },
      'path: "/a/../" has a dot segment, which keys never have; write the resolved path',
    ],
    [{ kind: 'slash', host: a }, 'value: is missing; write "add" or "remove"'],
    [{ kind: 'scheme', host: a, value: 'ftp' }, 'value: "ftp" is not a valid value; write "http" or "https"'],
    [{ kind: 'case', host: a, value: 'x' }, 'value: a fact about case has no value; remove it'],
    [{ kind: 'index', host: a, value: 'a/b' }, 'value: "a/b" is not a file name; write a name such as index.html'],
    [{ kind: 'index', host: a, value: 'é.html' }, 'value: "é.html" is not in canonical form; write "%C3%A9.html"'],
    [{ kind: 'mobile', host: a }, 'value: is missing; write the host that replaces this one'],
    [
      { kind: 'mobile', host: a, value: '127.0.0.1' },
      'value: "127.0.0.1" is not a domain; write a domain such as example.com',
    ],
    [
      { kind: 'mobile', host: a, value: 'b.example:8080' },
      'value: "b.example:8080" has a port, but URLs keep their own port; write "b.example"',
    ],
    [{ kind: 'mobile', host: a, value: a }, 'value: maps the host to itself; write another host, or remove this fact'],
    [{ kind: 'param', host: a, value: 'a=1' }, 'value: "a=1" is not just a name; write the part before the "="'],
    [{ kind: 'param', host: a, value: 'a&b' }, 'value: "a&b" is not in canonical form; write "a%26b"'],
    [
      { kind: 'default-param', host: a, value: 'a' },
      'value: "a" is not of the form name=value; write, for example, sort=ascending',
    ],
    [{ kind: 'default-param', host: a, value: 'a=b c' }, 'value: "a=b c" is not in canonical form; write "a=b%20c"'],
  ])('%j', (fact, problem) => {
    expect(problems(fact)).toEqual([`facts[0].${problem}`]);
  });

  test('the same through compile, as an error of its options', () => {
    expect(() => compile({ facts: [{ kind: 'slash', host: a, value: 'yes' }] })).toThrow(
      new CanonOptionsError('facts[0].value: "yes" is not a valid value; write "add" or "remove"'),
    );
  });

  test('without the slash at its end a path is taken as it is meant', () => {
    expect(problems({ kind: 'case', host: a, path: '/docs' })).toEqual([]);
  });
});

describe('no two contradict each other', () => {
  const contradiction = 'facts[1]: contradicts facts[0], which has another value; keep the one that is true';
  test.each<[Fact, Fact]>([
    [
      { kind: 'www', host: a, value: 'add' },
      { kind: 'www', host: `www.${a}`, value: 'remove' },
    ],
    [
      { kind: 'scheme', host: a, value: 'http' },
      { kind: 'scheme', host: a, value: 'https' },
    ],
    [
      { kind: 'mobile', host: 'm.example', value: a },
      { kind: 'mobile', host: 'm.example', value: 'b.example' },
    ],
    [
      { kind: 'slash', host: a, path: '/docs', value: 'add' },
      { kind: 'slash', host: a, path: '/docs/', value: 'remove' },
    ],
    [
      { kind: 'index', host: a },
      { kind: 'index', host: a, path: '/', value: 'home.html' },
    ],
    [
      { kind: 'default-param', host: a, value: 'page=1' },
      { kind: 'default-param', host: a, value: 'page=0' },
    ],
  ])('%j and %j', (one, other) => {
    expect(problems(one, other)).toEqual([contradiction]);
    expect(problems(one, one)).toEqual([]);
  });

  test('what holds for a part of the site may differ from what holds for the rest', () => {
    const facts: readonly Fact[] = [
      { kind: 'slash', host: a, value: 'add' },
      { kind: 'slash', host: a, path: '/docs/', value: 'remove' },
    ];
    expect(problems(...facts)).toEqual([]);
    const { canonicalize } = compile({ facts, assume: ['slash'] });
    expect(canonicalize('http://a.example/x')).toBe('http://a.example/x/');
    expect(canonicalize('http://a.example/docs/x/')).toBe('http://a.example/docs/x');
  });

  test('an index page that looks like a folder without its slash', () => {
    expect(problems({ kind: 'index', host: a, value: 'home' }, { kind: 'slash', host: a, value: 'remove' })).toEqual([
      'facts[0]: a name without a dot looks like a folder if trailing slashes are removed; remove one of the two facts',
    ]);
  });
});

describe('hosts lead to where they stay', () => {
  const ip = (host: string, value: string): Fact => ({ kind: 'ip', host, value });
  const mobile = (host: string, value: string): Fact => ({ kind: 'mobile', host, value });

  test.each<[string, readonly Fact[], readonly string[]]>([
    [
      'one run goes from address to mobile host to desktop host to www',
      [ip('192.0.2.1', 'm.a.example'), mobile('m.a.example', a), { kind: 'www', host: a, value: 'add' }],
      [],
    ],
    [
      'two steps of a kind take two runs',
      [mobile('m.a.example', 'b.example'), mobile('b.example', 'c.example')],
      ['facts[0]: maps "m.a.example" to "b.example", but facts[1] maps that to "c.example"; write the final host here'],
    ],
    [
      'a circle',
      [mobile('b.example', a), mobile(a, 'b.example')],
      [
        'facts[0]: maps "b.example" to "a.example", but facts[1] maps it back; remove one of the two',
        'facts[1]: maps "a.example" to "b.example", but facts[0] maps it back; remove one of the two',
      ],
    ],
    [
      'a circle by way of www',
      [mobile(`www.${a}`, a), { kind: 'www', host: a, value: 'add' }],
      [
        'facts[0]: maps "www.a.example" to "a.example", which is another form of the same host; write a fact about www, or swap the two hosts',
        'facts[1]: maps "a.example" to "www.a.example", but facts[0] maps it back; remove one of the two',
      ],
    ],
    ['ports apart', [mobile('m.a.example:81', a), mobile(`${a}:82`, 'b.example')], []],
    [
      'the same port',
      [mobile('m.a.example:81', a), mobile(`${a}:81`, 'b.example')],
      [
        'facts[0]: maps "m.a.example:81" to "a.example:81", but facts[1] maps that to "b.example:81"; write the final host here',
      ],
    ],
  ])('%s', (_, facts, expected) => {
    expect(problems(...facts)).toEqual(expected);
  });
});

test('a kind that does not exist is named, with the nearest one', () => {
  expect(problems(Object({ kind: 'ww', host: a, value: 'add' }))[0]).toMatch(
    /^facts\[0\]\.kind: "ww" is not a kind of fact; did you mean "www"\?/,
  );
});
