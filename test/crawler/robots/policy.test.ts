import { describe, expect, test } from 'vitest';
import type { FetchResponse, FetchResult } from '../../../crawler/fetch/fetch-result.ts';
import type { CrawlWait } from '../../../crawler/politeness/waits.ts';
import { readCopy, writeCopy } from '../../../crawler/robots/copy.ts';
import { MAX_BYTES } from '../../../crawler/robots/lines.ts';
import {
  type GateOptions,
  type RobotsNews,
  RobotsPolicy,
  type UnreadableRobots,
} from '../../../crawler/robots/policy.ts';
import { MemoryFrontier } from '../../../db/index.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = 1_800_000_000_000;
const ROBOTS = 'http://h/robots.txt';
const RULES = 'User-agent: bot\nDisallow: /x\nCrawl-delay: 0';

function answer(status: number, text: string | null = null, headers: FetchResponse['headers'] = {}): FetchResult {
  const body = text === null ? null : Buffer.from(text);
  return { kind: 'response', status, headers, body, truncated: false, elapsed: 1 };
}

function redirect(location: string): FetchResult {
  return answer(302, null, { location });
}

const refused: FetchResult = { kind: 'failure', code: 'connection-refused', message: 'refused', retryable: true };
const undecodable: FetchResult = { kind: 'failure', code: 'bad-encoding', message: 'not gzip', retryable: false };
const cancelled: FetchResult = { kind: 'failure', code: 'cancelled', message: 'cancelled', retryable: false };

/** The permission after the first failure. */
function noRobots(reason: string): UnreadableRobots {
  return { kind: 'unreachable', reason, failures: 1, until: NOW + 500, isRetryAfter: false };
}

/** A policy with scripted servers, the requests it sent and the records it read. */
class Visit {
  readonly frontier: MemoryFrontier;
  readonly requests: string[] = [];
  readonly news: RobotsNews[] = [];
  readonly #gate: RobotsPolicy;
  #now = NOW;

  constructor(
    answerTo: (url: string) => FetchResult,
    frontier: MemoryFrontier = new MemoryFrontier(),
    options: Partial<GateOptions> = {},
  ) {
    this.frontier = frontier;
    this.#gate = new RobotsPolicy({
      ...options,
      frontier: copiesAt(frontier, () => this.#now),
      productToken: 'bot',
      onRead: async (news) => void this.news.push(news),
      fetcher: {
        fetch: async (url) => {
          this.requests.push(url);
          return answerTo(url);
        },
      },
    });
  }

  ask(url: string, now = NOW, delay = 0, signal = new AbortController().signal): ReturnType<RobotsPolicy['ask']> {
    this.#now = now;
    return this.#gate.ask(url, delay, signal);
  }
}

/** The copies in a frontier, with another clock. */
function copiesAt(frontier: MemoryFrontier, now: () => number): GateOptions['frontier'] {
  return { now, getMeta: (name) => frontier.getMeta(name), setMeta: (name, value) => frontier.setMeta(name, value) };
}

const serves = (text: string) => (): FetchResult => answer(200, text);

describe('permission', () => {
  test('follows the rules, and names the rule that disallows', async () => {
    const visit = new Visit(serves(RULES));
    expect(await visit.ask('http://h/y')).toEqual({ kind: 'allowed' });
    expect(await visit.ask('http://h/x1')).toEqual({
      kind: 'disallowed',
      rule: { kind: 'disallow', pattern: '/x', line: 2 },
    });
  });

  test('is refused for an invalid URL, without a request', async () => {
    const visit = new Visit(serves(RULES));
    expect(await visit.ask('mailto:a@b')).toMatchObject({ kind: 'failure', failure: { code: 'unsupported-scheme' } });
    expect(visit.requests).toEqual([]);
  });

  test('RFC 9309 2.3.1.3: without a robots.txt everything is allowed', async () => {
    expect(await new Visit(() => answer(404)).ask('http://h/x')).toEqual({ kind: 'allowed' });
  });

  test.each([
    ['an error of the server', answer(503), noRobots('http-503')],
    ['no answer', refused, { kind: 'failure', failure: refused }],
    ['an answer that cannot be decoded', undecodable, noRobots('bad-encoding')],
  ])('RFC 9309 2.3.1.4: %s disallows everything', async (_, result, permission) => {
    expect(await new Visit(() => result).ask('http://h/y')).toEqual(permission);
  });
});

describe('a robots.txt is requested', () => {
  test('once per site, for all that wait for it', async () => {
    const visit = new Visit(serves(RULES));
    await Promise.all(['http://h/a', 'http://h/b', 'https://h/a', 'http://h:81/a'].map((url) => visit.ask(url)));
    await visit.ask('http://h/c');
    expect(visit.requests).toEqual([ROBOTS, 'https://h/robots.txt', 'http://h:81/robots.txt']);
  });

  test('again after a day, and once for all that wait for it', async () => {
    const visit = new Visit(serves(RULES));
    await visit.ask('http://h/a', NOW);
    await visit.ask('http://h/a', NOW + DAY - 1);
    expect(visit.requests).toHaveLength(1);
    await Promise.all([visit.ask('http://h/a', NOW + DAY), visit.ask('http://h/b', NOW + DAY)]);
    expect(visit.requests).toHaveLength(2);
  });

  test.each([
    ['of today', 1, 0],
    ['of this moment', 0, 0],
    ['almost a day old', DAY - 1, 0],
    ['a day old', DAY, 1],
    ['of tomorrow', -1, 1],
  ])('again if the copy is %s', async (_, age, requests) => {
    const first = new Visit(serves(RULES));
    await first.ask('http://h/a', NOW - age);
    const second = new Visit(serves(RULES), first.frontier);
    expect(await second.ask('http://h/x')).toMatchObject({ kind: 'disallowed' });
    expect(second.requests).toHaveLength(requests);
  });

  test.each([
    [NOW - 1, 0],
    [NOW, 0],
    [NOW + 1, 1],
  ])('again if the copy is from before %i, and a newer one is wanted', async (since, requests) => {
    const { frontier } = await visited(serves(RULES), NOW);
    const visit = new Visit(serves(RULES), frontier, { since });
    await visit.ask('http://h/a', NOW + 2);
    expect(visit.requests).toHaveLength(requests);
  });

  test('again a day after the copy was made, not after it was read', async () => {
    const { frontier } = await visited(serves(RULES), NOW - DAY + 10);
    const visit = new Visit(serves(RULES), frontier);
    for (const now of [NOW, NOW + 9]) await visit.ask('http://h/a', now);
    expect([visit.requests.length, visit.news.length]).toEqual([0, 1]);
    await visit.ask('http://h/a', NOW + 10);
    expect([visit.requests.length, visit.news.length]).toEqual([1, 2]);
  });

  test('with at most one byte more than the limit', async () => {
    const limits: unknown[] = [];
    const gate = new RobotsPolicy({
      frontier: new MemoryFrontier(),
      productToken: 'bot',
      onRead: async () => {},
      fetcher: {
        fetch: async (_, request) => {
          limits.push(request?.maxBytes);
          return answer(200, RULES);
        },
      },
    });
    await gate.ask('http://h/a', 0, new AbortController().signal);
    expect(limits).toEqual([MAX_BYTES + 1]);
  });

  test('after a failure in half a second at the earliest, then in twice that, and finally every minute', async () => {
    const visit = new Visit(() => answer(500));
    const waits: number[] = [];
    for (let now = NOW; waits.length < 10; ) {
      await visit.ask('http://h/a', now);
      const before = visit.requests.length;
      let wait = 0;
      while (visit.requests.length === before) await visit.ask('http://h/a', now + (wait += 100));
      waits.push(wait);
      now += wait;
      // The request above has failed once more, so the next wait starts with it.
      visit.requests.length = 0;
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test('not before that time after a failure, however many other sites are visited', async () => {
    const visit = new Visit((url) => answer(url === ROBOTS ? 502 : 404));
    await visit.ask('http://h/a');
    for (let n = 0; n < 1000; n++) await visit.ask(`http://h${n}/`);
    expect(await visit.ask('http://h/b', NOW + 499)).toEqual(noRobots('http-502'));
    expect(await visit.ask('http://h/b', NOW + 500)).toMatchObject({ failures: 2 });
  });

  test('after a failure with Retry-After not before that time, but after a day at the latest', async () => {
    const visit = new Visit(() => answer(503, null, { 'retry-after': '200' }));
    expect(await visit.ask('http://h/a')).toEqual({
      ...noRobots('http-503'),
      until: NOW + 200_000,
      isRetryAfter: true,
    });
    await visit.ask('http://h/a', NOW + 199_999);
    expect(visit.requests).toHaveLength(1);
    await visit.ask('http://h/a', NOW + 200_000);
    expect(visit.requests).toHaveLength(2);
    const years = new Visit(() => answer(503, null, { 'retry-after': '1000000000' }));
    for (const now of [NOW, NOW + DAY - 1, NOW + DAY]) await years.ask('http://h/a', now);
    expect(years.requests).toHaveLength(2);
  });

  test('after an answer as if nothing had failed', async () => {
    let result = answer(500);
    const visit = new Visit(() => result);
    await visit.ask('http://h/a', NOW);
    result = answer(200, '');
    await visit.ask('http://h/a', NOW + 500);
    result = answer(500);
    await visit.ask('http://h/a', NOW + 500 + DAY);
    await visit.ask('http://h/a', NOW + 1000 + DAY);
    expect(visit.requests).toHaveLength(4);
  });

  test('again immediately if the first request was cancelled, without storing anything', async () => {
    const visit = new Visit(() => cancelled);
    expect(await visit.ask('http://h/a')).toMatchObject({ kind: 'failure', failure: { code: 'cancelled' } });
    await visit.ask('http://h/a');
    expect(visit.requests).toHaveLength(2);
    expect(await readCopy(visit.frontier, 'http://h')).toBeNull();
  });

  test('from the copy again for a site that came before a thousand others', async () => {
    const visit = new Visit(serves(RULES));
    for (let site = 0; site <= 1000; site++) await visit.ask(`http://h${site}/a`);
    await visit.ask('http://h1/a');
    expect(visit.news).toHaveLength(1001);
    await visit.ask('http://h0/a');
    expect(visit.news.at(-1)).toMatchObject({ url: 'http://h0/robots.txt' });
    expect(visit.news).toHaveLength(1002);
    expect(visit.requests).toHaveLength(1001);
  });

  test('not again for one of the last thousand, even if it was the first before', async () => {
    const visit = new Visit(serves(RULES));
    for (let site = 0; site < 1000; site++) await visit.ask(`http://h${site}/a`);
    await visit.ask('http://h0/a', NOW + DAY);
    await visit.ask('http://h1000/a');
    const before = visit.news.length;
    await visit.ask('http://h0/a', NOW + DAY);
    expect(visit.news).toHaveLength(before);
  });
});

describe('RFC 9309 2.3.1.2: redirects', () => {
  const chain =
    (length: number) =>
    (url: string): FetchResult => {
      const at = Number(/\d+$/.exec(url)?.[0] ?? 0);
      return at < length ? redirect(`http://other/${at + 1}`) : answer(200, RULES);
    };

  test('five are followed, to other hosts too', async () => {
    const visit = new Visit(chain(5));
    expect(await visit.ask('http://h/x')).toMatchObject({ kind: 'disallowed' });
    expect(visit.requests).toEqual([ROBOTS, ...[1, 2, 3, 4, 5].map((at) => `http://other/${at}`)]);
  });

  test('each waits for the delay between two requests', async () => {
    const end = new AbortController();
    const visit = new Visit(chain(5));
    const asked = visit.ask('http://h/x', NOW, 3_600_000, end.signal);
    while (visit.requests.length === 0) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(visit.requests).toEqual([ROBOTS]);
    end.abort();
    await asked;
  });

  test('with a sixth, the robots.txt counts as missing', async () => {
    const visit = new Visit(chain(6));
    expect(await visit.ask('http://h/x')).toEqual({ kind: 'allowed' });
    expect(visit.requests).toHaveLength(6);
  });

  test.each(['mailto:a@b', 'http://[', 'ftp://h/robots.txt', 'xhttp://h/robots.txt'])(
    'one to %s leads nowhere',
    async (location) => {
      const visit = new Visit(() => redirect(location));
      expect(await visit.ask('http://h/x')).toEqual({ kind: 'allowed' });
      expect(visit.requests).toEqual([ROBOTS]);
    },
  );

  test('a relative location belongs to the site; without a redirect it is ignored', async () => {
    const visit = new Visit((url) => (url === ROBOTS ? redirect('/r') : answer(200, RULES, { location: '/s' })));
    expect(await visit.ask('http://h/x')).toMatchObject({ kind: 'disallowed' });
    expect(visit.requests).toEqual([ROBOTS, 'http://h/r']);
  });

  test('bytes above ASCII in a location are percent-encoded as they arrived', async () => {
    const visit = new Visit((url) => (url === ROBOTS ? redirect('/r\xe9') : answer(200, RULES)));
    expect(await visit.ask('http://h/x')).toMatchObject({ kind: 'disallowed' });
    expect(visit.requests).toEqual([ROBOTS, 'http://h/r%E9']);
  });
});

describe('records other than rules', () => {
  test.each([
    ['Crawl-delay: 2.5', 2500],
    ['Crawl-delay: 30', 30_000],
    ['Crawl-delay: 31', 30_000],
    ['Disallow: /y', 0],
  ])('%s: %i milliseconds between two requests', async (line, crawlDelay) => {
    const visit = new Visit(serves(`User-agent: bot\n${line}\nSitemap: http://h/s.xml`), await told(line));
    await visit.ask('http://h/a');
    expect(visit.news).toEqual([
      { url: ROBOTS, crawlDelay, crawlDelayBefore: crawlDelay, sitemaps: ['http://h/s.xml'] },
    ]);
  });

  test('is nothing where there is no robots.txt, and not told where it is not known', async () => {
    expect((await visited(() => answer(404))).news).toEqual([
      { url: ROBOTS, crawlDelay: 0, crawlDelayBefore: 0, sitemaps: [] },
    ]);
    expect((await visited(() => answer(503))).news).toEqual([]);
  });
});

describe('before the first page', () => {
  test.each([
    ['the delay between two pages', 'Disallow: /x', 3_600_000],
    ['what Crawl-delay says', 'Crawl-delay: 20', 0],
  ])('the crawler waits as long as %s', async (_, line, delay) => {
    const end = new AbortController();
    const visit = new Visit(serves(`User-agent: bot\n${line}`));
    let isAnswered = false;
    const asked = visit.ask('http://h/a', NOW, delay, end.signal).then((permission) => {
      isAnswered = true;
      return permission;
    });
    while (visit.news.length === 0) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(isAnswered).toBe(false);
    end.abort();
    expect(await asked).toEqual({ kind: 'allowed' });
  });
});

test.each([
  ['what the robots.txt says', 'Crawl-delay: 20', 10_000, 'Crawl-delay'],
  ['what the robots.txt says, if that is as long', 'Crawl-delay: 20', 20_000, 'Crawl-delay'],
  ['the delay between two pages', 'Crawl-delay: 20', 30_000, 'the delay between two requests'],
])('who waits is told for what, and how long: %s', async (_, line, delay, why) => {
  const end = new AbortController();
  const waits: unknown[] = [];
  const onWait = ({ site, ...wait }: CrawlWait): void => {
    waits.push([site, wait.why, wait.until - NOW]);
    end.abort();
  };
  const visit = new Visit(serves(`User-agent: bot\n${line}`), new MemoryFrontier(), { onWait });
  await visit.ask('http://h:81/a', NOW, delay, end.signal);
  expect(waits).toEqual([['h:81', why, Math.max(20_000, delay)]]);
});

test('a program waits for the rest of the delay if another one has just read the robots.txt', async () => {
  const frontier = await told('Crawl-delay: 20', NOW);
  const end = new AbortController();
  const waits: number[] = [];
  const onWait = ({ until }: CrawlWait): void => {
    waits.push(until - NOW);
    end.abort();
  };
  for (const [after, delay] of [
    [8000, 0],
    [8000, 30_000],
    [20_000, 0],
  ] as const) {
    const other = new Visit(serves(''), frontier, { onWait });
    await other.ask('http://h/a', NOW + after, delay, end.signal);
    expect(other.requests).toEqual([]);
  }
  expect(waits).toEqual([20_000, 30_000]);
});

test('RFC 9309 2.3.1.2: the body of a redirect is not kept as rules', async () => {
  const { frontier } = await visited(() => answer(300, RULES), NOW);
  expect(await new Visit(serves(''), frontier).ask('http://h/x', NOW + 1)).toEqual({ kind: 'allowed' });
});

describe('RFC 9309 2.3.1.4: a robots.txt that cannot be reached', () => {
  test('for 30 days, counted from the first time: the rules from before apply', async () => {
    const { frontier } = await visited(serves(RULES), NOW);
    const down = (): Visit => new Visit(() => answer(500), frontier);
    expect(await down().ask('http://h/y', NOW + DAY)).toMatchObject({ kind: 'unreachable' });
    expect(await down().ask('http://h/y', NOW + 31 * DAY - 1)).toMatchObject({ kind: 'unreachable' });
    expect(await down().ask('http://h/y', NOW + 31 * DAY)).toEqual({ kind: 'allowed' });
    expect(await down().ask('http://h/x', NOW + 31 * DAY)).toMatchObject({ kind: 'disallowed' });
  });

  test.each([429, 503])('for 30 days: the body of a %i never becomes the rules', async (status) => {
    const { frontier } = await visited(serves(RULES), NOW);
    const down = (): Visit => new Visit(() => answer(status), frontier);
    await down().ask('http://h/x', NOW + DAY);
    await down().ask('http://h/x', NOW + 31 * DAY);
    expect(await down().ask('http://h/x', NOW + 33 * DAY)).toMatchObject({ kind: 'disallowed' });
  });

  test('for 30 days, and never known: all is allowed', async () => {
    const { frontier } = await visited(() => refused, NOW);
    expect(await new Visit(() => refused, frontier).ask('http://h/x', NOW + 30 * DAY)).toEqual({ kind: 'allowed' });
  });

  test('is asked for again by the next session, though the copy is of today', async () => {
    const { frontier } = await visited(serves(RULES), NOW - DAY);
    await new Visit(() => answer(503), frontier).ask('http://h/a', NOW);
    const visit = new Visit(serves(''), frontier);
    expect(await visit.ask('http://h/x', NOW + 1)).toEqual({ kind: 'allowed' });
    expect(await readCopy(frontier, 'http://h')).toEqual({
      at: NOW + 1,
      body: Buffer.from(''),
      unreachableSince: null,
    });
  });

  test('is asked for again also by a clock that was set back to when the copy was fresh', async () => {
    const { frontier } = await visited(serves(RULES), NOW);
    await new Visit(() => answer(503), frontier).ask('http://h/a', NOW + DAY);
    const visit = new Visit(serves(''), frontier);
    await visit.ask('http://h/a', NOW + 1);
    expect(visit.requests).toHaveLength(1);
  });

  test('since tomorrow, by a clock that was ahead, is so since now', async () => {
    const { frontier } = await visited(() => refused, NOW + DAY);
    await new Visit(() => refused, frontier).ask('http://h/a', NOW);
    expect(await readCopy(frontier, 'http://h')).toEqual({ at: 0, body: null, unreachableSince: NOW });
  });

  test('is so for as long as answers are errors', async () => {
    const { frontier } = await visited(serves(RULES), NOW - DAY);
    await new Visit(() => answer(429), frontier).ask('http://h/a', NOW);
    await new Visit(() => answer(500), frontier).ask('http://h/a', NOW + 5);
    const body = Buffer.from(RULES);
    expect(await readCopy(frontier, 'http://h')).toEqual({ at: NOW - DAY, body, unreachableSince: NOW });
  });
});

describe('a copy', () => {
  /** The bytes that are kept of an answer. */
  async function kept(body: Buffer, truncated: boolean): Promise<unknown> {
    const { frontier } = await visited(() => ({
      kind: 'response',
      status: 200,
      headers: {},
      body,
      truncated,
      elapsed: 1,
    }));
    return (await readCopy(frontier, 'http://h'))?.body;
  }

  test('is of what was answered: no rules where there is no file', async () => {
    const { frontier } = await visited(() => answer(404));
    expect(await readCopy(frontier, 'http://h')).toEqual({ at: NOW, body: null, unreachableSince: null });
    const visit = new Visit(serves(RULES), frontier);
    expect(await visit.ask('http://h/x')).toEqual({ kind: 'allowed' });
    expect(visit.requests).toEqual([]);
  });

  test('keeps the bytes that count, and one that shows that there were more', async () => {
    const { frontier } = await visited(serves(`${RULES}\n`.padEnd(MAX_BYTES + 5, '#')));
    expect((await readCopy(frontier, 'http://h'))?.body).toHaveLength(MAX_BYTES + 1);
  });

  test('has every byte of the file but user names and passwords', async () => {
    const file = (sitemap: string): Buffer =>
      Buffer.from(`User-agent: bot\r\nDisallow: /\xe9\r# @\n\nSitemap: ${sitemap}\n`, 'latin1');
    expect(await kept(file('http://h/s'), false)).toEqual(file('http://h/s'));
    expect(await kept(file('http://ann:secret@h/s'), false)).toEqual(file('http://@h/s'));
    expect(await kept(file('http://ann:sec ret@h/s'), false)).toEqual(file('http://@h/s'));
    expect(await kept(file('ann:secret@h/s # at bob@h'), false)).toEqual(file('@h/s # at bob@h'));
    expect(await kept(file('/s?to=ann@h'), false)).toEqual(file('/s?to=ann@h'));
  });

  test.each(['*://*@*', '/*//*@', '/to/http://a@b'])('has the path of a rule as it is: %s', async (path) => {
    const file = (comment: string): Buffer => Buffer.from(`User-agent: *\nDisallow: ${path} # ${comment}\n`);
    expect(await kept(file('http://ann:secret@h/'), false)).toEqual(file('http://@h/'));
  });

  test.each(['\n', '\r', '\n\r', '\r\n', '\r#\n', '\n#\r'])(
    'of a file that was cut ends with the last whole line, whatever ends lines: %j',
    async (end) => {
      const whole = `User-agent: bot\nDisallow: /x${end}`;
      const body = Buffer.from(`${whole}Sitemap: http://ann:sec`);
      expect(await kept(body, true)).toEqual(Buffer.from(whole));
    },
  );

  test('has no body where the answer has none', async () => {
    const { frontier } = await visited(() => answer(200));
    expect((await readCopy(frontier, 'http://h'))?.body).toHaveLength(0);
  });

  test.each(['', 'null', '[', '{"body":""}', '{"at":"1"}'])('that is damaged is none: %j', async (json) => {
    const frontier = new MemoryFrontier();
    await frontier.setMeta('robots http://h', json);
    expect(await readCopy(frontier, 'http://h')).toBeNull();
  });

  test('of which a part makes no sense lacks that part', async () => {
    const frontier = new MemoryFrontier();
    await frontier.setMeta('robots http://h', '{"at":1,"body":2,"unreachableSince":"3"}');
    expect(await readCopy(frontier, 'http://h')).toEqual({ at: 1, body: null, unreachableSince: null });
    await writeCopy(frontier, 'http://h', { at: 1, body: Buffer.from('é'), unreachableSince: 3 });
    expect(await readCopy(frontier, 'http://h')).toEqual({ at: 1, body: Buffer.from('é'), unreachableSince: 3 });
  });
});

/** A request for one page of `http://h`. */
async function visited(answerTo: (url: string) => FetchResult, now = NOW): Promise<Visit> {
  const visit = new Visit(answerTo);
  await visit.ask('http://h/a', now);
  return visit;
}

/** A frontier with a copy, by default one so old that nothing waits for the delay. */
async function told(line: string, at = NOW - 30_000): Promise<MemoryFrontier> {
  const frontier = new MemoryFrontier();
  const body = Buffer.from(`User-agent: bot\n${line}\nSitemap: http://h/s.xml`);
  await writeCopy(frontier, 'http://h', { at, body, unreachableSince: null });
  return frontier;
}
