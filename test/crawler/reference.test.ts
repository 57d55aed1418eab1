import { describe, expect, test } from 'vitest';
import { bareWireUrl, redirectTarget, resolveReference } from '../../crawler/reference.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { Resolver } from '../../src/url/resolve.ts';

const BASE = 'http://h/a/b';

function parsed(): Exclude<ReturnType<typeof parseUrl>, UrlError> {
  const url = parseUrl(BASE);
  if (url instanceof UrlError) throw url;
  return url;
}

describe('a reference of a server', () => {
  test.each([
    ['c', 'http://h/a/c'],
    ['//i/c', 'http://i/c'],
    ['http:c', 'http://h/a/c'],
    ['c@d', 'http://h/a/c@d'],
    ['mailto:ann@i', 'mailto:ann@i'],
    ['http://ann:pw@i/', 'http://ann:pw@i/'],
    ['http:ann:pw@i/', 'http:ann:pw@i/'],
    ['ht\ntp:ann@i/\t', 'http:ann@i/'],
  ])('%j is %s', (reference, url) => {
    expect(resolveReference(reference, BASE)).toBe(url);
    expect(resolveReference(reference, parsed())).toBe(url);
    expect(resolveReference(reference, new Resolver(parsed()))).toBe(url);
  });
});

describe('the target of a redirect', () => {
  test.each([
    [301, { location: 'c' }, 'http://h/a/c'],
    [308, { location: ['/d'] }, 'http://h/d'],
    [302, { location: '/\xc3\xa9' }, 'http://h/%C3%A9'],
    [302, {}, null],
    [200, { location: 'c' }, null],
    [304, { location: 'c' }, null],
  ])('%i %j leads to %s', (status, headers, target) => {
    expect(redirectTarget(BASE, { status, headers })).toBe(target);
  });
});

test.each([
  ['HTTP://ann:pw@H:80/\u00e9#f', 'http://h/%C3%A9'],
  ['http://[', null],
])('%s is requested as %s', (url, sent) => {
  expect(bareWireUrl(url)).toBe(sent);
});
