import { expect, test } from 'vitest';
import { surtList } from '../../../src/report/crawl/surt-list.ts';
import { entry, write } from '../writing.ts';

test('surt: the URL that was fetched, if the one found first led to no page', async () => {
  const read = entry('http://h/a?utm_source=x', {
    key: 'http://h/a',
    finalUrl: 'http://h/a',
    firstFailure: 'http-404',
  });
  expect((await write(surtList, [read])).text).toBe('http://(h,)/a http://h/a\n');
});

test('surt: the reversed key, a space and the URL as found, in order of discovery', async () => {
  const { text, notes } = await write(surtList, [
    entry('http://www.Example.com/b#x', { key: 'http://www.example.com/b' }),
    entry('http://example.com/a'),
    entry('mailto:a b@c', { state: 'skipped' }),
    entry('http://h/\u001b[2J\nx', { key: 'http://h/%1B[2Jx' }),
    entry('http://[', { key: 'invalid:http://[' }),
  ]);
  expect(text).toBe(
    'http://(com,example,www,)/b http://www.Example.com/b#x\n' +
      'http://(com,example,)/a http://example.com/a\n' +
      'mailto:a%20b@c mailto:a b@c\n' +
      'http://(h,)/%1B[2Jx http://h/\\x1b[2J\\x0ax\n',
  );
  expect(notes).toEqual(['left out: 1 that are not valid URLs']);
});
