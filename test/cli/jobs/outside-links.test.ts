import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { brokenLinks, MAX_LINKS, MAX_LINKS_PER_HOST, outsideLinks } from '../../../src/cli/jobs/outside-links.ts';
import { compile } from '../../../src/index.ts';
import { entry, redirect } from '../../audit/made-site.ts';

/** The entries as an audit has read them. */
function read(entries: readonly AuditEntry[]): readonly { readonly entry: AuditEntry }[] {
  return entries.map((one) => ({ entry: one }));
}
const outside = (url: string) => entry(url, { state: 'skipped', status: null, reason: 'scope', source: 'link' });

test('links outside the scope are checked, and nothing else that the crawl left out', () => {
  const entries = [
    outside('https://example.org/a#top'),
    { ...outside('https://example.org/canonical'), source: 'canonical' },
    { ...outside('https://example.org/excluded'), reason: 'excluded' },
    { ...outside('mailto:a@example.org') },
    entry('https://example.com/'),
  ];
  expect(outsideLinks(read(entries))).toEqual({ urls: ['https://example.org/a#top'], left: 0 });
});

test('the number of links is limited, in total and per host', () => {
  const urls = (host: string, count: number) =>
    Array.from({ length: count }, (_, n) => outside(`https://${host}/${n}`));
  const one = outsideLinks(read(urls('a.example', MAX_LINKS_PER_HOST + 5)));
  expect([one.urls.length, one.left]).toEqual([MAX_LINKS_PER_HOST, 5]);
  const hosts = Array.from({ length: 12 }, (_, n) => urls(`h${n}.example`, MAX_LINKS_PER_HOST));
  const all = outsideLinks(read(hosts.flat()));
  expect([all.urls.length, all.left]).toEqual([MAX_LINKS, 12 * MAX_LINKS_PER_HOST - MAX_LINKS]);
});

test('links that lead to an error, also by redirects, are broken', () => {
  const gone = entry('https://b.example/', { state: 'failed', status: 404, reason: 'http-404' });
  const checked = [
    redirect('https://a.example/', 'https://b.example/'),
    gone,
    redirect('https://c.example/', 'https://d.example/'),
    entry('https://d.example/'),
    entry('https://e.example/', { state: 'failed', status: 503, reason: 'http-503' }),
  ];
  const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/', 'https://e.example/'];
  const broken = brokenLinks([...urls, 'https://unknown.example/'], checked, compile());
  expect(broken.map(({ url, status, finalUrl, aliasOf }) => [url, status, finalUrl, aliasOf])).toEqual([
    ['https://a.example/', 404, 'https://b.example/', null],
    ['https://b.example/', 404, null, null],
  ]);
});

test('no link is broken if no host could be reached', () => {
  const nowhere = entry('https://a.example/', { state: 'failed', status: null, reason: 'dns-not-found' });
  expect(brokenLinks([nowhere.url], [nowhere], compile())).toEqual([]);
  expect(brokenLinks([nowhere.url], [nowhere, entry('https://b.example/')], compile())).toHaveLength(1);
});
