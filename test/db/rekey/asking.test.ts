import { expect, test } from 'vitest';
import { freshEntry } from '../../../db/plan/found.ts';
import { answerLater } from '../../../db/rekey/asking.ts';
import { askForPlan } from '../../../db/rekey/plan.ts';
import type { PlannedEntry, RekeyView } from '../../../db/rekey/view.ts';
import { isStretchOver } from '../../../src/give-way.ts';
import { NO_WWW, rekeying } from '../claims.ts';
import { found } from '../helpers.ts';

const ENTRIES = Array.from({ length: 4 }, (_, at): PlannedEntry => {
  const one = found(`http://www.a/${at}`);
  const nothing = {
    finalUrl: null,
    firstFailure: null,
    aliasOf: null,
    aliasBy: null,
    foundOn: null,
    hasPage: 0,
    location: null,
  } as const;
  return { ...freshEntry(at + 1, one), ...nothing, url: one.url, source: 'link' };
});

/** A store on a network that answers at once. */
const VIEW: RekeyView<'later'> = {
  entriesOf: async () => ENTRIES,
  entriesWith: async () => [],
  aliases: async () => new Map(),
  spellings: async () => ENTRIES.map(({ id, url }) => ({ entry: id, url: `${url}#a`, pass: null, mark: null })),
  listings: async () => ENTRIES.map(({ id, url }) => ({ entry: id, sitemap: 1, url: `${url}#b`, lastmod: null })),
};

test('other work of the program goes on while a plan for a store on a network is made', async () => {
  const request = rekeying([NO_WWW]);
  let turns = 0;
  let ended = false;
  const count = (): void => {
    turns++;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  /** The turns of the event loop in which URLs, their spellings and their listings were examined. */
  const seen = { url: new Set<number>(), spelling: new Set<number>(), listing: new Set<number>() };
  const plan = await answerLater(
    askForPlan({
      ...request,
      find: (url, at) => {
        while (!isStretchOver());
        seen[url.endsWith('#a') ? 'spelling' : url.endsWith('#b') ? 'listing' : 'url'].add(turns);
        return request.find(url, at);
      },
    }),
    VIEW,
  );
  ended = true;
  expect(plan.changes).toHaveLength(ENTRIES.length);
  for (const those of Object.values(seen)) expect(those.size).toBeGreaterThan(2);
});
