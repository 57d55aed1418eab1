import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bareValue, startWithoutCredentials, withoutCredentials, withoutUserinfo } from '../../src/url/credentials.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { lawRuns } from '../law-runs.ts';
import { FORMS } from '../secrets/forms.ts';

describe('a URL or reference', () => {
  test.each([
    ['http://ann:pw@example.com/a@b', 'http://example.com/a@b'],
    ['http://ann:pw@[bad/', 'http://[bad/'],
    ['http://ann:pw@h:99999/', 'http://h:99999/'],
    ['//ann:pw@h/', '//h/'],
    ['http://ann:p/w@h/', 'http://h/'],
    ['http://ann:x@/bob:y@h/', 'http://h/'],
    ["javascript:open('http://ann:pw@h/')", "javascript:open('http://@h/')"],
  ])('%s becomes %s', (url, bare) => {
    expect(withoutUserinfo(url)).toBe(bare);
  });

  test.each([
    'http://example.com/@ann',
    'http://example.com/?next=https://ann:pw@h/',
    'http://example.com//a@b',
    'mailto:ann@example.com',
    'ann@example.com/a',
    '/a//b@c',
    'foo://a%40b/',
    'file:///a@b',
  ])('%s stays as it is', (url) => {
    expect(withoutUserinfo(url)).toBe(url);
  });

  test.each(FORMS.map((form) => [form.name, form] as const))('%s: the password is gone', (_name, { url }) => {
    expect(withoutUserinfo(url('SECRET', 'example.com'))).not.toContain('SECRET');
  });
});

describe('text', () => {
  test.each([
    ['see https://ann:pw@h/ or (http:ann:pw@h), not ann@h', 'see https://@h/ or (http:@h), not ann@h'],
    ['https://a/1 1x, //ann:pw@b/2 2x', 'https://a/1 1x, //@b/2 2x'],
    ['0; url=git+ssh://token@h/', '0; url=git+ssh://@h/'],
    ['http://ann:p w@h/', 'http://@h/'],
  ])('%s becomes %s', (text, bare) => {
    expect(withoutCredentials(text)).toBe(bare);
  });

  test('cut within a user name ends before that name', () => {
    const url = `http://ann:${'x'.repeat(50)}@h/`;
    expect(startWithoutCredentials(url, 20)).toBe('http://');
    expect(startWithoutCredentials(`${url}b`, 64)).toBe('http://@h/');
    expect(startWithoutCredentials('a plain text', 7)).toBe('a plain');
  });

  test('in a value is cleaned at any depth; a value without credentials is returned itself', () => {
    const plain = { a: ['b@c', 1, null] };
    expect(bareValue(plain)).toBe(plain);
    expect(bareValue({ a: [{ b: 'http://ann:pw@h/' }], c: 1 })).toEqual({ a: [{ b: 'http://@h/' }], c: 1 });
  });
});

/** Pieces of URLs, put together in whatever way. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom('http', 'https', 'HTTP', 'ftp', 'ws', 'file', 'foo', 'javascript', 'mailto'),
      fc.constantFrom(
        ':',
        '/',
        '//',
        '\\',
        '@',
        '@',
        '%40',
        '%2540',
        '\uff20',
        '?',
        '#',
        '[',
        ']',
        '\t',
        '\n',
        ' ',
        '.',
      ),
      fc.constantFrom('ann', 'pw', 'h', 'example.com', '127.0.0.1', '80', '99999', '[::1]', '://', '%3A', '"', '<'),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 16 },
  )
  .map((parts) => parts.join(''));
const texts = fc.oneof(pieces, fc.string(), fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }));
const RUNS = { numRuns: lawRuns(1000) };

const userinfoOf = (text: string): string | null => {
  const url = parseUrl(text);
  return url instanceof UrlError ? null : url.userinfo;
};

describe('laws', () => {
  test('the parser finds no user name in the result', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(userinfoOf(withoutUserinfo(text))).toBeNull();
        expect(userinfoOf(withoutCredentials(text)) ?? '').toBe('');
        expect(userinfoOf(`http:${withoutUserinfo(`//${text}`)}`)).toBeNull();
      }),
      RUNS,
    );
  });

  test('input without credentials stays unchanged, byte for byte', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const url = parseUrl(text);
        if (!(url instanceof UrlError) && url.host !== null && url.userinfo === null) {
          expect(withoutUserinfo(text)).toBe(text);
        }
        if (!/@|%|\uff20|\ufe6b|\u00ef/.test(text)) expect(withoutCredentials(text)).toBe(text);
      }),
      RUNS,
    );
  });

  test('a second run changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const bare = withoutUserinfo(text);
        expect(withoutUserinfo(bare)).toBe(bare);
        const masked = withoutCredentials(text);
        expect(withoutCredentials(masked)).toBe(masked);
      }),
      RUNS,
    );
  });

  test.each(['@', 'a@', '%40', '%25', '//@', 'http://@/', 'http://a@', 'http:a:b/@', '://', '/\\'])(
    'a long text of %s takes no longer than others',
    (part) => {
      const text = part.repeat(200_000 / part.length);
      for (const hostile of [text, `http://${text}`, `x ${text}`, `javascript:${text}`, `http://a:b/${text}`]) {
        expect(userinfoOf(withoutUserinfo(hostile))).toBeNull();
        withoutCredentials(hostile);
      }
    },
  );
});
