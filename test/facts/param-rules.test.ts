import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ParamRule, ParamRules, ParamRulesError } from '../../src/facts/param-rules.ts';
import { compilePattern, requiredText } from '../../src/facts/pattern.ts';
import { TextIndex } from '../../src/facts/text-index.ts';
import { compile } from '../../src/index.ts';

const drop = (name: string, where: Partial<ParamRule> = {}): ParamRule => ({
  action: 'drop',
  params: [{ is: 'name', text: name }],
  ...where,
});

describe('rules', () => {
  const at = (url: string, ...rules: readonly ParamRule[]): unknown =>
    compile({
      profile: 'preserving',
      pass: ['drop-tracking-params'],
      params: { rules: new ParamRules(rules) },
    }).canonicalize(url);

  test('hold for a host and all below it, with or without a public suffix', () => {
    expect(at('http://b.a.co.uk/?x', drop('x', { hosts: ['a.co.uk'] }))).toBe('http://b.a.co.uk/');
    expect(at('http://b.a.co.uk/?x', drop('x', { hosts: ['a.*'] }))).toBe('http://b.a.co.uk/');
    expect(at('http://b.a.co.uk/?x', drop('x', { hosts: ['b.a.*'] }))).toBe('http://b.a.co.uk/');
    expect(at('http://a.b.uk/?x', drop('x', { hosts: ['a.*', 'co.uk'] }))).toBe('http://a.b.uk/?x');
    expect(at('http://127.0.0.1/?x', drop('x', { hosts: ['127.0.0.1'] }))).toBe('http://127.0.0.1/');
  });

  test('that keep go before rules that drop, whatever their order', () => {
    const keep: ParamRule = { ...drop('x'), action: 'keep' };
    expect(at('http://a/?x&y', drop('x'), keep, drop('y'))).toBe('http://a/?x');
    expect(at('http://a/?x&y', keep, drop('x'), drop('y'))).toBe('http://a/?x');
  });

  test('do not look at the query, so that one parameter never decides about another', () => {
    expect(at('http://a/?x&y', drop('y', { url: 'x' }))).toBe('http://a/?x&y');
    expect(at('http://a/x?x&y', drop('y', { url: 'x$' }))).toBe('http://a/x?x');
  });

  test('of an unusual pattern are refused', () => {
    expect(() => new ParamRules([drop('x', { url: '(?=a)' })])).toThrow(ParamRulesError);
  });

  test('are data: the JSON of one makes another alike', () => {
    const rules: readonly ParamRule[] = [drop('x', { hosts: ['a'] }), drop('y')];
    const again: unknown = JSON.parse(JSON.stringify(new ParamRules(rules)));
    expect(again).toEqual(rules);
  });
});

describe('the text that a pattern requires', () => {
  test.each([
    ['^https?:\\/\\/(?:[a-z0-9-]+\\.)*?Amazon(?:\\.[a-z]{2,}){1,}', 'amazon'],
    ['ab*cde?f', 'cd'],
    ['abc{2}de{0}', 'ab'],
    ['ab+c', 'ab'],
    ['abc|def', ''],
    ['a(?:bcd|e)fg', 'fg'],
    ['[abc]de\\.f', 'de'],
    ['\\dabc\\w', 'abc'],
    ['\\x41bcd', ''],
    ['\\u0041bcd', ''],
    ['a[]bc]d', ''],
    ['.*', ''],
    ['{abc', 'abc'],
  ])('%s: %s', (source, text) => {
    expect(requiredText(source)).toBe(text);
  });

  test.each(['(?<=a)b', '(a)\\1', 'a(?!b)', '(', 'a'.repeat(2001)])('%s is no pattern', (source) => {
    expect(compilePattern(source, false)).toBeNull();
  });
});

test('looking for required text first misses nothing', () => {
  const piece = fc.constantFrom('abcd', 'abc', 'bcde', 'x', '.', '-', '/', 'É');
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), text, (needed, path) => {
      const index = new TextIndex<string>();
      for (const each of needed) index.add(each, each);
      const found = index.within(path);
      for (const each of needed) if (path.includes(each)) expect(found).toContain(each);
    }),
  );
});
