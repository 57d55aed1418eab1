import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PageText, readPageText } from '../../../crawler/probe/page-text.ts';
import { compareLooks } from '../../../crawler/probe/text-comparison.ts';

const readText = (html: string): PageText | null => readPageText(Buffer.from(html));

function read(html: string): PageText {
  const text = readText(html);
  if (text === null) throw new Error('too large');
  return text;
}

const blocks = (html: string): readonly string[] => read(html).sequence;

/** Pages of paragraphs. */
const looks = (...pages: readonly (readonly string[])[]): readonly PageText[] =>
  pages.map((paragraphs) => read(paragraphs.map((text) => `<p>${text}`).join('')));

describe('blocks', () => {
  test('are the title and the texts between tags that are not inline', () => {
    expect(blocks('<title>A  b</title><h1>One</h1>two <b>th</b>ree<br>four<div>five\n\t 6</div>')).toEqual([
      'A b',
      'One',
      'two three',
      'four',
      'five 6',
    ]);
  });

  test.each([
    '<script>x</script>',
    '<style>x</style>',
    '<noscript>x<p>y</p></noscript>',
    '<template><p>x</p></template>',
    '<!-- x -->',
    '<iframe>x</iframe>',
    '<svg><title></title></svg>',
    '<script><!--<script>x</script>--></script>',
  ])('leave out invisible text: %s', (hidden) => {
    expect(blocks(`<p>a</p>${hidden}<p>b</p>`)).toEqual(['a', 'b']);
  });

  test('shadow roots are visible, and their mode is no reference', () => {
    const page = read('<p>a<x-y><template shadowrootmode=open><p>b <a href=c></a></template></x-y>');
    expect(page.sequence).toEqual(['a', 'b']);
    expect([...page.references]).toEqual(['c']);
  });

  test('references are decoded, and white space is collapsed', () => {
    expect(blocks('<p>a&amp;b&nbsp;&#99;</p>')).toEqual(['a&b c']);
  });

  test('a bogus CDATA hides nothing after its end', () => {
    expect(blocks('<p>a<![CDATA[ x > b ]]> c</p>')).toEqual(['a b ]]> c']);
  });

  test('links, images and password fields are found', () => {
    const page = read(
      '<base href="/b/"><a href=" x&amp;y ">l</a><img src=i.png alt=I><input TYPE="Password"><a href="">e</a>',
    );
    expect([...page.references]).toEqual(['x&y', 'i.png', 'I']);
    expect([page.base, page.hasPassword, page.hasScript]).toEqual(['/b/', true, false]);
  });

  test('a page with too many blocks is not read completely', () => {
    expect(readText('<p>a'.repeat(500_000))).toBeNull();
    expect(readText(Array.from({ length: 300_000 }, (_, at) => at.toString(36)).join(' '))).toBeNull();
  });

  test('any text is read', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<p>',
            'a',
            '<script>',
            '</script>',
            '<!--',
            '-->',
            '<svg>',
            '<a href=',
            '"',
            '&',
            '</p',
            '<template>',
          ),
        ),
        (parts) => {
          expect(() => readText(parts.join(''))).not.toThrow();
        },
      ),
    );
  });
});

describe('comparing', () => {
  const text = ['one two three four', 'five six seven eight', 'nine ten eleven twelve'];

  test.each([
    ['same', looks(text), looks(text)],
    ['same', looks([...text, 'x 1'], [...text, 'x 2']), looks([...text, 'x 3'], [...text, 'x 4'])],
    ['other-text', looks(text, text), looks([...text, 'more'], [...text, 'more'])],
    [
      'other-text',
      looks([...text, 'item 17'], [...text, 'item 17']),
      looks([...text, 'item 18'], [...text, 'item 18']),
    ],
    ['other-text', looks([...text, 'a', 'a'], [...text, 'a', 'a']), looks([...text, 'a'], [...text, 'a'])],
    ['noise', looks([...text, '17 at 1'], [...text, '17 at 2']), looks([...text, '18 at 3'], [...text, '18 at 4'])],
    ['noise', looks(['a', 'b c d', 'e f'], ['a', 'g h i', 'j k']), looks(['a', 'l m n', 'o p'], ['a', 'q r s', 't u'])],
    ['other-order', looks(text, text), looks(text.toReversed(), text.toReversed())],
    ['noise', looks(text, text.toReversed()), looks([...text.slice(1), text[0] ?? ''])],
    ['same', looks(text, text.toReversed()), looks(text)],
  ] as const)('%s', (expected, a, b) => {
    expect(compareLooks(a, b)).toBe(expected);
    expect(compareLooks(b, a)).toBe(expected);
  });

  const words = fc.array(fc.constantFrom('a', 'b c', 'd e f', 'g', 'h i'), { minLength: 1, maxLength: 8 });

  test('a page equals itself, however many looks there are', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 3 }), (page, times) => {
        expect(compareLooks(looks(page), looks(...Array.from({ length: times }, () => page)))).toBe('same');
      }),
    );
  });

  test('equal pages have no word that stays on one and is never on the other', () => {
    fc.assert(
      fc.property(words, words, words, words, (a1, a2, b1, b2) => {
        if (compareLooks(looks(a1, a2), looks(b1, b2)) !== 'same') return;
        const [first, second, ...others] = [a1, a2, b1, b2].map((page) => new Set(page.join(' ').split(' ')));
        for (const word of first ?? []) {
          if (second?.has(word)) expect(others.some((other) => other.has(word))).toBe(true);
        }
      }),
    );
  });

  test('the order of the two pages does not matter', () => {
    fc.assert(
      fc.property(words, words, words, (a1, a2, b) => {
        expect(compareLooks(looks(a1, a2), looks(b))).toBe(compareLooks(looks(b), looks(a1, a2)));
      }),
    );
  });
});
