import { describe, expect, test } from 'vitest';
import { checkFacts } from '../../src/facts/check.ts';
import { CanonOptionsError, compile, type Fact } from '../../src/index.ts';

const problems = (...facts: readonly Fact[]): readonly string[] =>
  checkFacts(facts).map(({ at, message }) => `${at}: ${message}`);
const a = 'a.example';

describe('a fact says something', () => {
  test.each<[Fact, string]>([
    [{ kind: 'case', host: 'A.example' }, 'host: "A.example" is spelled "a.example" in a key; write that'],
    [{ kind: 'case', host: 'a.example.' }, 'host: "a.example." is spelled "a.example" in a key; write that'],
    [{ kind: 'case', host: 'a.example:443' }, 'host: "a.example:443" is spelled "a.example" in a key; write that'],
    [{ kind: 'case', host: '0x7f.1' }, 'host: "0x7f.1" is spelled "127.0.0.1" in a key; write that'],
    [
      { kind: 'case', host: 'a.example/x' },
      'host: "a.example/x" is no host; write one such as example.com or localhost:8080',
    ],
    [{ kind: 'case', host: '' }, 'host: "" is no host; write one such as example.com or localhost:8080'],
    [{ kind: 'www', host: '127.0.0.1', value: 'add' }, 'host: an address has no www; leave this fact out'],
    [
      { kind: 'www', host: 'www.www.a.example', value: 'add' },
      'host: "www.www.a.example" has www twice; write it once, or not at all',
    ],
    [
      { kind: 'scheme', host: 'a.example:8080', value: 'http' },
      'host: a URL with a port of its own keeps its scheme; leave this fact out',
    ],
    [
      { kind: 'ip', host: a, value: 'b.example' },
      'host: "a.example" is no IP address; write the address here, and the domain that it stands for as the value',
    ],
    [
      { kind: 'www', host: a, path: '/', value: 'add' },
      'path: a fact about www holds for the whole host; leave the path out',
    ],
    [
      { kind: 'case', host: a, path: 'docs/' },
      'path: "docs/" does not start with a slash; write a path such as /docs/',
    ],
    [{ kind: 'case', host: a, path: '/%7edocs/' }, 'path: "/%7edocs/" is spelled "/~docs/" in a key; write that'],
    [
      { kind: 'case', host: a, path: '/a/../' },
      'path: "/a/../" has a segment of dots, which no key has; write the path it leads to',
    ],
    [{ kind: 'slash', host: a }, 'value: is missing; write "add" or "remove"'],
    [{ kind: 'scheme', host: a, value: 'ftp' }, 'value: "ftp" is no such value; write "http" or "https"'],
    [{ kind: 'case', host: a, value: 'x' }, 'value: a fact about case has no value; leave it out'],
    [{ kind: 'index', host: a, value: 'a/b' }, 'value: "a/b" is no file name; write one such as index.html'],
    [{ kind: 'index', host: a, value: 'é.html' }, 'value: "é.html" is spelled "%C3%A9.html" in a key; write that'],
    [{ kind: 'mobile', host: a }, 'value: is missing; write the host that this one stands for'],
    [{ kind: 'mobile', host: a, value: '127.0.0.1' }, 'value: "127.0.0.1" is no domain; write one such as example.com'],
    [
      { kind: 'mobile', host: a, value: 'b.example:8080' },
      'value: "b.example:8080" has a port, and a URL keeps its own; write "b.example"',
    ],
    [
      { kind: 'mobile', host: a, value: a },
      'value: leads the host to itself; write another host, or leave this fact out',
    ],
    [
      { kind: 'param', host: a, value: 'a=1' },
      'value: "a=1" is more than a name; write what stands in front of the "="',
    ],
    [{ kind: 'param', host: a, value: 'a&b' }, 'value: "a&b" is spelled "a%26b" in a key; write that'],
    [{ kind: 'default-param', host: a, value: 'a' }, 'value: "a" is no name=value; write both, as in sort=ascending'],
    [{ kind: 'default-param', host: a, value: 'a=b c' }, 'value: "a=b c" is spelled "a=b%20c" in a key; write that'],
  ])('%j', (fact, problem) => {
    expect(problems(fact)).toEqual([`facts[0].${problem}`]);
  });

  test('the same through compile, as an error of its options', () => {
    expect(() => compile({ facts: [{ kind: 'slash', host: a, value: 'yes' }] })).toThrow(
      new CanonOptionsError('facts[0].value: "yes" is no such value; write "add" or "remove"'),
    );
  });

  test('without the slash at its end a path is taken as it is meant', () => {
    expect(problems({ kind: 'case', host: a, path: '/docs' })).toEqual([]);
  });
});

describe('no two contradict each other', () => {
  const contradiction = 'facts[1]: contradicts facts[0], which is about the same; keep the one that is true';
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
      'facts[0]: a name without a dot cannot be told from a folder where slashes are removed; leave one of the two facts out',
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
      [
        'facts[0]: leads from "m.a.example" to "b.example", and facts[1] from there to "c.example"; write the last one here',
      ],
    ],
    [
      'a circle',
      [mobile('b.example', a), mobile(a, 'b.example')],
      [
        'facts[0]: goes in a circle: from "b.example" to "a.example", and by facts[1] back; leave one of the two out',
        'facts[1]: goes in a circle: from "a.example" to "b.example", and by facts[0] back; leave one of the two out',
      ],
    ],
    [
      'a circle by way of www',
      [mobile(`www.${a}`, a), { kind: 'www', host: a, value: 'add' }],
      [
        'facts[0]: leads from "www.a.example" to "a.example", which is another form of it; state a fact about www, or the other way round',
        'facts[1]: goes in a circle: from "a.example" to "www.a.example", and by facts[0] back; leave one of the two out',
      ],
    ],
    ['ports apart', [mobile('m.a.example:81', a), mobile(`${a}:82`, 'b.example')], []],
    [
      'the same port',
      [mobile('m.a.example:81', a), mobile(`${a}:81`, 'b.example')],
      [
        'facts[0]: leads from "m.a.example:81" to "a.example:81", and facts[1] from there to "b.example:81"; write the last one here',
      ],
    ],
  ])('%s', (_, facts, expected) => {
    expect(problems(...facts)).toEqual(expected);
  });
});
