import { expect, test } from 'vitest';
import { dustpan } from './dustpan.ts';

test('demo finds every page of the bundled site, merges none by mistake, and needs fewer fetches with facts', async () => {
  const { code, stdout, stderr } = await dustpan(['demo']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const outcomes = [...stdout.matchAll(/: (\d+) fetches; 67 of 67 pages found, 0 merged by mistake/g)].map((match) =>
    Number(match[1]),
  );
  expect(outcomes).toHaveLength(2);
  expect(outcomes[1]).toBeLessThan((outcomes[0] ?? 0) / 2);
  const [planted, ...fates] = /^all +(.*)$/m.exec(stdout)?.[1]?.split(/ +/) ?? [];
  // With facts nothing is fetched as a page of its own; only another site's redirect has to be followed.
  expect(fates.slice(3)).toEqual([String(Number(planted) - 1), '1', '·']);
});
