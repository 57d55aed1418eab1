/**
 * Covers: crawler/learning/{learning,ledger,site-probes}.ts, src/cli/jobs/audit-crawl.ts
 * Covers: src/cli/render/demo-report.ts
 */
import { expect, test } from 'vitest';
import { dustpan, start } from './dustpan.ts';

test('demo finds every page of the bundled site, merges none by mistake, confirms nothing false, and audits it', async () => {
  const { code, stdout, stderr } = await dustpan(['demo']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [withoutFacts, withProbing] = [
    ...stdout.matchAll(/: +(\d+) fetches.*; 67 of 67 pages found, 0 merged by mistake/g),
  ].map((match) => Number(match[1]));
  expect(withProbing).toBeLessThan(withoutFacts ?? 0);
  expect(stdout).toMatch(/^with probing: +\d+ fetches and [1-9]\d* probe requests/m);
  const [planted = 0, key = 0, redirect = 0, again = 0, ...fates] = (/^all +(.*)$/m.exec(stdout)?.[1] ?? '')
    .replaceAll('·', '0')
    .split(/ +/)
    .map(Number);
  expect(key + redirect + again).toBe(planted);
  expect(fates.reduce((sum, count) => sum + count)).toBe(planted);
  expect(fates[0]).toBeGreaterThan(key);
  expect(stdout).toMatch(
    /: [1-9]\d* confirmed, \d+ refuted, \d+ undecided\. Confirmed claims that are false: none\.$/m,
  );
  expect([...stdout.matchAll(/^ {2}(\w+) +(\S+) +confirmed/gm)].map(([, kind, scope]) => `${kind} ${scope}`)).toEqual(
    expect.arrayContaining([
      'index broom.example/docs/index.html',
      'scheme broom.example',
      'slash broom.example/docs/',
      'www broom.example',
    ]),
  );
  expect(stdout).toMatch(/^An audit of the second crawl: \d+ errors, \d+ warnings, \d+ notices in \d+ pages/m);
  expect(stdout).toMatch(/^ {2}error +dup\/session +2 +http:\/\/broom\.example\/shop\/basket: /m);
});

test('interrupted, the demo ends with 130 and leaves nothing running', async () => {
  const child = start(['demo']);
  child.process.stdout?.once('data', () => child.process.kill('SIGINT'));
  const { code, stderr } = await child.ended;
  expect(code).toBe(130);
  expect(stderr).toContain('stopping the demo');
});
