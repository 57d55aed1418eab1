import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ndjson } from '../../../src/report/crawl/ndjson.ts';
import { entry, write } from '../writing.ts';

test('ndjson: any entry, without terminal control characters', async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\u001b', '\u009b', '\u007f', '\u202e', '\n', '"'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(text, async (url) => {
      const one = entry(url.toWellFormed());
      const written = await write(ndjson, [one]);
      expect(JSON.parse(written.text)).toEqual({ ...one, fields: null });
      // oxlint-disable-next-line no-control-regex -- the characters to reject
      expect(written.text.slice(0, -1)).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
    }),
  );
});

test.each([
  ['not JSON', '{"title":'],
  ['nested too deep', '['.repeat(1e5) + ']'.repeat(1e5)],
  ['no object', '7'],
])('ndjson: a damaged record (%s) is written as a text, and the other entries too', async (_, record) => {
  const details = { etag: null, lastModified: null, text: null, sketch: null, record, fields: record };
  const { text } = await write(ndjson, [{ ...entry('http://a/'), details }, entry('http://b/')]);
  const [first, second] = text.split('\n').map((line) => line && JSON.parse(line));
  expect(first).toMatchObject({ url: 'http://a/', fields: null, details: { record } });
  expect(second).toMatchObject({ url: 'http://b/' });
});
