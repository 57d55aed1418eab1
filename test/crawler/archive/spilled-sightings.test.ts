import { expect, it } from 'vitest';
import type { Sighting } from '../../../crawler/archive/sighting.ts';
import { siteName } from '../../../crawler/archive/site-name.ts';
import { SpilledSightings } from '../../../crawler/archive/spilled-sightings.ts';
import { MemoryWorkspace } from '../../dedup/memory-workspace.ts';

const sightings = Array.from({ length: 1000 }, (_, n): Sighting => {
  const host = `${n % 2 === 0 ? 'www.' : ''}s${n % 140}.example`;
  return { key: `http://${host}/${n}`, time: n, status: 301, content: 1 - n, target: `https://${host}/${n}` };
});

it.each([1e9, 200, 20, 1])('gives back all of each site together, in shares of up to %d', (most) => {
  const spilled = new SpilledSightings(new MemoryWorkspace());
  for (const sighting of sightings) spilled.put(sighting);
  const shares = [...spilled.shares(most)].map((share) => [...share]);
  expect(shares.flat().toSorted((a, b) => a.time - b.time)).toEqual(sightings);
  const homes = shares.flatMap((share) => [...new Set(share.map(({ key }) => siteName(key)))]);
  expect(new Set(homes).size).toBe(homes.length);
  for (const share of shares) {
    const isOneSite = new Set(share.map(({ key }) => siteName(key))).size === 1;
    expect(share.length <= most || isOneSite).toBe(true);
  }
});
