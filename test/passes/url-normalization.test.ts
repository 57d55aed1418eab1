/** Every example of the document "URL normalization" that the passes come from, in its order and under its headings. */
import { describe, expect, test } from 'vitest';
import { type CanonOptions, compile } from '../../src/index.ts';

interface Example {
  readonly heading: string;
  readonly pass: string;
  readonly before: string;
  readonly after: string;
  readonly options: CanonOptions;
}

const example = (
  heading: string,
  pass: string,
  before: string,
  after: string,
  options: CanonOptions = {},
): Example => ({ heading, pass, before, after, options });

const EXAMPLES: readonly Example[] = [
  example(
    'Converting the scheme and host to lower case',
    'lowercase-scheme',
    'HTTP://www.Example.com/',
    'http://www.example.com/',
  ),
  example(
    'Capitalizing letters in escape sequences',
    'uppercase-escapes',
    'http://www.example.com/a%c2%b1b',
    'http://www.example.com/a%C2%B1b',
  ),
  example(
    'Decoding percent-encoded octets of unreserved characters',
    'decode-unreserved',
    'http://www.example.com/%7Eusername/',
    'http://www.example.com/~username/',
  ),
  example(
    'Removing the default port',
    'drop-default-port',
    'http://www.example.com:80/bar.html',
    'http://www.example.com/bar.html',
  ),
  example('Adding trailing /', 'add-trailing-slash', 'http://www.example.com/alice', 'http://www.example.com/alice/', {
    facts: [{ kind: 'slash', host: 'www.example.com', value: 'add' }],
  }),
  example(
    'Removing dot-segments',
    'remove-dot-segments',
    'http://www.example.com/../a/b/../c/./d.html',
    'http://www.example.com/a/c/d.html',
  ),
  example(
    'Removing directory index',
    'drop-directory-index',
    'http://www.example.com/default.asp',
    'http://www.example.com/',
    {
      facts: [{ kind: 'index', host: 'www.example.com' }],
    },
  ),
  example(
    'Removing directory index',
    'drop-directory-index',
    'http://www.example.com/a/index.html',
    'http://www.example.com/a/',
    {
      facts: [{ kind: 'index', host: 'www.example.com' }],
    },
  ),
  example(
    'Removing the fragment',
    'drop-fragment',
    'http://www.example.com/bar.html#section1',
    'http://www.example.com/bar.html',
  ),
  example('Replacing IP with domain name', 'ip-to-domain', 'http://208.77.188.166/', 'http://www.example.com/', {
    facts: [{ kind: 'ip', host: '208.77.188.166', value: 'www.example.com' }],
  }),
  example('Limiting protocols', 'limit-protocols', 'https://www.example.com/', 'http://www.example.com/', {
    facts: [{ kind: 'scheme', host: 'www.example.com', value: 'http' }],
  }),
  example(
    'Removing duplicate slashes',
    'merge-slashes',
    'http://www.example.com/foo//bar.html',
    'http://www.example.com/foo/bar.html',
    {
      facts: [{ kind: 'slashes', host: 'www.example.com' }],
    },
  ),
  example('Removing or adding www', 'fold-www', 'http://www.example.com/', 'http://example.com/', {
    facts: [{ kind: 'www', host: 'example.com', value: 'remove' }],
  }),
  example('Removing or adding www', 'fold-www', 'http://example.com/', 'http://www.example.com/', {
    facts: [{ kind: 'www', host: 'example.com', value: 'add' }],
  }),
  example(
    'Sorting the query parameters',
    'sort-query',
    'http://www.example.com/display?lang=en&article=fred',
    'http://www.example.com/display?article=fred&lang=en',
    {
      facts: [{ kind: 'order', host: 'www.example.com' }],
    },
  ),
  example(
    'Removing unused query variables',
    'drop-unused-params',
    'http://www.example.com/display?id=123&fakefoo=fakebar',
    'http://www.example.com/display?id=123',
    {
      facts: [{ kind: 'param', host: 'www.example.com', value: 'fakefoo' }],
    },
  ),
  example(
    'Removing default query parameters',
    'drop-default-params',
    'http://www.example.com/display?id=&sort=ascending',
    'http://www.example.com/display',
    {
      facts: [
        { kind: 'default-param', host: 'www.example.com', value: 'id=' },
        { kind: 'default-param', host: 'www.example.com', value: 'sort=ascending' },
      ],
    },
  ),
  example(
    'Removing the "?" when the query is empty',
    'drop-empty-query',
    'http://www.example.com/display?',
    'http://www.example.com/display',
  ),
];

describe('URL normalization', () => {
  test.each(EXAMPLES)('$heading: $before → $after', ({ before, after, pass, options }) => {
    const trace = compile(options).trace(before);
    expect(trace).toMatchObject({ url: after });
    expect(trace).toHaveProperty('changes', expect.arrayContaining([expect.objectContaining({ pass })]));
  });

  test.each(EXAMPLES.filter(({ options }) => options.facts !== undefined))(
    '$heading: $before stays where nothing confirms it',
    ({ before }) => {
      expect(compile().canonicalize(before)).toBe(before);
    },
  );

  test('"a parameter without a value is not necessarily an unused parameter": it stays', () => {
    expect(compile().canonicalize('http://www.example.com/display?id=')).toBe('http://www.example.com/display?id=');
  });

  test('"AJAX applications frequently use the value in the fragment": routes stay', () => {
    expect(compile().canonicalize('http://www.example.com/#!/mail')).toBe('http://www.example.com/#!/mail');
  });
});

test('a fact about a part of a site applies only there', () => {
  const { canonicalize } = compile({ facts: [{ kind: 'slash', host: 'example.com', path: '/docs', value: 'add' }] });
  expect(canonicalize('http://example.com/docs/a')).toBe('http://example.com/docs/a/');
  expect(canonicalize('http://example.com/docs')).toBe('http://example.com/docs/');
  expect(canonicalize('http://example.com/blog/a')).toBe('http://example.com/blog/a');
});
