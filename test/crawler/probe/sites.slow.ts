import { expect, test } from 'vitest';
import { pathOf } from '../../../crawler/probe/differences.ts';
import { falselyConfirmed, missedVerdicts, probeServed, serveSite } from './probing.ts';
import { SITES } from './sites.ts';

test.each(SITES.map((site) => [site.name, site] as const))('%s', async (_, site) => {
  const served = await serveSite(site.answer);
  try {
    const report = await probeServed(served.connectTo);
    expect(falselyConfirmed(site, report)).toEqual([]);
    expect(missedVerdicts(site, report)).toEqual([]);
    expect(report.requests.pages).toBe(served.requests.length);
    expect(report.requests.pages).toBeLessThanOrEqual(80);
    for (const one of report.evidence) {
      expect(one).toMatchObject({ by: 'probe', path: pathOf(one.page ?? '') });
      expect(one.hops.length).toBeGreaterThan(0);
      expect(one.url).not.toBe(one.page);
    }
  } finally {
    await served.close();
  }
});
