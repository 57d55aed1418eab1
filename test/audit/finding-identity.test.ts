import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../src/audit/site/entry.ts';
import { canonical, findings, page, prose, redirect } from './made-site.ts';

/** A small site with several findings, at some origin, and a copy of a page at the other scheme and host. */
function siteAt(origin: string): AuditEntry[] {
  const other = origin.startsWith('https:') ? origin.replace('https:', 'http:') : origin.replace('http:', 'https:');
  const www = origin.includes('//www.') ? origin.replace('//www.', '//') : origin.replace('//', '//www.');
  return [
    page(`${origin}/`, canonical(`${origin}/`), { source: 'seed' }),
    page(`${origin}/a?b=1`, prose(60)),
    page(`${origin}/A?b=1`, prose(60)),
    // At a port, the other scheme is another server.
    ...(/:\d/.test(origin) ? [] : [page(`${other}/c`, prose(60, 'c')), page(`${www}/c`, prose(60, 'c'))]),
    redirect(`${origin}/r1`, `${origin}/r2`),
    redirect(`${origin}/r2`, `${origin}/r3`),
    page(`${origin}/r3`, `${canonical('https://elsewhere.example/')}${prose(20, 'r')}`),
    page('https://elsewhere.example/', prose(20, 'e')),
  ];
}

const printsAt = async (origin: string): Promise<readonly string[]> =>
  (await findings(siteAt(origin))).map(({ rule, fingerprint }) => `${rule} ${fingerprint}`).toSorted();

describe('the fingerprints of a site', () => {
  test.each([
    ['https://staging.example.com', 'https://example.com'],
    ['https://www.example.com', 'https://example.com'],
    ['https://staging.example.com:8443', 'https://localhost:3000'],
  ])('are the same at %s and %s', async (one, other) => {
    const prints = await printsAt(one);
    expect(prints.length).toBeGreaterThan(5);
    expect(await printsAt(other)).toEqual(prints);
  });

  test('differ between its pages, schemes and hosts', async () => {
    const prints = await printsAt('https://example.com');
    expect(new Set(prints).size).toBe(prints.length);
  });

  test('differ between the hosts of two seeds', async () => {
    const seeds = ['https://a.example/', 'https://b.example/'].map((url) => page(url, '', { source: 'seed' }));
    const prints = (await findings(seeds)).map(({ rule, fingerprint }) => `${rule} ${fingerprint}`);
    expect(prints.length).toBeGreaterThan(1);
    expect(new Set(prints).size).toBe(prints.length);
  });
});
