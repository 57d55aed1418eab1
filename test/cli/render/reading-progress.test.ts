import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReadingProgress } from '../../../src/cli/render/reading-progress.ts';
import type { Source } from '../../../src/lists/source.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A list of which so many bytes were read. */
function source(size: number | null, read: number): Source {
  return { name: 'a.txt', fileName: 'a.txt', size, bytesRead: () => read, stretches: Readable.from([]) };
}

function textAfter(seconds: number, entries: number, sources: readonly Source[]): string {
  const progress = new ReadingProgress(sources, 'links');
  vi.advanceTimersByTime(seconds * 1000);
  progress.entries = entries;
  progress.stop();
  return progress.text();
}

test('the progress of lists in files has the speed, the share and the time left', () => {
  expect(textAfter(2, 3000, [source(100, 40), source(100, 10)])).toBe('3,000 links · 1,500/s · 25% · 6 s left');
});

test.each([
  ['standard input', [source(100, 40), source(null, 10)]],
  ['empty files', [source(0, 0)]],
])('the progress of %s has no share', (_, sources) => {
  expect(textAfter(2, 3000, sources)).toBe('3,000 links · 1,500/s');
});
