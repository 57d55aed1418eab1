import { expect, test } from 'vitest';
import { databaseOf } from '../../../src/cli/jobs/open-archive.ts';

test.each(['a.b.warc', 'a.b.warc.gz', 'a.b.warc.zst', 'a.b.warc.gz.open', 'A/a.b.WARC.ZST'])(
  'the crawl of %s is named after the archive',
  (file) => {
    expect(databaseOf(file)).toBe('a.b.dustpan');
  },
);
