import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { preferredUrl } from '../../../src/audit/site/spellings.ts';
import { claim } from '../../evidence/claims.ts';
import { canonical, madeSite, page } from '../made-site.ts';

const A = 'https://example.com/a';

async function preferred(one: AuditEntry): Promise<string> {
  const site = await madeSite([one]);
  const [only] = site.pages;
  return only === undefined ? '' : preferredUrl(only, site);
}

test.each<[string, AuditEntry, string]>([
  ['as the page declares', page(A, canonical('https://example.com/%61')), 'https://example.com/%61'],
  ['as it answered', page('https://example.com/a#top', '', { finalUrl: A }), A],
  ['as found, if every client sends the same request', page('https://EXAMPLE.com/a', ''), 'https://EXAMPLE.com/a'],
  [
    'as another link writes it, if this one has a session id',
    page(`${A}?PHPSESSID=1`, '', { spellings: [{ url: `${A}#top`, pass: 'drop-fragment' }] }),
    A,
  ],
  ['with its route', page(`${A}#!/1`, ''), `${A}#!/1`],
  ['as its key, if all links have a session id', page(`${A}?PHPSESSID=1`, ''), A],
  ['as its key, if it declares tracking parameters', page(`${A}?gclid=1`, canonical(`${A}?gclid=1`)), A],
])('the URL of a page is written %s', async (_, one, url) => {
  expect(await preferred(one)).toBe(url);
});

test('the URL of a page is never written with http where its key has https', async () => {
  const canon = { facts: [{ kind: 'scheme', host: 'example.com', value: 'https' }] } as const;
  const site = await madeSite([page(A, canonical('http://example.com/a'))], { canon });
  expect(site.pages.map((one) => [one.canonical?.key, preferredUrl(one, site)])).toEqual([[A, A]]);
});

test.each([
  ['permanent-redirect', `${A}/`],
  ['content', A],
] as const)(
  'an exception that answered itself is written as it answered, if others show this: %s',
  async (source, url) => {
    const facts = [{ kind: 'slash', host: 'example.com', value: 'remove' }] as const;
    const claims = [claim('slash', '/', { target: 'remove', source })];
    const { key } = page(A, '');
    for (const spellings of [[], [{ url: A, pass: 'drop-fragment' }]]) {
      const site = await madeSite([page(`${A}/`, '', { key, spellings })], { canon: { facts }, claims });
      expect(site.pages.map((one) => preferredUrl(one, site))).toEqual([url]);
    }
    const tracked = await madeSite([page(`${A}/?gclid=1`, '', { key })], { canon: { facts }, claims });
    expect(tracked.pages.map((one) => preferredUrl(one, tracked))).toEqual([A]);
  },
);

describe('the URL of a page is never written as it declares where that redirects to it', () => {
  test('as the crawl saw', async () => {
    const query = 'https://example.com/a?';
    expect(await preferred(page(query, canonical(query)))).toBe(query);
    expect(await preferred(page(query, canonical(query), { finalUrl: A }))).toBe(A);
  });

  test.each([
    ['permanent-redirect', `${A}/`],
    ['content', A],
  ] as const)('as a fact says that rests on evidence of this kind: %s', async (source, url) => {
    const facts = [{ kind: 'slash', host: 'example.com', value: 'add' }] as const;
    const claims = [claim('slash', '/', { target: 'add', source })];
    const site = await madeSite([page(`${A}/`, canonical(A))], { canon: { facts }, claims });
    expect(site.pages.map((one) => preferredUrl(one, site))).toEqual([url]);
  });
});
