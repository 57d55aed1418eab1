import { expect, test } from 'vitest';
import { links, site } from '../crawler/web.ts';
import { copyOf, run } from './project.ts';

test('npm start prints each page once', async () => {
  const { origin, requests } = await site({
    '/': links('/a?utm_source=x', '/a#top', 'https://elsewhere.example/'),
    '/a?utm_source=x': '<title>A</title>',
  });
  const { code, stdout } = await run(copyOf('own-loop'), 'start', [`${origin}/`, '0']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${origin}/ t\n${origin}/a?utm_source=x A\n` });
  expect(requests).toEqual(['/', '/a?utm_source=x']);
});

test('npm start without a site says what to write', async () => {
  const { code, stderr } = await run(copyOf('own-loop'), 'start');
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'name the site: npm start -- https://example.com/\n' });
});
