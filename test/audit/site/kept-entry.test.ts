import { expect, test } from 'vitest';
import { EntryKeeper } from '../../../src/audit/site/kept-entry.ts';
import { page } from '../made-site.ts';

test('keeps all fields of an entry but the JSON of its record', () => {
  const given = page('https://example.com/a?b#c', '<title>A</title><p>A broom.', {
    finalUrl: 'https://example.com/a',
    foundOn: page('https://example.com/', '').key,
    spellings: [{ url: 'https://example.com/a?b#d', pass: 'drop-fragment' }],
  });
  const { record: _, ...details } = given.details ?? { record: null };
  expect(new EntryKeeper().keep(given)).toEqual({ ...given, details });
});

test('drops fields that only a store uses', () => {
  const stored = { ...page('https://example.com/', ''), fetchedAt: 1, hops: 0 };
  const kept = new EntryKeeper().keep(stored);
  expect(Object.keys(kept)).not.toContain('fetchedAt');
});
