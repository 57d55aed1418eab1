import fc from 'fast-check';

/** Pieces of which some rule makes something, and pieces that meet badly. */
const PIECES: readonly string[] = [
  ...Array.from('aAeEyYhHjJtTwWiIlzZ019 -_:/.,;!?()&\'"$@*+%#~=|\\[]^`{}<>\t\n\0\x7f\x85\xa0\xad'),
  ...Array.from('äÄéÉßẞþÞýÝøœŁłſĳŉŀıİƒșțǆǅªº¼½¦±×÷¿'),
  ...Array.from('σςΣΪΐΆͅКйёЁ五五高각가각쎄뉴스슦쀀かがカﾞﾟヴ٠٣लाि्กำ'),
  ...Array.from(
    '’“”–—…ⅷ™ﬁ：＿－／Ａ\u2000\u3000\u1680\ufeff\u200b\u2028\u212a\u212b\u2126\u037e\u1fef\u0387\u0344\u0340',
  ),
  ...Array.from(
    '\u0300\u0301\u0304\u0305\u0308\u030c\u0316\u0323\u0327\u0328\u0331\u0338\u20d0\u20d2\u0345\u3099\u0f71\u0f73\u1acf\u0c5c',
  ),
  '\ud800',
  '\udfff',
  '\u{10400}',
  '\u{1f697}',
  '\u{1d15e}',
  '\u{16ea0}',
  '_default:',
  '_Default:',
  '__',
  '::',
  '--',
  '  ',
  ':-:',
  'a:_b',
  'fragment:',
  'index.html',
];

const piece = fc.constantFrom(...PIECES);

/** Names that are mostly of such pieces. */
const assembled = fc.array(fc.oneof({ weight: 8, arbitrary: piece }, fc.string({ unit: 'binary', maxLength: 2 })), {
  maxLength: 24,
});

/** Runs of marks that are long and in any order. */
const marked = fc
  .tuple(
    piece,
    fc.array(fc.constantFrom(...Array.from('\u0300\u0301\u0316\u0323\u0327\u0345\u0f71\u0f73\u3099\uff9e\u034f')), {
      maxLength: 80,
    }),
  )
  .map(([base, marks]) => [base, ...marks]);

/** What people write. */
const plain = fc.array(
  fc.constantFrom(
    'User',
    'of',
    'The',
    'SCP-001',
    '(1)',
    'Müller',
    'Café',
    "O'Neil",
    'C++',
    'пример',
    '日本',
    '&',
    '-',
    ',',
  ),
  { maxLength: 8 },
);

/** Strings of every kind that somebody may call a page. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: assembled.map((parts) => parts.join('')) },
  { weight: 2, arbitrary: plain.map((words) => words.join(' ')) },
  { weight: 1, arbitrary: marked.map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
