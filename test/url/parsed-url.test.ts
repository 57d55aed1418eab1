import { expect, test } from 'vitest';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { hostWithPort } from '../../src/url/parsed-url.ts';

test.each([
  ['http://EXAMPLE.com/a', 'example.com'],
  ['http://localhost:8080/', 'localhost:8080'],
  ['http://example.com:/', 'example.com'],
  ['http://[::1]:81/', '[::1]:81'],
  ['mailto:a@example.com', ''],
])('%s is of the site %s', (text, site) => {
  const url = parseUrl(text);
  expect(url instanceof UrlError ? null : hostWithPort(url)).toBe(site);
});
