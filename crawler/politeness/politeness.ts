import type { Frontier } from '../../db/store.ts';
import { storedFields } from '../../src/stored-fields.ts';
import { SessionError } from '../session-error.ts';

/** The user's limits on how often one site is asked. */
export interface Politeness {
  /** The delay between two fetches from one site, in milliseconds; null if not set. */
  readonly delay: number | null;
  /** The number of fetches at a time from one site; null if not set. */
  readonly perSite: number | null;
}

/**
 * Merges the given limits with those of earlier sessions, stores the result for the next session, and returns it.
 *
 * @throws {SessionError} `other-politeness` if another program crawls with other limits: a site cannot tell the programs
 * apart, so one without a delay would cancel the delay of the others
 */
export async function agreeOnPoliteness(
  frontier: Pick<Frontier, 'updateMeta'>,
  { delay, perSite }: Politeness,
): Promise<Politeness> {
  const agreed = await frontier.updateMeta('politeness', (before, isShared) => {
    const kept = parse(before);
    const merged = { delay: delay ?? kept.delay, perSite: perSite ?? kept.perSite };
    const isAnother = merged.delay !== kept.delay || merged.perSite !== kept.perSite;
    if (isShared && before !== null && isAnother) throw otherPoliteness(kept);
    return JSON.stringify(merged);
  });
  return parse(agreed);
}

function otherPoliteness({ delay, perSite }: Politeness): SessionError {
  const options = [
    delay === null ? 'without the option delay' : `with the option delay ${delay}ms`,
    perSite === null ? 'without the option perHost' : `with the option perHost ${perSite}`,
  ];
  return new SessionError(
    'other-politeness',
    `another program runs this crawl ${options.join(' and ')}: leave these options out, give the same, or wait until the others end`,
  );
}

/** The limits of earlier sessions. */
export async function keptPoliteness(frontier: Pick<Frontier, 'getMeta'>): Promise<Politeness> {
  return parse(await frontier.getMeta('politeness'));
}

/** Ignores invalid values. */
function parse(json: string | null): Politeness {
  const { delay, perSite } = storedFields(json);
  return { delay: atLeast(0, delay), perSite: atLeast(1, perSite) };
}

function atLeast(least: number, value: unknown): number | null {
  return typeof value === 'number' && value >= least ? value : null;
}
