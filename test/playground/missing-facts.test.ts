import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkFacts } from '../../src/facts/check.ts';
import { describeFact } from '../../src/facts/describe-fact.ts';
import { type CanonOptions, compile, type Fact, UrlError } from '../../src/index.ts';
import { hostOf, missingFacts } from '../../src/playground/missing-facts.ts';
import { anyUrl } from '../laws/urls.ts';

function missing(url: string, options: CanonOptions = {}): readonly (readonly [fact: Fact, isRunning: boolean])[] {
  const trace = compile(options).trace(url);
  if (trace instanceof UrlError) return [];
  return missingFacts(trace, options).map(({ fact, isRunning }) => [fact, isRunning] as const);
}

function named(url: string, options: CanonOptions = {}): readonly string[] {
  return missing(url, options).map(([fact]) => describeFact(fact));
}

describe('what facts could change further', () => {
  test.each([
    ['http://www.example.com/', ['www example.com remove', 'scheme example.com https']],
    ['https://example.com/Docs', ['case example.com', 'slash example.com add']],
    ['https://example.com/a//b/', ['slashes example.com']],
    ['https://example.com/a/index.html', ['index example.com']],
    ['https://example.com/?b=1&a=2', ['order example.com']],
    ['https://m.example.com/', ['mobile m.example.com example.com']],
    ['https://ann@example.com:8443/', ['userinfo example.com:8443']],
    ['mailto:ann@example.com', []],
    ['https://example.com/', []],
  ])('of %s', (url, expected) => {
    expect(named(url)).toEqual(expected);
  });

  test('a stated fact is not missing any more', () => {
    const facts: readonly Fact[] = [{ kind: 'www', host: 'example.com', value: 'remove' }];
    expect(named('http://www.example.com/', { facts })).toEqual(['scheme example.com https']);
  });

  test('a profile that leaves the pass out does not run it for a fact', () => {
    expect(missing('https://www.example.com/docs', { profile: 'usual' }).map(([, isRunning]) => isRunning)).toEqual([
      false,
      true,
    ]);
  });

  test('the facts are valid together, and stated they change what they promised', () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const trace = compile().trace(url);
        if (trace instanceof UrlError) return;
        const all = missingFacts(trace, {});
        for (const { fact, change } of all) {
          expect(checkFacts([fact])).toEqual([]);
          const first = compile({ facts: [fact] }).trace(change.before);
          if (first instanceof UrlError) throw first;
          expect(first.changes.map(({ pass }) => pass)).toContain(change.pass);
        }
      }),
    );
  });
});

test('the host of a URL', () => {
  expect(['HTTP://Example.COM:80/', 'http://[::1]:81/', 'mailto:a', 'x'].map(hostOf)).toEqual([
    'example.com:80',
    '[::1]:81',
    null,
    null,
  ]);
});
