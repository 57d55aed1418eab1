import { expect, test } from 'vitest';
import { declaredForm } from '../../src/evidence/declared-form.ts';
import type { Subject } from '../../src/evidence/evidence.ts';

function subject(kind: Subject['kind'], host = 'example.com'): Subject {
  return { kind, host, about: null };
}

const PAGE = 'http://example.com/a';

test.each<[Subject['kind'], string, string | null]>([
  ['www', 'http://www.example.com/a', 'add'],
  ['www', 'http://example.com/a', 'remove'],
  ['www', 'http://m.example.com/a', null],
  ['www', 'http://[', null],
  ['www', 'mailto:a@example.com', null],
  ['scheme', 'https://example.com/a', 'https'],
  ['scheme', 'http://www.example.com/a', 'http'],
  ['scheme', 'ftp://example.com/a', null],
  ['scheme', 'https://other.example/a', null],
  ['slash', 'http://example.com/a/', 'add'],
  ['slash', 'http://example.com/a', 'remove'],
  ['slash', 'http://www.example.com/a/', 'add'],
  ['slash', 'http://example.com/b/', null],
  ['slash', 'http://example.com/', null],
  ['case', 'http://example.com/a', null],
])('of %s, a page that declares %s says %j', (kind, canonical, form) => {
  expect(declaredForm(subject(kind), PAGE, canonical)).toBe(form);
});

test('the home page says nothing of slashes, and a page that is no URL nothing at all', () => {
  expect(declaredForm(subject('slash'), 'http://example.com/', 'http://example.com/')).toBeNull();
  expect(declaredForm(subject('slash'), 'http://[', 'http://example.com/a/')).toBeNull();
});

test('a page with a slash may declare itself with it, or without', () => {
  const page = 'http://example.com/a/';
  expect(declaredForm(subject('slash'), page, page)).toBe('add');
  expect(declaredForm(subject('slash'), page, PAGE)).toBe('remove');
});
