import { describe, expect, it } from 'vitest';
import { UNCONDITIONAL } from '../../../crawler/conditions.ts';
import { comparePages } from '../../../crawler/evidence/compare-pages.ts';
import type { Entry, PageDetails } from '../../../db/store.ts';
import { page, textOf } from './entries.ts';

const URLS = ['http://example.com/a', 'http://example.com/b'] as const;

/** What two pages say of each other, each as the first of the two. */
function compared(a: Partial<Entry>, b: Partial<Entry>): unknown[] {
  const [first, second] = [page(URLS[0], textOf('a'), a), page(URLS[1], textOf('a'), b)];
  return [comparePages(first, second), comparePages(second, first)];
}

function details(change: Partial<PageDetails>): Pick<Entry, 'details'> {
  const { details: usual } = page(URLS[0], textOf('a'));
  if (usual === null) throw new TypeError('a page has details');
  return { details: { ...usual, ...change } };
}

const ofWords = (count: number): Pick<Entry, 'details'> => details({ record: JSON.stringify({ words: count }) });
const FILE = { details: null } as const;

describe('two pages', () => {
  it('of one text are the same', () => {
    expect(compared({}, {})).toEqual(['same-text', 'same-text']);
    expect(compared({ digest: '1' }, { digest: '1' })).toEqual(['same-bytes', 'same-bytes']);
  });

  it('of one text may be two where their titles, headings, descriptions, or images and frames differ', () => {
    const other = { title: 'Photo 1', heading: 'A photo', description: 'The first', embedded: '0123456789abcdef' };
    for (const [name, value] of Object.entries(other)) {
      const record = JSON.stringify({ words: 40, [name]: value });
      expect(compared(details({ record }), {}), name).toEqual(['unclear', 'unclear']);
      expect(compared(details({ record }), details({ record })), name).toEqual(['same-text', 'same-text']);
      expect(compared({ ...details({ record }), digest: '1' }, { digest: '1' }), name).toEqual([
        'same-bytes',
        'same-bytes',
      ]);
    }
  });

  it('may be the same page or two where one of them was not read, or not to its end', () => {
    const unknown = ['unknown', 'unknown'];
    expect(compared({ reason: 'truncated' }, {})).toEqual(unknown);
    expect(compared({ digest: null }, {})).toEqual(unknown);
    expect(compared({ ...FILE, digest: null }, { ...FILE, digest: null })).toEqual(unknown);
  });

  it('that were not read say nothing where they have one ETag', () => {
    const file = (etag: string | null): Partial<Entry> => ({ ...details({ etag, text: null }), digest: null });
    expect(compared(file('"1"'), file('"1"'))).toEqual([null, null]);
    expect(compared(file('"1"'), file('"2"'))).toEqual(['unknown', 'unknown']);
    expect(compared(file(null), file(null))).toEqual(['unknown', 'unknown']);
    expect(compared(file(UNCONDITIONAL), file(UNCONDITIONAL))).toEqual(['unknown', 'unknown']);
  });

  it('that were not read say nothing where they have one date and path on two hosts', () => {
    const file = (url: string, lastModified: string | null, etag: string | null = null): Entry =>
      page(url, '', { ...details({ etag, lastModified, text: null }), digest: null });
    const [bare, www] = ['http://a.example/a.pdf?x', 'https://www.a.example/a.pdf?x'];
    const date = 'Sun, 29 Nov 2026 12:00:00 GMT';
    expect(comparePages(file(bare, date), file(www, date))).toBeNull();
    expect(comparePages(file(bare, date, UNCONDITIONAL), file(www, date, UNCONDITIONAL))).toBeNull();
    expect(comparePages(file(bare, date, '"1"'), file(www, date, '"2"'))).toBe('unknown');
    expect(comparePages(file(bare, date), file(www, 'Mon, 30 Nov 2026 12:00:00 GMT'))).toBe('unknown');
    expect(comparePages(file(bare, date), file(www, null))).toBe('unknown');
    expect(comparePages(file(bare, date), file('http://a.example/b.pdf?x', date))).toBe('unknown');
    expect(comparePages(file(bare, date), file('http://a.example/a.pdf?y', date))).toBe('unknown');
  });

  it('are compared where their notes are not about their bodies', () => {
    expect(compared({ reason: 'canonical-loop' }, {})).toEqual(['same-text', 'same-text']);
    expect(compared({ reason: 'selection-cut selection-failed' }, {})).toEqual(['same-text', 'same-text']);
    expect(compared({ reason: 'selection-cut truncated' }, {})).toEqual(['unknown', 'unknown']);
  });

  it('of which one has no text may be one or two, whatever their bytes', () => {
    expect(compared(FILE, {})).toEqual(['unclear', 'unclear']);
    expect(compared({ ...FILE, digest: '1' }, { digest: '1' })).toEqual(['unclear', 'unclear']);
    expect(compared({ ...FILE, digest: '1' }, { ...FILE, digest: '1' })).toEqual(['same-bytes', 'same-bytes']);
  });

  it('say nothing where one of them has fewer than ten words, or nobody counted them', () => {
    expect(compared(ofWords(10), {})).toEqual(['same-text', 'same-text']);
    expect(compared(ofWords(9), {})).toEqual([null, null]);
    expect(compared(details({ record: null }), {})).toEqual([null, null]);
  });

  it('differ with too little text to tell where one of them has fewer than ten words, and is not the same', () => {
    const little = ['unknown', 'unknown'];
    const short = ofWords(9).details;
    expect(compared(ofWords(9), details({ text: 'other' }))).toEqual(little);
    expect(compared({ details: short }, details({ record: JSON.stringify({ words: 9, embedded: '1' }) }))).toEqual(
      little,
    );
  });

  it('are two where both title and heading differ, however much text is the same', () => {
    const named = (title: string, heading: string | undefined, text: string): Pick<Entry, 'details'> =>
      details({ text, record: JSON.stringify({ words: 40, title, heading }) });
    const one = named('One', 'The first', '1');
    expect(compared(one, named('Two', 'The second', '2'))).toEqual(['other-text', 'other-text']);
    expect(compared(one, named('Two', 'The second', '1'))).toEqual(['other-text', 'other-text']);
    for (const other of [
      named('Two', 'The first', '2'),
      named('One', 'The second', '2'),
      named('Two', undefined, '2'),
    ]) {
      expect(compared(one, other)).toEqual(['unclear', 'unclear']);
    }
  });

  it('are two where less than half of their text is the same', () => {
    const all = details({ text: '1', sketch: 'A'.repeat(128) });
    // One bin of 64 is equal by chance.
    const alike = (bins: number): Pick<Entry, 'details'> =>
      details({ text: '2', sketch: 'A'.repeat(bins) + 'B'.repeat(128 - bins) });
    expect(compared(all, alike(65))).toEqual(['unclear', 'unclear']);
    expect(compared(all, alike(64))).toEqual(['other-text', 'other-text']);
  });
});
