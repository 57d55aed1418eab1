import { describe, expect, it } from 'vitest';
import { recordIn } from '../../../crawler/page/kept-record.ts';
import { entry } from '../evidence/entries.ts';

const URL = 'http://example.com/a';

describe('the record of an entry', () => {
  const recorded = (record: string | null): unknown =>
    recordIn(
      entry(URL, { details: { etag: null, lastModified: null, text: null, sketch: null, record, fields: null } }),
    );

  it('is what the page says of itself', () => {
    expect(recorded('{"words":3}')).toEqual({ words: 3 });
  });

  it('is null where nothing is kept, or nothing that can be read', () => {
    expect(recordIn(entry(URL))).toBeNull();
    expect([null, '{"words":', '3', 'null'].map(recorded)).toEqual([null, null, null, null]);
  });
});
