import { describe, expect, test } from 'vitest';
import { describeFact } from '../../src/facts/describe-fact.ts';
import { type CanonOptions, compare, type Fact, PROFILES, UrlError } from '../../src/index.ts';
import { type Compared, compared } from '../../src/playground/compared.ts';

function valid(a: string, b: string, options: CanonOptions = {}): Compared {
  const result = compared(a, b, options);
  if (result instanceof UrlError) throw result;
  return result;
}

const [PLAIN, DRESSED] = ['http://example.com/docs', 'https://www.example.com/docs/?utm_source=mail'];

describe('two URLs', () => {
  test('are compared as the library does, and under every profile', () => {
    const result = valid(PLAIN, DRESSED);
    expect(result).toMatchObject(compare(PLAIN, DRESSED));
    expect(result.profiles.map(({ profile }) => profile)).toEqual(PROFILES.map(({ name }) => name));
    expect(result.profiles.filter(({ same }) => same).map(({ profile }) => profile)).toEqual(['changing']);
  });

  test('that facts would make equal: the facts, with which they are', () => {
    const { missing } = valid(PLAIN, DRESSED);
    expect(missing?.map(describeFact)).toEqual([
      'www example.com remove',
      'scheme example.com https',
      'slash example.com add',
    ]);
    expect(valid(PLAIN, DRESSED, { facts: missing ?? [] }).same).toBe(true);
  });

  test('that are equal by facts and assumptions: those without which they would differ', () => {
    const facts: readonly Fact[] = [
      { kind: 'slash', host: 'example.com', value: 'add' },
      { kind: 'case', host: 'example.com' },
    ];
    const { same, because } = valid(PLAIN, DRESSED, { facts, assume: ['www', 'scheme', 'order'] });
    expect(same).toBe(true);
    expect(because).toEqual(['www', 'scheme', facts[0]]);
  });

  test('show what the passes change that make them equal, and no other change', () => {
    const [first, second] = valid(PLAIN, DRESSED).changes;
    expect(first.map(({ pass }) => pass)).toEqual(['limit-protocols', 'add-trailing-slash']);
    expect(second.map(({ pass }) => pass)).toEqual(['fold-www', 'drop-tracking-params']);
  });

  test('that only passes could make equal which the profile leaves out: no facts', () => {
    expect(valid('http://a.example/#x', 'http://a.example/', { profile: 'usual' }).missing).toBeNull();
    expect(valid('http://www.a.example/', 'http://a.example/', { profile: 'usual' }).missing).toBeNull();
  });

  test('whose facts would contradict the stated ones: no facts', () => {
    const facts: readonly Fact[] = [{ kind: 'www', host: 'example.com', value: 'add' }];
    const result = valid('http://example.com/A', 'https://example.com/a/', { facts });
    expect(result.same).toBe(false);
  });

  test('that nothing makes equal', () => {
    expect(valid('http://a.example/', 'http://b.example/')).toMatchObject({
      same: false,
      class: null,
      missing: null,
      because: [],
    });
  });

  test('the first error, if one is not a URL', () => {
    expect(compared('x', 'http://', {})).toMatchObject({ code: 'no-scheme' });
    expect(compared('http://a/', 'http://', {})).toMatchObject({ code: 'no-host' });
  });
});
