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
    const noVarySearch = { params: ['a'], except: [], keyOrder: true };
    expect(recorded(JSON.stringify({ words: 3, embedded: 'ab', noVarySearch }))).toMatchObject({
      words: 3,
      embedded: 'ab',
      noVarySearch,
    });
  });

  it.each([
    ['{"canonicals":{"length":1},"title":[],"embedded":7}', { canonicals: [], title: null, embedded: null }],
    ['{"noVarySearch":{"params":"some","except":[],"keyOrder":true}}', { noVarySearch: null }],
    ['{"noVarySearch":{"params":[7],"except":[],"keyOrder":true}}', { noVarySearch: null }],
    ['{"noVarySearch":{"params":"all","except":null,"keyOrder":true}}', { noVarySearch: null }],
    ['{"noVarySearch":{"params":"all","except":[]}}', { noVarySearch: null }],
  ])('leaves out what is damaged: %s', (record, rest) => {
    expect(recorded(record)).toMatchObject(rest);
  });

  it('is null where nothing is kept, or nothing that can be read', () => {
    expect(recordIn(entry(URL))).toBeNull();
    expect([null, '{"words":', '3', 'null'].map(recorded)).toEqual([null, null, null, null]);
  });
});
