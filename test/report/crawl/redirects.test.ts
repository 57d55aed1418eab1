import { describe, expect, test } from 'vitest';
import { redirects } from '../../../src/report/crawl/crawled-redirects.ts';
import { entry, redirectTo, write } from '../writing.ts';

describe('redirects', () => {
  test('chains lead to their end, with the first status and the number of redirects', async () => {
    const { text, notes } = await write(redirects, [
      entry('http://h/'),
      redirectTo('http://h/a', 'http://h/b', { status: 302 }),
      redirectTo('http://h/b', 'http://h/c', { status: 308 }),
      entry('http://h/c', { finalUrl: 'http://h/c/' }),
      entry('http://h/d', { aliasOf: 'http://h/c', aliasBy: 'canonical' }),
      entry('http://h/e', { aliasOf: 'http://h/c', aliasBy: 'equivalence' }),
      redirectTo('http://h/e', 'http://h/d'),
    ]);
    expect(text).toBe(
      'http://h/a\thttp://h/c/\t302\t2\nhttp://h/b\thttp://h/c/\t308\t1\nhttp://h/e\thttp://h/d\t301\t1\n',
    );
    expect(notes).toEqual([]);
  });

  test('lead to the URL that the last redirect names, not to the one that its page was found by', async () => {
    const { text } = await write(redirects, [
      redirectTo('http://h/a', 'http://h/b', { location: 'http://h/b' }),
      redirectTo('http://h/b', 'http://h/c', { location: 'http://h/c#top' }),
      entry('http://h/c?utm_source=x', { key: 'http://h/c' }),
    ]);
    expect(text).toBe('http://h/a\thttp://h/c\t301\t2\nhttp://h/b\thttp://h/c\t301\t1\n');
  });

  test('leaves out and counts loops, whether the store broke them or not', async () => {
    const { text, notes } = await write(redirects, [
      redirectTo('http://h/a', 'http://h/b'),
      redirectTo('http://h/b', 'http://h/a'),
      entry('http://h/c', { state: 'failed', status: 301, reason: 'redirect-loop' }),
    ]);
    expect(text).toBe('');
    expect(notes).toEqual(['left out: 3 redirects in a loop']);
  });

  test('redirects to failures are listed and counted', async () => {
    const { text, notes } = await write(redirects, [
      redirectTo('http://h/a', 'http://h/gone'),
      entry('http://h/gone', { state: 'failed', status: 404, reason: 'http-404' }),
      redirectTo('http://h/b', 'http://i/'),
      entry('http://i/', { state: 'skipped', status: null, reason: 'scope' }),
    ]);
    expect(text).toBe('http://h/a\thttp://h/gone\t301\t1\nhttp://h/b\thttp://i/\t301\t1\n');
    expect(notes).toEqual(['1 of the redirects ends in an error']);
  });

  test('to a URL that failed lead there, not to the one that was fetched instead', async () => {
    const { text, notes } = await write(redirects, [
      redirectTo('http://h/a', 'http://h/c', { location: 'http://h/c?utm_source=x' }),
      redirectTo('http://h/b', 'http://h/c', { location: 'http://h/c' }),
      entry('http://h/c?utm_source=x', { key: 'http://h/c', finalUrl: 'http://h/c', firstFailure: 'http-404' }),
    ]);
    expect(text).toBe('http://h/a\thttp://h/c?utm_source=x\t301\t1\nhttp://h/b\thttp://h/c\t301\t1\n');
    expect(notes).toEqual(['1 of the redirects ends in an error']);
  });

  test('to a URL that answers with a temporary redirect name that URL, and it does not count as broken', async () => {
    const { text, notes } = await write(redirects, [
      redirectTo('http://h/a', 'http://h/c', { location: 'http://h/c?PHPSESSID=1' }),
      entry('http://h/c?PHPSESSID=1', { key: 'http://h/c', finalUrl: 'http://h/c', firstFailure: 'http-302' }),
    ]);
    expect(text).toBe('http://h/a\thttp://h/c?PHPSESSID=1\t301\t1\n');
    expect(notes).toEqual([]);
  });

  test('URLs as they are sent, so that tabs and line feeds mean what they say', async () => {
    const { text } = await write(redirects, [
      redirectTo('http://h/a\tb\nc d', 'http://h/\u001bx', { key: 'http://h/k' }),
      entry('http://h/\u001bx'),
    ]);
    expect(text).toBe('http://h/abc%20d\thttp://h/%1Bx\t301\t1\n');
  });
});
