import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../../src/audit/site/entry.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { entry, findings } from './made-site.ts';

const FIELDS = [
  'title',
  'language',
  'base',
  'robots',
  'canonicals',
  'alternates',
  'next',
  'prev',
  'amp',
  'openGraphUrl',
  'refresh',
  'words',
];

const urls = fc.constantFrom(
  'https://example.com/a',
  'https://example.com/%',
  'http://',
  'https://example.com/?a=&&=',
  'x',
  '',
);
const url = fc.oneof(urls, fc.string());
const value = fc.oneof(
  fc.jsonValue(),
  url,
  fc.array(
    fc.oneof(
      fc.jsonValue(),
      fc.record({ url, href: url, language: fc.string(), where: fc.constant('head'), attributes: fc.constant([]) }),
    ),
  ),
);
const record = fc.oneof(
  fc.constantFrom('', '{', 'null', '[]', '7'),
  fc.dictionary(fc.constantFrom(...FIELDS), value).map((fields) => JSON.stringify(fields)),
);
const entries = fc.array(
  fc.record({
    at: fc.constantFrom('a', 'b', 'c?x=1&y=', 'd/index.html', 'e//f'),
    record,
    text: fc.constantFrom(null, '', 't'),
    sketch: fc.oneof(fc.constant(null), fc.string({ maxLength: 200 })),
    status: fc.constantFrom(null, 200, 301, 404, -1),
    reason: fc.constantFrom(null, 'redirect-loop', 'robots', 'similar', ''),
    aliasBy: fc.constantFrom(null, 'redirect', 'equivalence', 'canonical', 'other'),
    aliasOf: fc.constantFrom('a', 'b', 'z'),
    spelling: url,
  }),
  { maxLength: 5 },
);

it('audits any stored entries without throwing', async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (made) => {
      const all = made.map((one): AuditEntry => {
        const known = entry(`https://example.com/${one.at}`);
        return {
          ...known,
          status: one.status,
          reason: one.reason,
          aliasBy: one.aliasBy,
          aliasOf: entry(`https://example.com/${one.aliasOf}`).key,
          details: { text: one.text, sketch: one.sketch, record: one.record, lastModified: null },
          spellings: [{ url: one.spelling, pass: 'x' }],
          listings: [{ sitemap: known.key, url: one.spelling, lastmod: null }],
        };
      });
      expect(await findings(all)).toBeInstanceOf(Array);
    }),
    { numRuns: 300 },
  );
});

it('cites or ignores claims of any time and host', async () => {
  const claim = {
    kind: 'www',
    host: '',
    about: null,
    path: 'x',
    verdict: 'confirmed',
    source: null,
    lastSeen: Number.MAX_VALUE,
  };
  const details = { text: 't', sketch: null, record: '{"words":20}', lastModified: null };
  const both = ['https://example.com/', 'https://www.example.com/'].map((one) => entry(one, { details }));
  const hosts = ['', '%', 'example.com'].map((host) => ({ ...claim, host, path: '/' }));
  const claims: unknown = [claim, ...hosts];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a file may hold
  expect(await findings(both, { claims: claims as Claim[] })).toBeInstanceOf(Array);
});

it('finishes with a title of a megabyte, thousands of alternates and parameters, and a long chain', async () => {
  const alternates = Array.from({ length: 5000 }, (_, at) => ({ language: 'de', url: `https://example.com/${at}` }));
  const title = 'not found '.repeat(100_000);
  const long = {
    text: 't',
    sketch: '.'.repeat(100_000),
    record: JSON.stringify({ title, alternates, words: 20 }),
    lastModified: null,
  };
  const query = Array.from({ length: 1000 }, (_, at) => `p${at}=`).join('&');
  const chain = Array.from({ length: 3000 }, (_, at) =>
    entry(`https://example.com/r${at}`, {
      status: 302,
      aliasBy: 'redirect',
      aliasOf: entry(`https://example.com/r${at + 1}`).key,
    }),
  );
  const all = [
    entry('https://example.com/a', { details: long }),
    entry(`https://example.com/a?${query}`, { details: long }),
    ...chain,
  ];
  expect(await findings(all)).toBeInstanceOf(Array);
});
