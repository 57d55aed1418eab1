import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ndjson } from '../cli/dustpan.ts';
import { copyOf, run } from './project.ts';

test('learns from the archive what is one page, and merges links by that alone', async () => {
  const folder = copyOf('archive-facts');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const { code, stdout, stderr } = await run(folder, 'start');
  expect(code).toBe(0);
  expect(stderr).toContain('read 2,001 captures');
  expect(stdout).toMatch(/^slash +broom\.example\/archive\/ +refuted /m);
  expect(JSON.parse(read('facts.json')).facts).toEqual([
    { kind: 'case', host: 'broom.example', path: '/shop/' },
    { kind: 'scheme', host: 'broom.example', value: 'http' },
    { kind: 'slash', host: 'broom.example', path: '/docs/', value: 'remove' },
    { kind: 'www', host: 'broom.example', value: 'remove' },
    { kind: 'case', host: 'www.broom.example', path: '/shop/' },
    { kind: 'slash', host: 'www.broom.example', path: '/docs/', value: 'remove' },
  ]);
  const links = read('links.txt').trim().split('\n');
  expect(read('unique.txt').trim().split('\n')).toEqual(links.filter((_, index) => ![1, 3, 5].includes(index)));
  expect(ndjson(read('merged.ndjson'))).toMatchObject([
    { kept: links[0], members: [{ url: links[0] }, { url: links[1] }] },
    { kept: links[2], members: [{ url: links[2] }, { url: links[3] }] },
    { kept: links[4], members: [{ url: links[4] }, { url: links[5] }] },
  ]);
});
