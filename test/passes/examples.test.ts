import { describe, expect, test } from 'vitest';
import { NO_FACTS } from '../../src/facts/site-facts.ts';
import { PASSES, parseUrl, serialize, UrlError } from '../../src/index.ts';

function apply(pass: (typeof PASSES)[number], text: string, facts = NO_FACTS): string {
  const url = parseUrl(text);
  if (url instanceof UrlError) throw new Error(`${text}: ${url.code}`);
  return serialize(pass.apply(url, facts));
}

describe.each(PASSES)('$name', (pass) => {
  test.each(pass.examples)('$before → $after', ({ before, after, facts }) => {
    const known = { ...NO_FACTS, ...facts };
    // An example shows the pass in its place: what the passes in front of it settle is settled.
    expect(apply(pass, before, known)).toBe(after);
    expect(apply(pass, after, known)).toBe(after);
  });

  if (pass.needs !== null) {
    test('does nothing without its fact', () => {
      for (const { before } of pass.examples) expect(apply(pass, before)).toBe(before);
    });
  }
});

test('names are unique, and written as on the command line', () => {
  const names = PASSES.map((pass) => pass.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
});
