import type { Frontier } from '../../db/store.ts';
import { storedFields } from '../../src/stored-fields.ts';
import { SessionError } from '../session-error.ts';
import { checkSelectors, isSelecting, type Selectors } from './selectors.ts';

/** The selectors of the crawl in a frontier. Invalid ones are left out. */
export async function storedSelectors(frontier: Pick<Frontier, 'getMeta'>): Promise<Selectors> {
  return parse(await frontier.getMeta('selectors'));
}

/**
 * Stores the selectors of a new crawl. A resumed crawl keeps its own, so that all of its pages are read in the same way.
 *
 * @returns the selectors that apply
 * @throws {SessionError} `other-selectors` if others were given than the crawl has
 * @throws {SelectorError} if one of them cannot be applied
 */
export async function agreeOnSelectors(
  frontier: Pick<Frontier, 'getMeta' | 'updateMeta'>,
  given: Selectors,
): Promise<Selectors> {
  const isNew = (await frontier.getMeta('scope')) === null;
  const wanted = isSelecting(given) ? textOf(given) : null;
  const agreed = await frontier.updateMeta('selectors', (before) => before ?? (isNew ? wanted : null) ?? '{}');
  const selectors = parse(agreed);
  if (wanted !== null && wanted !== textOf(selectors)) {
    throw new SessionError(
      'other-selectors',
      'the crawl in this file began with other selectors: use the same or none, name another crawl with the option db, or start over with the option fresh',
    );
  }
  await checkSelectors(selectors);
  return selectors;
}

function textOf({ select = {}, follow, main, ignore }: Selectors): string {
  return JSON.stringify({ select, follow, main, ignore });
}

function parse(json: string | null): Selectors {
  const { select, follow, main, ignore } = storedFields(json);
  const values = Object.entries(Object(select)).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  const parts = Object.entries({ follow, main, ignore }).filter(([, selector]) => typeof selector === 'string');
  return { select: Object.fromEntries(values), ...Object.fromEntries(parts) };
}
