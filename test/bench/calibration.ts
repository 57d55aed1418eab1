import { env } from 'node:process';
import { table } from '../../src/cli/render/table.ts';
import { calibrate, KINDS, total } from '../calibration/calibrate.ts';

/** Sites that are made, crawled and probed. */
const SITES = Number(env['CALIBRATION_SITES'] ?? 1000);

/** How often claims about sites made at random are wrong, and how many equivalences they find. */
export async function benchCalibration(print: (line: string) => void): Promise<void> {
  const byKind = await calibrate(SITES, 1);
  const rows = [...KINDS.map((kind) => [kind, byKind[kind]] as const), ['all', total(Object.values(byKind))] as const];
  print(`${SITES} random sites`);
  const cells = rows.map(([kind, one]) => [
    kind,
    String(one.confirmed),
    `${one.falselyConfirmed} (${percent(one.falselyConfirmed, one.confirmed)})`,
    `${one.found} of ${one.equivalences} (${percent(one.found, one.equivalences)})`,
    String(one.mergedWrongly),
    String(one.mergedUnsampled),
  ]);
  const head = ['kind', 'confirmed', 'false', 'found', 'merged wrongly, sampled', 'merged wrongly, unsampled'];
  for (const line of table([head, ...cells])) print(line);
}

function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`;
}
