import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { close } from '../../../config/demo-site/loopback.ts';
import type { FetchResult } from '../../../crawler/fetch/fetch-result.ts';
import { type Absence, Outages } from '../../../crawler/politeness/outages.ts';
import { waitingSites } from '../../../crawler/politeness/waiting-sites.ts';
import { writeCopy } from '../../../crawler/robots/copy.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import type { FetchFailureCode } from '../../../db/reasons.ts';
import type { Outcome } from '../../../db/store.ts';
import { freePort } from '../../free-port.ts';
import { type Crawled, crawl } from '../crawling.ts';
import { links, site } from '../web.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A frontier whose clock a test can put forward. */
class ClockFrontier extends MemoryFrontier {
  ahead = 0;

  override now(): number {
    return super.now() + this.ahead;
  }
}

/** What is known of a server that is away; compared without what only the class needs. */
function absence(code: FetchFailureCode, until: number): Absence {
  return expect.objectContaining({ code, until });
}

/** A frontier whose clock stands still, and the servers that are away. */
async function absences({ keeps = true, frontier = new FixedFrontier() } = {}) {
  const outages = await Outages.recall(frontier, keeps);
  const ended = (result: FetchResult, url: string, at: number): Promise<Absence | null> => {
    frontier.time = at;
    return outages.after({ site: new URL(url).host, sent: url, started: at }, result, at);
  };
  const failed = (at: number, code: FetchFailureCode = 'connection-refused', url = 'http://a/') =>
    ended({ kind: 'failure', code, message: '', retryable: true }, url, at);
  const answered = (at: number, url = 'http://a/') => ended(ANSWER, url, at);
  return { outages, frontier, failed, answered };
}

const ANSWER = { kind: 'response', status: 200, headers: {}, body: null, truncated: false, elapsed: 0 } as const;

class FixedFrontier extends MemoryFrontier {
  time = 0;

  override now(): number {
    return this.time;
  }
}

describe('a server that has answered and then accepts no connection', () => {
  test('is asked again after half a second, and then after twice as long each time, up to a minute', async () => {
    const { failed, answered } = await absences();
    await answered(1);
    const pauses: number[] = [];
    for (let at = 1000; pauses.length < 10; ) {
      const until = (await failed(at))?.until ?? 0;
      pauses.push(until - at);
      at = until;
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test.each(['dns-not-found', 'dns-failed', 'connect-timeout', 'unreachable', 'proxy-failed'] as const)(
    'is away, also with %s',
    async (code) => {
      const { failed, answered } = await absences();
      await answered(1);
      expect(await failed(2, code)).toEqual(absence(code, 502));
    },
  );

  test('is not away if a connection breaks or an answer takes too long: that may be the page', async () => {
    const { failed, answered } = await absences();
    await answered(1);
    expect(await Promise.all([failed(2, 'connection-reset'), failed(2, 'timeout'), failed(2, 'tls-failed')])).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('fails once for all requests that were under way', async () => {
    const { outages, answered } = await absences();
    await answered(1);
    const request = { site: 'a', sent: 'http://a/', started: 10 };
    const failure = { kind: 'failure', code: 'connection-refused', message: '', retryable: true } as const;
    const together = await Promise.all([20, 21].map((now) => outages.after(request, failure, now)));
    expect(together).toEqual([absence('connection-refused', 520), absence('connection-refused', 520)]);
  });

  test('is back with the first answer to a request that began later', async () => {
    const { outages, frontier, failed, answered } = await absences();
    await answered(1);
    await failed(100);
    await answered(99);
    expect(outages.absence('http://a/x')).toEqual(absence('connection-refused', 600));
    await answered(600);
    expect(outages.absence('http://a/x')).toBeNull();
    expect(await frontier.getMeta('away')).toBe('{}');
    expect(await failed(700)).toEqual(absence('connection-refused', 1200));
  });

  test('is waited for five minutes in a run; then its URLs stay queued', async () => {
    const { outages, failed, answered } = await absences();
    await answered(1);
    await failed(100);
    await failed(100 + 5 * MINUTE);
    expect([...outages.givenUp()]).toEqual([]);
    expect(await failed(5000 + 5 * MINUTE)).not.toBeNull();
    expect([...outages.givenUp()]).toEqual([['a', expect.objectContaining({ since: 100 })]]);
  });

  test('is waited for half a minute if only an earlier run reached it', async () => {
    const first = await absences();
    await first.answered(1);
    await first.failed(100);
    const { outages, failed } = await absences({ frontier: first.frontier });
    await failed(1000);
    await failed(31_000);
    expect(outages.givenUp().size).toBe(0);
    await failed(40_000);
    expect([...outages.givenUp().keys()]).toEqual(['a']);
  });

  test('loses its URLs then if the crawl goes level by level', async () => {
    const { outages, failed, answered } = await absences({ keeps: false });
    await answered(1);
    await failed(100);
    expect([await failed(100 + 5 * MINUTE), await failed(5000 + 5 * MINUTE)]).toEqual([expect.anything(), null]);
    expect(outages.givenUp().size).toBe(0);
  });

  test('is away in the next run too, for a day', async () => {
    const first = await absences();
    await first.answered(1);
    await first.failed(100);
    const second = await absences({ frontier: first.frontier });
    expect(await second.failed(100 + DAY)).toEqual(absence('connection-refused', 600 + DAY));
    expect(await second.failed(5000 + DAY)).toBeNull();
  });
});

test('a server that is back in the next run is away anew when it goes again', async () => {
  const first = await absences();
  await first.answered(1);
  await first.failed(100);
  const second = await absences({ frontier: first.frontier });
  await second.answered(200);
  expect(await second.frontier.getMeta('away')).toBe('{}');
  await second.failed(2 * DAY);
  await second.failed(2 * DAY + 6 * MINUTE);
  expect([...second.outages.givenUp().values()]).toMatchObject([{ since: 2 * DAY }]);
});

test('a server that never answered is not waited for', async () => {
  const { failed } = await absences();
  expect(await failed(1)).toBeNull();
});

test('a server whose robots.txt was read within a day has answered; one whose robots.txt never came has not', async () => {
  const { failed, frontier } = await absences();
  await writeCopy(frontier, 'http://a', { at: DAY, body: null, unreachableSince: null });
  await writeCopy(frontier, 'http://b', { at: 0, body: null, unreachableSince: DAY });
  await writeCopy(frontier, 'http://c', { at: 5, body: null, unreachableSince: null });
  expect(await failed(DAY + 10)).not.toBeNull();
  expect(await failed(DAY + 10, 'connection-refused', 'http://b/')).toBeNull();
  expect(await failed(DAY + 10, 'connection-refused', 'http://c/')).toBeNull();
});

test('a whole site waits once a hundred of its URLs were put off; before, another server of the host may answer', async () => {
  const { outages, failed, answered } = await absences();
  await answered(1);
  const first = await failed(100);
  const rest = Array.from({ length: 101 }, () => outages.absence('http://a/x'));
  const times = [first, ...rest].map((absent) => absent?.notBefore);
  expect([times[0], times[99], times[100], outages.away(), outages.nextTry()]).toEqual([600, 600, 100, ['a'], 600]);
  await answered(150, 'https://a/');
  expect([outages.absence('http://a/x')?.notBefore, outages.away(), outages.nextTry()]).toEqual([600, [], null]);
});

test('of a thousand sites that wait, nobody knows whether more have queued entries', async () => {
  const sites = Array.from({ length: 1000 }, (_, n) => ({
    name: `a${n}`,
    queued: 1,
    leased: 0,
    delay: 0,
    nextAt: 10 * MINUTE,
  }));
  const among = (found: typeof sites) => waitingSites({ now: () => 0, sites: async () => found }, 5 * MINUTE);
  expect(await among(sites)).toMatchObject({ isEverySite: false });
  expect(await among(sites.slice(1))).toMatchObject({ isEverySite: true });
});

test('a server whose host answers at another port is not away, until it answers again', async () => {
  const { outages, frontier, failed, answered } = await absences();
  await answered(1);
  await failed(100);
  await answered(200, 'https://a/');
  expect([await failed(600), await failed(700), outages.givenUp().size]).toEqual([null, null, 0]);
  expect(await frontier.getMeta('away')).toBe('{}');
  await answered(800);
  expect(await failed(900)).not.toBeNull();
});

test('of twenty thousand servers and sites that answered, the first are forgotten', async () => {
  const { failed, answered } = await absences();
  await answered(1, 'http://b/');
  await answered(1);
  for (let host = 1; host < 10_000; host++) await answered(1, `http://a${host}/`);
  expect(await failed(2, 'connection-refused', 'http://b/')).toBeNull();
  expect(await failed(2)).not.toBeNull();
});

test('damaged notes about servers that are away are ignored', async () => {
  const frontier = new FixedFrontier();
  await frontier.setMeta('away', '{"a":"yesterday","b":[],"__proto__":7');
  const { failed } = await absences({ frontier });
  expect(await failed(1)).toBeNull();
});

function html(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/html' } });
}

describe('a server that stops during a crawl', () => {
  /** Serves a page with twenty links, and closes after it. */
  async function stopping(): Promise<{ origin: string; reopen: () => Promise<void> }> {
    const page = links(...Array.from({ length: 20 }, (_, n) => `/${n}`));
    const open = (isFirst: boolean): Server =>
      createServer((request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
        response.end(request.url === '/' ? page : '<p>page', () => isFirst && void close(first));
      });
    // One that no other test gets while nobody listens there.
    const port = await freePort();
    const listening = (server: Server): Promise<unknown> => once(server.listen(port, '127.0.0.1'), 'listening');
    const first = open(true);
    await listening(first);
    return {
      origin: `http://127.0.0.1:${port}`,
      reopen: async () => {
        const second = open(false);
        onTestFinished(() => close(second));
        await listening(second);
      },
    };
  }

  /** A connection that breaks as the server closes is a retry too, but only of that URL. */
  function isAway(outcome: Outcome): boolean {
    return outcome.kind === 'retry' && outcome.isSiteAway === true;
  }

  function failedOf({ entries }: Crawled): number {
    return entries.filter(({ state }) => state === 'failed').length;
  }

  test('loses no page if it comes back', async () => {
    const server = await stopping();
    let wasAway = false;
    const result = await crawl([`${server.origin}/`], {
      onOutcome: (_, outcome) => {
        if (isAway(outcome) && !wasAway) void server.reopen();
        wasAway ||= isAway(outcome);
      },
    });
    expect(result.report.progress).toMatchObject({ pages: 21, failed: 0 });
    expect([failedOf(result), wasAway]).toEqual([0, true]);
  });

  test('keeps its URLs queued if it does not, and the next run fetches them', async () => {
    const server = await stopping();
    const frontier = new ClockFrontier();
    const first = await crawl(
      [`${server.origin}/`],
      {
        onOutcome: (_, outcome) => {
          if (isAway(outcome)) frontier.ahead ||= 6 * MINUTE;
        },
      },
      frontier,
    );
    expect(first.report.progress).toMatchObject({ pages: 1, failed: 0 });
    expect(first.report.waiting).toEqual([
      { site: new URL(server.origin).host, queued: 20, until: expect.any(Number), awaySince: expect.any(Number) },
    ]);
    await server.reopen();
    const second = await crawl([], {}, frontier);
    expect(second.report.progress).toMatchObject({ pages: 20, failed: 0 });
    expect(second.report.waiting).toEqual([]);
  });

  test('loses its URLs after five minutes if the crawl goes level by level, which would hold up all others', async () => {
    const server = await stopping();
    const frontier = new ClockFrontier();
    const onOutcome = (_: string, outcome: Outcome): void => {
      if (isAway(outcome)) frontier.ahead ||= 6 * MINUTE;
    };
    const result = await crawl([`${server.origin}/`], { scope: { maxDepth: 9 }, onOutcome }, frontier);
    expect([failedOf(result), result.report.waiting]).toEqual([20, []]);
  });

  test('does not end the crawl while another host only asks to wait for a moment', async () => {
    const frontier = new ClockFrontier();
    const away = Promise.withResolvers<void>();
    let asked = 0;
    const { report } = await crawl(
      ['http://a.example/', 'http://b.example/'],
      {
        delay: 0,
        customFetch: async (url) => {
          if (url === 'http://a.example/') return html(links('/1'));
          if (url === 'http://a.example/1') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
          await away.promise;
          return asked++ > 0 ? html('page') : new Response('', { status: 503, headers: { 'retry-after': '1' } });
        },
        onOutcome: (url, { kind }) => {
          if (kind !== 'retry' || url.startsWith('http://b')) return;
          frontier.ahead ||= 6 * MINUTE;
          away.resolve();
        },
      },
      frontier,
    );
    expect(report.progress.pages).toBe(2);
    expect(report.waiting).toMatchObject([{ site: 'a.example' }]);
  });

  test('holds up no page of its host at another port, and its own pages fail then', async () => {
    const page = links(...[1, 2, 3].flatMap((n) => [`http://a.example/${n}`, `https://a.example/${n}`]));
    let isOpen = true;
    const result = await crawl(['http://a.example/'], {
      delay: 20,
      customFetch: async (url) => {
        if (url.startsWith('http:') && !isOpen) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        isOpen = false;
        return html(url === 'http://a.example/' ? page : '<p>page');
      },
    });
    expect(result.report.progress).toMatchObject({ pages: 4, failed: 3 });
    expect(result.report.waiting).toEqual([]);
  });

  test('gets no request for a URL that was leased before it stopped', async () => {
    const page = links(...Array.from({ length: 40 }, (_, n) => `/${n}`));
    let [isOpen, refused, retries] = [true, 0, 0];
    const result = await crawl(['http://127.0.0.1:9/'], {
      concurrency: 4,
      customFetch: async (url) => {
        if (!isOpen) {
          refused++;
          throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        }
        isOpen = url !== 'http://127.0.0.1:9/';
        return html(page);
      },
      onOutcome: (_, { kind }) => {
        if (kind === 'retry') isOpen = ++retries > 4;
      },
    });
    expect([result.report.progress.pages, refused]).toEqual([41, 4]);
  });

  test('loses its pages without retries', async () => {
    const server = await stopping();
    expect(failedOf(await crawl([`${server.origin}/`], { retries: 0 }))).toBe(20);
  });
});

describe('a robots.txt that a gateway answers with an error', () => {
  /**
   * Serves a robots.txt that fails so often from the given request for a page on, and crawls with one retry. The clock jumps
   * instead of waiting.
   */
  async function crawlBehindGateway(status: number, { fails, after }: { fails: number; after: number }) {
    let [pages, robots] = [0, 0];
    const frontier = new ClockFrontier();
    const web = await site({
      '/robots.txt': (_, response) => {
        const isDown = pages >= after && ++robots <= fails;
        response.writeHead(isDown ? status : 404).end();
      },
      '/': (_, response) => {
        // Its copy of the robots.txt expires.
        if (++pages === after) frontier.ahead += 25 * 60 * MINUTE;
        const isFlaky = after === 0 && pages === 1;
        response.writeHead(isFlaky ? 500 : 200, { 'content-type': 'text/html' });
        response.end(links(...Array.from({ length: 20 }, (__, n) => `/${n}`)));
      },
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`/${n}`, 'page'])),
    });
    const { report, entries } = await crawl(
      [`${web.origin}/`],
      {
        robots: true,
        onOutcome: (_, { kind }) => {
          if (kind === 'retry') frontier.ahead += MINUTE;
        },
      },
      frontier,
    );
    return { progress: report.progress, entries, robots };
  }

  test.each([502, 503, 504])('%i costs no page at the start of a crawl, and no retry of a page', async (status) => {
    const { progress } = await crawlBehindGateway(status, { fails: 5, after: 0 });
    expect(progress).toMatchObject({ pages: 21, failed: 0, refused: 0 });
  });

  test('502 costs no page in the middle of a crawl', async () => {
    const { progress } = await crawlBehindGateway(502, { fails: 5, after: 1 });
    expect(progress).toMatchObject({ pages: 21, failed: 0, refused: 0 });
  });

  test('502 costs no page after many refused connections', async () => {
    const frontier = new ClockFrontier();
    let [pages, robots] = [0, 0];
    const { report } = await crawl(
      ['http://a.example/'],
      {
        robots: true,
        delay: 0,
        customFetch: async (url) => {
          if (url.endsWith('/robots.txt') && pages > 0 && ++robots <= 9) {
            if (robots <= 8) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
            return new Response('', { status: 502 });
          }
          if (url.endsWith('/robots.txt')) return new Response('', { status: 404 });
          // The copy of its robots.txt expires.
          if (++pages === 1) frontier.ahead += 25 * 60 * MINUTE;
          return html(links(...Array.from({ length: 20 }, (_, n) => `/${n}`)));
        },
        onOutcome: (_, { kind }) => {
          if (kind === 'retry') frontier.ahead += MINUTE;
        },
      },
      frontier,
    );
    expect([robots, report.progress]).toMatchObject([10, { pages: 21, failed: 0, refused: 0 }]);
  });

  test('for too long disallows everything, as RFC 9309 2.3.1.4 asks, and every URL of the host at once', async () => {
    const { progress, entries, robots } = await crawlBehindGateway(502, { fails: Infinity, after: 1 });
    expect(progress).toMatchObject({ pages: 1, failed: 0, refused: 20 });
    expect(new Set(entries.slice(1).map(({ reason }) => reason))).toEqual(new Set(['robots-unreachable']));
    expect(robots).toBe(7);
  });
});
