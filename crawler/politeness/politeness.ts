import type { Frontier } from '../../db/store.ts';

/** How often one site is asked, as far as somebody said so. */
export interface Politeness {
  /** Milliseconds between two fetches of one site; null where nobody said. */
  readonly delay: number | null;
  /** Fetches of one site at a time; null where nobody said. */
  readonly perSite: number | null;
}

/** What is said now, and where nothing is, what was said last for this frontier; it is kept there for the next session. */
export async function agreeOnPoliteness(frontier: Frontier, { delay, perSite }: Politeness): Promise<Politeness> {
  const agreed = await frontier.updateMeta('politeness', (before) => {
    const kept = parse(before);
    return JSON.stringify({ delay: delay ?? kept.delay, perSite: perSite ?? kept.perSite });
  });
  return parse(agreed);
}

/** What was said last for this frontier. */
export async function keptPoliteness(frontier: Pick<Frontier, 'getMeta'>): Promise<Politeness> {
  return parse(await frontier.getMeta('politeness'));
}

/** A damaged database may hold anything: what makes no sense was not said. */
function parse(json: string | null): Politeness {
  try {
    const { delay, perSite }: Partial<Record<keyof Politeness, unknown>> = Object(JSON.parse(json ?? '{}'));
    return { delay: atLeast(0, delay), perSite: atLeast(1, perSite) };
  } catch {
    return { delay: null, perSite: null };
  }
}

function atLeast(least: number, value: unknown): number | null {
  return typeof value === 'number' && value >= least ? value : null;
}
