import { describe, expect, test } from 'vitest';
import { loadFacts } from '../../config/facts-file.ts';
import { compile } from '../../src/index.ts';
import { fileWith, problemsOf } from './files.ts';

const facts = (...list: readonly unknown[]): unknown => ({ version: 1, facts: list });

test('reads every kind, and the canonicalizer takes them', async () => {
  const file = fileWith(
    facts(
      { kind: 'www', host: 'example.com', value: 'remove' },
      { kind: 'scheme', host: 'example.com', value: 'https' },
      { kind: 'ip', host: '192.0.2.1', value: 'www.example.com' },
      { kind: 'mobile', host: 'm.example.com', value: 'example.com' },
      { kind: 'userinfo', host: 'example.com' },
      { kind: 'slash', host: 'example.com', path: '/docs/', value: 'add' },
      { kind: 'index', host: 'example.com', value: 'home.html' },
      { kind: 'case', host: 'example.com', path: '/docs/' },
      { kind: 'slashes', host: 'example.com' },
      { kind: 'order', host: 'example.com' },
      { kind: 'param', host: 'example.com', value: 'from' },
      { kind: 'default-param', host: 'example.com', value: 'page=1' },
    ),
  );
  const { canonicalize } = compile({ facts: await loadFacts(file) });
  expect(canonicalize('http://ann@192.0.2.1//docs/A?b&a&from=x&page=1')).toBe('https://example.com/docs/a/?a&b');
  expect(canonicalize('http://m.example.com/docs/home.html')).toBe('https://example.com/docs/');
});

test('reads the parts of a site that claims are exported for: one page, the home page, the pages below it', async () => {
  const slash = (path: string, value: string): unknown => ({ kind: 'slash', host: 'a.example', path, value });
  const file = fileWith(
    facts(slash('/about/$', 'add'), slash('/*/$', 'remove'), { kind: 'index', host: 'a.example', path: '/$' }),
  );
  const { canonicalize } = compile({ facts: await loadFacts(file) });
  const canonical = ['about', 'about/x', 'team/', 'index.html'].map((path) => canonicalize(`http://a.example/${path}`));
  expect(canonical).toEqual(['about/', 'about/x', 'team', ''].map((path) => `http://a.example/${path}`));
});

test('a byte order mark and a $schema for editors are no fault', async () => {
  const file = fileWith(`\ufeff${JSON.stringify({ $schema: './facts.schema.json', version: 1, facts: [] })}`);
  expect(await loadFacts(file)).toEqual([]);
});

describe('says what is wrong, where, and what to do', () => {
  test.each<[string, unknown, readonly string[]]>([
    [
      'no JSON',
      '{"version": 1,}',
      [expect.stringMatching(/^facts\.json: is not valid JSON \(.+\); fix it, or name another file$/)],
    ],
    ['a list', [], ['facts.json: is a list; write an object in { }']],
    ['another version', { version: 2, facts: [] }, ['facts.json: version: is 2; write 1']],
    [
      'a slip in a key',
      { version: 1, fact: [] },
      [
        'facts.json: facts: is missing; write a list in [ ]',
        'facts.json: unknown key "fact"; did you mean "facts"? (choose from $schema, version, facts)',
      ],
    ],
    [
      'an unknown kind',
      facts({ kind: 'slahs', host: 'a.com' }),
      [
        'facts.json: facts[0].kind: "slahs" is not allowed here; did you mean "slash"? (choose from www, scheme, ip, mobile, userinfo, slash, index, case, slashes, order, param, default-param)',
      ],
    ],
    [
      'several at once',
      facts({ kind: 'www', hots: 'a.com', value: 'yes' }, 3, { kind: 'slash', host: 7, path: '/docs', value: 'add' }),
      [
        'facts.json: facts[0].host: is missing; write text in quotes',
        'facts.json: facts[0].value: "yes" is not allowed here; choose from add, remove',
        'facts.json: facts[0]: unknown key "hots"; did you mean "host"? (choose from kind, host, value)',
        'facts.json: facts[1]: is a number; write an object in { }',
        'facts.json: facts[2].host: is a number; write text in quotes',
        'facts.json: facts[2].path: must start and end with a slash, as in "/docs/", or end with "/$" for one page',
      ],
    ],
    [
      'another spelling of a host',
      facts({ kind: 'case', host: 'BÜCHER.example:080' }),
      ['facts.json: facts[0].host: "BÜCHER.example:080" is not in canonical form; write "xn--bcher-kva.example"'],
    ],
    [
      'two that contradict each other',
      facts({ kind: 'www', host: 'a.com', value: 'add' }, { kind: 'www', host: 'www.a.com', value: 'remove' }),
      ['facts.json: facts[1]: contradicts facts[0], which has another value; keep the one that is true'],
    ],
    [
      'a host with control characters',
      facts({ kind: 'case', host: 'a\u001b[2J\u009b' }),
      [
        'facts.json: facts[0].host: "a\\u001b[2J\\u009b" is not a host; write a host such as example.com or localhost:8080',
      ],
    ],
  ])('%s', async (_, content, problems) => {
    expect(await problemsOf(fileWith(content), loadFacts)).toEqual(problems);
  });

  test('no file, a folder, and bytes that are no text', async () => {
    expect(await problemsOf('/nowhere/facts.json', loadFacts)).toEqual(['facts.json: does not exist; check the path']);
    expect(await problemsOf('/tmp', loadFacts)).toEqual(['tmp: is a folder; name a file']);
    expect(await problemsOf(fileWith(Uint8Array.of(0xff, 0xfe, 0)), loadFacts)).toEqual([
      'facts.json: is not UTF-8 text; save it as UTF-8, or choose another file',
    ]);
  });

  test('twenty of many, and how many more', async () => {
    const many = await problemsOf(fileWith(facts(...Array.from({ length: 30 }, () => 1))), loadFacts);
    expect(many).toHaveLength(21);
    expect(many.at(-1)).toBe('facts.json: and 10 more problems');
  });
});
