import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { compileGlob, GlobError } from '../../../crawler/scope/glob.ts';

/** Texts that each glob matches, and texts that it does not match. */
const VECTORS: readonly (readonly [glob: string, matched: readonly string[], others: readonly string[]])[] = [
  ['/a', ['/a'], ['/', '/a/', '/ab', 'x/a']],
  ['*', ['a', '.a', '..'], ['', 'a/', '/a', 'a/b']],
  ['/a/*', ['/a/b', '/a/.b'], ['/a/', '/a', '/a/b/c', '/a/b/']],
  ['/a*', ['/a', '/ab'], ['/a/', '/b']],
  ['/*/b', ['/a/b', '//b'], ['/b', '/a/a/b']],
  ['**', ['', 'a', '/a/b/', 'http://h/'], []],
  ['/docs/**', ['/docs/', '/docs/a', '/docs/a/b/'], ['/docs', '/docsx/']],
  ['/a/**/b', ['/a/b', '/a//b', '/a/x/b', '/a/x/y/b'], ['/ab', '/a/xb', '/a/b/']],
  ['**/b', ['b', '/b', 'a/b', 'http://h/a/b', '\n/b'], ['ab', 'a/xb']],
  ['/**/b', ['/b', '/a/b', '//b'], ['b', '/ab']],
  ['https://h/**/*.pdf', ['https://h/a.pdf', 'https://h/a/b.pdf'], ['https://h/a.pdf/', 'https://x/a.pdf']],
  ['**.pdf', ['.pdf', 'a.pdf', '/a/b.pdf'], ['/a.pdf?', '/apdf']],
  ['**.tar.gz', ['/a/b.tar.gz'], ['/a/b.gz']],
  ['/**.pdf', ['/a.pdf'], ['/a/b.pdf']],
  ['a**b', ['ab', 'axb'], ['a/b']],
  ['/***', ['/', '/a'], ['/a/']],
  ['?', ['a', '*'], ['', '/', 'ab']],
  ['/?id=*', ['/xid=1', '/?id='], ['/id=1', '//id=1']],
  ['[abc]x', ['ax', 'cx', '[abc]x'], ['dx', 'x', 'abcx']],
  ['[a-c1-3]', ['b', '2'], ['-', 'd', '4']],
  ['[!a-c]', ['d', '-', '!'], ['b', '/', '']],
  ['[^a]', ['b', '^'], ['a', '/']],
  ['[]a]', [']', 'a'], ['[', '']],
  ['[!]a]', ['b', '['], [']', 'a']],
  ['[a-]', ['a', '-'], ['b']],
  ['[\\]a\\-c]', [']', 'a', '-', 'c'], ['b', '\\']],
  ['[c-a]', ['[c-a]'], ['a', 'b', 'c']],
  ['https://[::1]:80/*', ['https://[::1]:80/a'], ['https://::80/a']],
  ['{a,b}c', ['ac', 'bc'], ['c', 'abc', '{a,b}']],
  ['a{,b}', ['a', 'ab'], ['ab,']],
  ['{a,b{c,d}}', ['a', 'bc', 'bd'], ['b', 'ac']],
  ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd'], ['ab']],
  ['**.{pdf,zip}', ['/a/b.pdf', '/a/b.zip'], ['/a/b.{pdf,zip}x']],
  ['/a/{**/b,*}', ['/a/b', '/a/x/b', '/a/c'], ['/a/', '/a/x/c']],
  ['/{a,b}**/c', ['/ax/c', '/b/c'], ['/ac', '/a/x/c']],
  ['/**{a,b}', ['/xa'], ['/x/a']],
  ['{a}{}', ['{a}{}'], ['a']],
  ['{[,}],b}', [',', '}', 'b'], ['[', '{']],
  ['{a,{b,c}', ['{a,b', '{a,c'], ['a', 'b']],
  ['{a,b}}', ['a}', 'b}'], ['a']],
  ['{a\\,b,c}', ['a,b', 'c'], ['a', 'b']],
  ['a[b', ['a[b'], ['ab']],
  ['a{b,*', ['a{b,', 'a{b,c'], ['ab']],
  ['a\\*\\?\\[b]\\{c,d}', ['a*?[b]{c,d}'], ['ax?b{c,d}']],
  ['\\', ['\\'], ['']],
  ['/Foo_(bar)+!@|"$^.*', ['/Foo_(bar)+!@|"$^.x', '/Foo_(bar)+!@|"$^.'], ['/Foo_bar+!@|"$^.x']],
  ['/a?b=[1]&c={x}', ['/a?b=[1]&c={x}', '/a?b=1&c={x}'], ['/a?b=[1]&c={x}y', '/a?b=[2]&c={x}']],
];

describe('compileGlob', () => {
  test.each(VECTORS)('%s', (glob, matched, others) => {
    const matches = compileGlob(glob);
    expect(matched.filter((text) => !matches(text))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  test('a matcher does not depend on earlier calls', () => {
    const matches = compileGlob('**/a/*b*');
    const texts = ['x/a/b', 'x', 'a/xbx', 'a/', 'x/a/b'];
    expect(texts.map(matches)).toEqual([true, false, true, false, true]);
  });

  test.each([
    ['*a*a*a*b', 'a'],
    [`${'*a'.repeat(30)}*b`, 'a'],
    [`**/${'*a'.repeat(30)}*b`, 'a/'],
    [`${'**/a/'.repeat(30)}b`, 'a/'],
    [`${'**/'.repeat(1300)}b`, 'a/'],
    [`{${'*a*a*b,'.repeat(50)}}`, 'a'],
    [`${'[!/]*'.repeat(30)}/`, 'a'],
    [`**/${'?'.repeat(60)}**/b`, '/a'],
  ])('a hostile URL of 8,000 characters does not block %.20s', (glob, unit) => {
    const url = unit.repeat(8000 / unit.length);
    expect(compileGlob(glob)(url)).toBe(false);
  });

  test.each(['a'.repeat(4097), `${'a{,'.repeat(1000)}a${'}'.repeat(1000)}`])(
    'a glob that is too long, or too deep, is refused: %.10s',
    (glob) => {
      expect(() => compileGlob(glob)).toThrow(GlobError);
      expect(() => compileGlob(glob)).toThrow(expect.objectContaining({ code: 'glob-too-large' }));
    },
  );

  test.each([
    '{a,b}'.repeat(800),
    `{${'a,'.repeat(2000)}}`,
    `${'{a,'.repeat(400)}a${'}'.repeat(400)}`,
    `${'{*,'.repeat(400)}a${'}'.repeat(400)}`,
    '{,'.repeat(2048),
    '['.repeat(4096),
    '//['.repeat(1365),
    `${'[a-z]'.repeat(800)}*`,
    '[^a]*'.repeat(800),
  ])('a glob of 4,096 characters at most has an answer: %.10s', (glob) => {
    const matches = compileGlob(glob);
    expect(matches(glob)).toBe(true);
    expect(matches('/'.repeat(8000))).toBe(false);
  });

  test('any glob and any text have an answer', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a/*?[]{},!^-\\.'.split('')), maxLength: 40 }),
        fc.string({ unit: 'binary' }),
        (glob, text) => {
          const matches = compileGlob(glob);
          expect(typeof matches(text)).toBe('boolean');
          expect(matches(glob)).toBe(true);
        },
      ),
    );
  });
});

describe('compared with picomatch', () => {
  const anyPiece = fc.constantFrom(
    ...'aab//.*?'.split(''),
    '*',
    '**',
    '**',
    '/**',
    '**/',
    '[ab]',
    '[!a]',
    '[a-b]',
    '\\*',
    '{b}',
  );
  const anyPlain = fc.array(anyPiece, { maxLength: 7 }).map((pieces) => pieces.join(''));
  const anyText = fc.string({ unit: fc.constantFrom(...'aab//.*{}'.split('')), minLength: 1, maxLength: 9 });

  const isOther = (glob: string): boolean =>
    // The start of a URL precedes it, which contains slashes.
    (/^\*\*[^/]/.test(glob) && !/^\*\*(?:\.\w+)+$/.test(glob)) ||
    // Nothing between the slash before it and the next one.
    glob.startsWith('/**/') ||
    // Its shortcuts need a character after the dot.
    /^(?:\*\*\/)?\*?\.\*$/.test(glob) ||
    // Its parser is confused: the dot of `***a.` matches any character there, `****` matches `a/b`, and so does
    // `**{b}`.
    glob.includes('***') ||
    glob.includes('**{') ||
    // It removes the current folder.
    glob.startsWith('./') ||
    // It has no notation for an empty glob.
    glob === '';
  const hasDotSegment = (text: string): boolean => /(?:^|\/)\.{1,2}(?:\/|$)/.test(text);

  const theirs = (glob: string): ((text: string) => boolean) =>
    picomatch(glob.replaceAll('[!', '[^'), { dot: true, noextglob: true, nonegate: true, strictSlashes: true });

  test('gives the same answers', () => {
    let matched = 0;
    fc.assert(
      fc.property(anyPlain, fc.array(anyText, { minLength: 30, maxLength: 30 }), (glob, texts) => {
        fc.pre(!isOther(glob));
        const [ours, reference] = [compileGlob(glob), theirs(glob)];
        for (const text of texts.filter((one) => !hasDotSegment(one))) {
          const answer = ours(text);
          if (answer) matched++;
          expect([glob, text, answer]).toEqual([glob, text, reference(text)]);
        }
      }),
      { numRuns: 1000 },
    );
    expect(matched).toBeGreaterThan(100);
  });

  test('braces mean the same as the expanded globs', () => {
    const anyGroup = fc.array(fc.constantFrom('a', 'b', 'ab', 'a/b', 'a*b', 'a/*/b', 'a/**/b'), {
      minLength: 2,
      maxLength: 3,
    });
    const anyParts = fc.array(
      fc.oneof(
        anyPlain.map((plain) => [plain]),
        anyGroup,
      ),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(anyParts, fc.array(anyText, { minLength: 10, maxLength: 10 }), (parts, texts) => {
        const glob = parts.map((group) => (group.length === 1 ? group.join() : `{${group.join(',')}}`)).join('');
        const written = parts.reduce<readonly string[]>(
          (starts, group) => starts.flatMap((start) => group.map((end) => start + end)),
          [''],
        );
        const matchers = written.map(compileGlob);
        for (const text of texts) {
          expect([glob, text, compileGlob(glob)(text)]).toEqual([
            glob,
            text,
            matchers.some((matches) => matches(text)),
          ]);
        }
      }),
    );
  });
});
