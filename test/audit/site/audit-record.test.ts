import { describe, expect, test } from 'vitest';
import { type AuditRecord, recordFrom } from '../../../src/audit/site/audit-record.ts';

const NOTHING: AuditRecord = {
  title: null,
  description: null,
  heading: null,
  language: null,
  base: null,
  robots: [],
  canonicals: [],
  alternates: [],
  next: null,
  prev: null,
  amp: null,
  openGraphUrl: null,
  refresh: null,
  words: null,
  languages: [],
  served: null,
};

const COMPLETE: AuditRecord = {
  title: 'Brooms',
  description: 'All our brooms.',
  heading: 'Our brooms',
  language: 'en',
  base: '/',
  robots: [
    { from: 'header', agent: 'bot', directives: ['noindex'] },
    { from: 'meta', agent: null, directives: [] },
  ],
  canonicals: [
    { where: 'header', href: '/a', url: null, attributes: [], line: null, column: null, pushedBy: null },
    { where: 'head', href: '/a', url: 'http://h/a', attributes: ['media'], line: 1, column: 2, pushedBy: null },
    {
      where: 'body',
      href: '/a',
      url: 'http://h/a',
      attributes: [],
      line: 3,
      column: 4,
      pushedBy: { tag: 'div', line: 2 },
    },
  ],
  alternates: [{ language: 'de', url: 'http://h/de' }],
  next: 'http://h/2',
  prev: 'http://h/0',
  amp: 'http://h/amp',
  openGraphUrl: 'http://h/og',
  refresh: { delay: 5, url: 'http://h/r' },
  words: 12,
  languages: [{ language: 'de', url: 'http://h/de' }],
  served: {
    title: null,
    robots: [{ from: 'meta', agent: null, directives: ['noindex'] }],
    canonicals: ['http://h/b'],
    alternates: [{ language: 'fr', url: 'http://h/fr' }],
    words: 3,
    links: 2,
    added: { links: 4, first: 'http://h/c' },
  },
};

test('a stored record is read back, without the fields that no rule uses', () => {
  expect(recordFrom({ ...COMPLETE, text: { hash: 'x' }, noVarySearch: null })).toEqual(COMPLETE);
});

test('missing fields are null or empty', () => {
  expect(recordFrom({})).toEqual(NOTHING);
});

test.each(Object.keys(NOTHING))('the field %s of a wrong type counts as missing', (field) => {
  for (const value of [true, { a: 1 }, [[]], ['x'], [null]]) expect(recordFrom({ [field]: value })).toEqual(NOTHING);
});

describe('an item is dropped', () => {
  const robots = { from: 'meta', agent: null, directives: ['noindex'] };
  test.each([
    ['without its source', { from: 'body' }],
    ['with an agent that is not a text', { agent: 1 }],
    ['with directives that are not texts', { directives: ['noindex', 1] }],
    ['without a list of directives', { directives: 'noindex' }],
  ])('of robots %s', (_, change) => {
    expect(recordFrom({ robots: [robots] }).robots).toHaveLength(1);
    expect(recordFrom({ robots: [{ ...robots, ...change }] }).robots).toEqual([]);
  });

  const canonical = { where: 'head', href: '/', url: null, attributes: [], line: 1, column: 1, pushedBy: null };
  test.each([
    ['at an unknown place', { where: 'foot' }],
    ['without a reference', { href: null }],
    ['with a URL that is not a text', { url: 1 }],
    ['with attributes that are not texts', { attributes: [1] }],
    ['without a line', { line: null }],
    ['without a column', { column: '1' }],
    ['pushed by an element without a name', { pushedBy: { line: 1 } }],
    ['pushed by an element without a line', { pushedBy: { tag: 'div' } }],
  ])('of canonical URLs %s', (_, change) => {
    expect(recordFrom({ canonicals: [canonical] }).canonicals).toHaveLength(1);
    expect(recordFrom({ canonicals: [{ ...canonical, ...change }] }).canonicals).toEqual([]);
  });

  test.each([{ language: 1 }, { url: null }])('of alternates with %j', (change) => {
    const alternate = { language: 'de', url: 'http://h/de' };
    expect(recordFrom({ alternates: [alternate, { ...alternate, ...change }] }).alternates).toEqual([alternate]);
  });
});

test.each([{ delay: '5' }, { url: null }])('a refresh with %j counts as missing', (change) => {
  expect(recordFrom({ refresh: { delay: 5, url: 'http://h/', ...change } }).refresh).toBeNull();
});
