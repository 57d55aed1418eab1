import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../../src/audit/site/entry.ts';
import { canonical, entry, findings, found, page } from './made-site.ts';

const URL_A = 'https://example.com/a';

const withRecord = (record: string | null, sketch: string | null = null): AuditEntry =>
  entry(URL_A, { details: { text: 'f'.repeat(16), sketch, record, lastModified: null } });

it.each(['', 'null', '[]', '"a"', '{', '{"canonicals":5}', '{"__proto__":{"canonicals":[null]}}'])(
  'a record of %j counts as one that says nothing, or as none',
  async (record) => {
    const rules = (await findings([withRecord(record)])).map(({ rule }) => rule);
    expect(rules.filter((rule) => rule !== 'canonical/missing')).toEqual([]);
  },
);

it("a record's invalid part is ignored, and its other parts count", async () => {
  const good = { where: 'head', href: '/a', url: URL_A, attributes: [], line: 7, column: 1, pushedBy: null };
  const bad = [
    null,
    'a',
    { ...good, where: 'foot' },
    { ...good, href: 5 },
    { ...good, line: '7' },
    { ...good, url: 0 },
  ];
  const record = JSON.stringify({
    title: 5,
    words: 'x',
    robots: [{ directives: 'noindex' }],
    canonicals: [...bad, good],
  });
  const all = await findings([withRecord(record)]);
  expect(all.map(({ rule, line }) => [rule, line])).toEqual([['canonical/relative', 7]]);
});

it('reads any record without throwing', async () => {
  const text = fc.oneof(fc.string(), fc.webUrl({ withFragments: true }), fc.constant(URL_A), fc.constant(null));
  const part = fc.oneof(text, fc.anything({ maxDepth: 2 }));
  const declaration = fc.record({
    where: fc.oneof(fc.constantFrom('head', 'header', 'body'), part),
    href: part,
    url: part,
    attributes: fc.oneof(fc.constant([]), fc.constant(['media']), part),
    line: fc.oneof(fc.nat(), part),
    column: fc.oneof(fc.nat(), part),
    pushedBy: fc.oneof(fc.constant(null), fc.record({ tag: part, line: part })),
  });
  const record = fc.record({
    title: part,
    language: part,
    base: part,
    robots: fc.array(fc.record({ from: part, agent: part, directives: fc.oneof(part, fc.array(part)) })),
    canonicals: fc.oneof(part, fc.array(declaration)),
    alternates: fc.oneof(part, fc.array(fc.record({ language: part, url: part }))),
    refresh: part,
    words: fc.oneof(fc.nat(), part),
  });
  await fc.assert(
    fc.asyncProperty(record, fc.string({ maxLength: 200 }), async (json, sketch) => {
      const hostile = withRecord(
        JSON.stringify(json, (_, value: unknown) => (typeof value === 'bigint' ? 1 : value)),
        sketch,
      );
      await expect(findings([hostile, page('https://example.com/b', canonical(URL_A))])).resolves.toBeDefined();
    }),
  );
});

it('handles a title of megabytes, and thousands of alternates and canonical links', async () => {
  const alternates = Array.from({ length: 20_000 }, (_, at) => ({ language: 'x', url: `https://example.com/${at}` }));
  const declaration = {
    where: 'head',
    href: 'x'.repeat(100),
    url: null,
    attributes: [],
    line: 1,
    column: 1,
    pushedBy: null,
  };
  const canonicals = Array.from({ length: 20_000 }, (_, at) => ({ ...declaration, url: `https://example.com/${at}` }));
  const record = JSON.stringify({ title: 'not found '.repeat(200_000), alternates, canonicals, words: 3 });
  const rules = await found([withRecord(record), page('https://example.com/b', canonical(URL_A))]);
  expect(rules).toContain(`canonical/conflicting ${URL_A}`);
});
