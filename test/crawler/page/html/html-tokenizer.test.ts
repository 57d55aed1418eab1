import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HtmlTokenizer } from '../../../../crawler/page/html/html-tokenizer.ts';
import { lawRuns } from '../../../law-runs.ts';
import { ourTokens, theirTokens } from './tokenize-twice.ts';
import { alphabet, inputsAfter, prefixes } from './tokenizer-inputs.ts';

it.each(prefixes)('every two characters after %j give the tokens that parse5 gives', (prefix) => {
  for (const html of inputsAfter(prefix, 2)) {
    expect({ html, tokens: ourTokens(html) }).toEqual({ html, tokens: theirTokens(html) });
  }
});

const RUNS = lawRuns(2000);
const input = fc
  .tuple(fc.constantFrom(...prefixes), fc.array(fc.constantFrom(...alphabet, ...prefixes), { maxLength: 20 }))
  .map(([prefix, rest]) => prefix + rest.join(''))
  // parse5 counts a line end right after `&` twice.
  .filter((html) => !/&[\r\n]/.test(html));

it('pieces of markup in any order give the tokens that parse5 gives', () => {
  fc.assert(
    fc.property(input, (html) => {
      expect(ourTokens(html)).toEqual(theirTokens(html));
    }),
    { numRuns: RUNS },
  );
});

it('the tokens are the same in steps of any length', () => {
  fc.assert(
    fc.property(input, fc.integer({ min: 1, max: 9 }), (html, step) => {
      expect(ourTokens(html, step)).toEqual(ourTokens(html));
    }),
    { numRuns: RUNS },
  );
});

it('a step reads little more than it is told to', () => {
  const bytes = Buffer.from(`<a ${'b '.repeat(100)}><!-- ${'c '.repeat(100)}--><p>${'d '.repeat(100)}`);
  let last = 0;
  const note = (end: number): number => (last = end);
  const tokenizer = new HtmlTokenizer(bytes, {
    isForeign: false,
    startTag: () => true,
    attribute: (_nameStart, _nameEnd, _valueStart, end) => note(end),
    startTagEnd: () => 'data',
    endTag: () => {},
    text: (_start, end) => note(end),
    cdata: () => {},
    comment: () => {},
  });
  for (let end = 10; tokenizer.readTo(end); end += 10) expect(last).toBeLessThan(end + 10);
});
