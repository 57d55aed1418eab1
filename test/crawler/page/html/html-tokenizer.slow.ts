import { expect, it } from 'vitest';
import { ourTokens, theirTokens } from './tokenize-twice.ts';
import { inputsAfter, prefixes } from './tokenizer-inputs.ts';

it.each(prefixes)('every three characters after %j give the tokens that parse5 gives', (prefix) => {
  for (const html of inputsAfter(prefix, 3)) {
    expect({ html, tokens: ourTokens(html) }).toEqual({ html, tokens: theirTokens(html) });
  }
});
