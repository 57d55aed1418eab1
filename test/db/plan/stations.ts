import type { AliasView, Station } from '../../../db/plan/aliases.ts';
import type { Key } from '../../../src/canon/key.ts';

/** A text as a key. Only the canonicalizer makes keys; here the test replaces it. */
export function keyOf(text: string): Key {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text as Key;
}

/** A fetched page. */
export function station(id: number, change: Partial<Station> = {}): Station {
  return { id, state: 'done', role: 'page', aliasOf: null, aliasBy: null, ...change };
}

/** Stations whose keys are their numbers. */
export function viewOf(...stations: readonly Station[]): AliasView {
  const byId = new Map(stations.map((one) => [one.id, one]));
  return { byId: (id) => byId.get(id), byKey: (key) => byId.get(Number(key)) };
}
