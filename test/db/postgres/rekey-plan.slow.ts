/** Covers: db/postgres/rekey-plan.ts */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FoundUrl, Frontier, RekeyRequest } from '../../../db/index.ts';
import { readAddress } from '../../../db/postgres/connection-settings.ts';
import { openPostgresFrontier } from '../../../db/postgres/open.ts';
import { RekeyPlanner } from '../../../db/postgres/rekey-plan.ts';
import { type Send, Session } from '../../../db/postgres/session.ts';
import { lawRuns } from '../../law-runs.ts';
import { foundBy, NO_SLASH, NO_WWW, rekeying, SITES } from '../claims.ts';
import { found, ONCE, page, request } from '../helpers.ts';
import { anySteps, crawlingSteps, newWorld, type Step, type World } from '../model-conformance.ts';
import { startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());
let crawls = 0;

const RUNS = lawRuns(25);

test('a plan that was prepared while programs wrote equals one that reads everything again', async () => {
  const anySites = fc.constantFrom(SITES, ['a', 'www.a']);
  // After any other call, all is read again.
  const meanwhileSteps = fc.oneof({ arbitrary: crawlingSteps, weight: 5 }, { arbitrary: anySteps, weight: 1 });
  await fc.assert(
    fc.asyncProperty(anySteps, meanwhileSteps, meanwhileSteps, anySites, async (before, meanwhile, later, sites) => {
      const { frontier, send, close } = await open();
      try {
        const wanted = rekeying([NO_WWW, NO_SLASH], sites);
        const planner = new RekeyPlanner(wanted);
        const world = newWorld();
        for (const steps of [before, meanwhile, later]) {
          await take(steps, frontier, world);
          expect(await planner.plan(send)).toEqual(await new RekeyPlanner(wanted).plan(send));
        }
      } finally {
        await close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('a spelling that another program moved meanwhile is not moved again', async () => {
  const { frontier, send, close } = await open();
  await frontier.rekey(rekeying([NO_SLASH]));
  await frontier.add([foundBy([NO_SLASH], 'http://a/1'), foundBy([NO_SLASH], 'http://a/1/')]);
  const planner = new RekeyPlanner(rekeying([]));
  expect((await planner.plan(send)).spellings.map(({ url }) => url)).toEqual(['http://a/1/']);
  await frontier.rekey(rekeying([]));
  expect((await planner.plan(send)).spellings).toEqual([]);
  await close();
});

describe('a plan that was prepared', () => {
  const slashed = foundBy([NO_SLASH], 'http://a/1/');
  const cases: readonly (readonly [
    name: string,
    wanted: RekeyRequest,
    before: readonly FoundUrl[],
    meanwhile: readonly FoundUrl[],
  ])[] = [
    ['the spelling of an entry that did not change', rekeying([]), [foundBy([NO_SLASH], 'http://a/1')], [slashed]],
    [
      'the listing of an entry that did not change',
      rekeying([]),
      [foundBy([NO_SLASH], 'http://a/1'), slashed],
      [{ ...slashed, source: 'sitemap', lastmod: '2026-01-01' }],
    ],
    [
      'the entry of another site that has the new key of one',
      rekeying([NO_WWW], ['www.a']),
      [foundBy([], 'http://www.a/1')],
      [foundBy([], 'http://a/1')],
    ],
    [
      'an entry whose new key one of another site had before',
      rekeying([NO_WWW], ['www.a']),
      [foundBy([], 'http://a/1')],
      [foundBy([], 'http://www.a/1')],
    ],
  ];

  test.each(cases)('notices what another program adds: %s', async (_, wanted, before, meanwhile) => {
    const { frontier, send, close } = await open();
    await frontier.add([found('http://b/sitemap.xml', { role: 'sitemap' })]);
    const [sitemap] = await frontier.lease(request({ now: frontier.now() }));
    await frontier.add(before);
    const planner = new RekeyPlanner(wanted);
    const first = await planner.plan(send);
    await frontier.add(meanwhile, sitemap?.id);
    const second = await planner.plan(send);
    expect(second).toEqual(await new RekeyPlanner(wanted).plan(send));
    expect(second).not.toEqual(first);
    await close();
  });

  test('notices that a redirect on another site leads back into a group', async () => {
    const { frontier, send, close } = await open();
    await frontier.add([foundBy([], 'http://a/1'), foundBy([], 'http://b/1')]);
    const leases = await frontier.lease(request({ limit: 2, now: frontier.now() }));
    const redirect = async (from: string, to: string): Promise<void> => {
      const outcome = { kind: 'redirect', status: 301, to: foundBy([], to, { source: 'redirect' }) } as const;
      const id = leases.find(({ key }) => key === from)?.id ?? 0;
      await frontier.settle('run', [{ ...ONCE, id, outcome, found: [] }]);
    };
    await redirect('http://a/1', 'http://b/1');
    await frontier.add([foundBy([], 'http://a/1/')]);
    const wanted = rekeying([NO_SLASH], ['a']);
    const planner = new RekeyPlanner(wanted);
    const first = await planner.plan(send);
    await redirect('http://b/1', 'http://a/1/');
    const second = await planner.plan(send);
    expect(second).toEqual(await new RekeyPlanner(wanted).plan(send));
    expect(second).not.toEqual(first);
    await close();
  });
});

test('a plan that fails halfway does not change the next one', async () => {
  const { frontier, send, close } = await open();
  await frontier.add([foundBy([], 'http://a/1'), foundBy([], 'http://a/1/')]);
  const planner = new RekeyPlanner(rekeying([NO_SLASH]));
  await planner.plan(send);
  const leases = await frontier.lease(request({ now: frontier.now() }));
  await frontier.settle(
    'run',
    leases.map(({ id }) => ({ ...ONCE, id, outcome: page(), found: [] })),
  );
  const breaking: Send = async (one, ...values) => {
    if (one.text.includes('FROM listing')) throw new Error('cut off');
    return send(one, ...values);
  };
  await expect(planner.plan(breaking)).rejects.toThrow('cut off');
  expect(await planner.plan(send)).toEqual(await new RekeyPlanner(rekeying([NO_SLASH])).plan(send));
  await close();
});

/** A new crawl, and a connection to its tables. */
async function open(): Promise<{
  readonly frontier: Frontier;
  readonly send: Send;
  readonly close: () => Promise<void>;
}> {
  const crawl = `p${crawls++}`;
  const address = `${server.url}?crawl=${crawl}`;
  const frontier = await openPostgresFrontier(address);
  const { target, schema } = readAddress(address);
  const session = await Session.open(target, schema, 'test');
  const close = async (): Promise<void> => {
    await session.close();
    await frontier.close();
  };
  return { frontier, send: session.send, close };
}

async function take(steps: readonly Step[], frontier: Frontier, world: World): Promise<void> {
  for (const step of steps) {
    await step(frontier, world);
    world.now += 2;
  }
}
