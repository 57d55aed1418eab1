import { expect, test } from 'vitest';
import { site } from '../crawler/web.ts';
import { copyOf, run } from './project.ts';

test('the configuration puts the profile, the pass, the list format, the rule and the report format together', async () => {
  const { origin } = await site({
    '/': '<title>Brooms | Broom Shop</title><a href="/a">a</a>',
    '/a': '<title>A broom</title>',
  });
  const { code, stdout } = await run(copyOf('extensions'), 'start', [`${origin}/`]);
  expect(code).toBe(0);
  expect(stdout).toBe(`https://news.example/a
https://news.example/a#comments
#+TITLE: Reading list
* News
** [[https://news.example/a][A story]]
   - a note that stays
** [[https://news.example/b][Another story]]
- [ ] shop/title: Add the name to the template of the page.
  - <${origin}/a>
`);
});

test('the pass holds to the laws of passes', async () => {
  const { code, stdout } = await run(copyOf('extensions'), 'check', ['--urls', '10000']);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('drop-print-view') });
});
