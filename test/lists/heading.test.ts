import { expect, test } from 'vitest';
import { Heading } from '../../src/lists/heading.ts';

test('the line that names the separator makes no other heading', () => {
  const heading = new Heading();
  heading.startList('a.csv', true);
  expect(heading.takes('sep=;\nurl;n\n')).toBe(true);
  heading.startList('b.csv', true);
  expect(heading.takes('url;n\n')).toBe(false);
  heading.startList('c.csv', true);
  expect(heading.takes('sep=;\n')).toBe(true);
  expect(() => heading.takes('url;m\n')).toThrow('c.csv and a.csv have different columns');
});
