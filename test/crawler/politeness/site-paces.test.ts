import { describe, expect, test } from 'vitest';
import { SitePaces } from '../../../crawler/politeness/site-paces.ts';
import { type Lease, MemoryFrontier } from '../../../db/index.ts';
import { found, request } from '../../db/helpers.ts';

/** A site that answers, and the delays that follow. Each request starts when the previous one has ended. */
class Site {
  readonly paces: SitePaces;
  readonly #lease: Lease;
  #now = 1000;

  constructor(paces: SitePaces, lease: Lease) {
    this.paces = paces;
    this.#lease = lease;
  }

  /** @returns the delay between two requests from then on, in milliseconds */
  async answers(status: number | null, times = 1, apart = 10): Promise<number> {
    let delay = Number.NaN;
    for (let time = 0; time < times; time++) {
      this.#now += apart;
      delay = await this.paces.answered(this.#lease.site, status, false, this.#now - 5, this.#now);
    }
    return delay;
  }

  /** An answer to a request that began that many milliseconds ago. */
  async answersLate(status: number, before: number): Promise<number> {
    return this.paces.answered(this.#lease.site, status, false, this.#now - before, this.#now);
  }

  /** An answer for a page that was asked for before. */
  async answersAgain(status: number): Promise<number> {
    this.#now += 10;
    return this.paces.answered(this.#lease.site, status, true, this.#now - 5, this.#now);
  }

  /** The site's robots.txt is read. */
  async wants(least: number, before = 0): Promise<void> {
    await this.paces.want(this.#lease.site, least, before, this.#now);
  }

  /** An entry is leased with a delay. */
  async isLeased(delay: number): Promise<void> {
    this.#now += 10;
    await this.paces.leased({ ...this.#lease, delay }, this.#now);
  }

  isTooEarly(delay: number): boolean {
    return this.paces.isTooEarly({ ...this.#lease, delay });
  }
}

/** A site in a crawl with a delay, and its delay stored in the frontier. */
async function siteWith(delay = 0): Promise<{ readonly site: Site; readonly kept: () => Promise<number> }> {
  const frontier = new MemoryFrontier();
  await frontier.add(['a', 'b', 'c'].map((path) => found(`http://h/${path}`)));
  const [lease] = await frontier.lease(request({ limit: 1, perSite: 1 }));
  if (lease === undefined) throw new Error('nothing to lease');
  const kept = async (): Promise<number> =>
    (await frontier.lease(request({ limit: 1, now: 1e9, run: 'other' })))[0]?.delay ?? Number.NaN;
  return { site: new Site(new SitePaces(frontier, delay), lease), kept };
}

describe('a site that is never overloaded', () => {
  test('is asked at the pace of the leases', async () => {
    const { site } = await siteWith(70);
    expect([await site.answers(200, 50), await site.answers(404), await site.answers(null)]).toEqual([70, 70, 70]);
  });
});

describe('an overloaded site', () => {
  test.each([429, 503])('that answers %i is asked half as often each time, within bounds', async (status) => {
    const { site } = await siteWith();
    const delays: number[] = [];
    for (let time = 0; time < 9; time++) delays.push(await site.answers(status));
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  test('is asked half as often as before', async () => {
    expect(await (await siteWith(1000)).site.answers(503)).toBe(2000);
    expect(await (await siteWith(100)).site.answers(503)).toBe(250);
  });

  test('is asked as often as before after any other answer', async () => {
    const { site } = await siteWith();
    await site.answers(503);
    expect([await site.answers(500), await site.answers(null), await site.answers(200)]).toEqual([250, 250, 250]);
  });

  test('is asked twice as often after twenty good answers in a row, and finally without delay', async () => {
    const { site } = await siteWith();
    await site.answers(503);
    expect([await site.answers(200, 19), await site.answers(200)]).toEqual([250, 125]);
    expect([await site.answers(200, 19), await site.answers(200)]).toEqual([125, 62.5]);
    expect([await site.answers(200, 20), await site.answers(200, 20)]).toEqual([31.25, 0]);
    expect(await site.answers(200, 40)).toBe(0);
  });

  test('is asked twice as often after as many good answers as take half a minute, at least five', async () => {
    const { site } = await siteWith(1000);
    await site.answers(503, 4);
    expect([await site.answers(200, 4), await site.answers(200)]).toEqual([16_000, 8000]);
    expect([await site.answers(200, 4), await site.answers(429)]).toEqual([8000, 16_000]);
    expect([await site.answers(200, 5), await site.answers(200, 5), await site.answers(200, 7)]).toEqual([
      8000, 4000, 4000,
    ]);
    expect([await site.answers(200), await site.answers(200, 14), await site.answers(200)]).toEqual([2000, 2000, 1000]);
  });

  test('is not asked more often because it no longer answers', async () => {
    const { site } = await siteWith(1000);
    await site.answers(503, 4);
    expect(await site.answers(null, 50)).toBe(16_000);
  });

  test.each([429, 503])(
    'is one page if it answers %i for that page again, after another one was answered',
    async (status) => {
      const { site } = await siteWith();
      expect(await site.answers(status)).toBe(250);
      expect(await site.answersAgain(status)).toBe(500);
      await site.answers(200);
      expect(await site.answersAgain(status)).toBe(500);
      expect(await site.answersAgain(status)).toBe(1000);
      await site.answers(200);
      expect(await site.answers(status)).toBe(2000);
    },
  );

  test('gets faster although one page always says that it is overloaded', async () => {
    const { site } = await siteWith();
    await site.answers(503);
    await site.answers(200, 10);
    await site.answersAgain(503);
    await site.answers(200, 9);
    expect(await site.answers(200)).toBe(125);
  });

  test('starts counting good answers again after each overload', async () => {
    const { site } = await siteWith();
    await site.answers(503);
    await site.answers(200, 19);
    expect(await site.answers(429)).toBe(500);
    expect([await site.answers(200, 19), await site.answers(200)]).toEqual([500, 250]);
  });

  test('is not judged by answers to requests from before the delay changed', async () => {
    const { site } = await siteWith();
    await site.answers(503);
    expect(await site.answersLate(503, 1)).toBe(250);
    expect(await site.answersLate(503, 0)).toBe(500);
  });

  test('keeps its delay for the next session', async () => {
    const { site, kept } = await siteWith();
    await site.answers(503);
    expect(await kept()).toBe(250);
  });

  test('does not start entries that were leased earlier with a shorter delay', async () => {
    const { site } = await siteWith();
    expect(site.isTooEarly(0)).toBe(false);
    await site.answers(503);
    expect([249, 250, 251].map((delay) => site.isTooEarly(delay))).toEqual([true, false, false]);
  });
});

describe('the reason for a delay', () => {
  test('names the overload as long as there is a delay', async () => {
    const { site } = await siteWith();
    const reason = (): string | null => site.paces.reasonFor('h');
    expect(reason()).toBeNull();
    await site.answers(503);
    expect(reason()).toBe('the site is overloaded');
    await site.wants(250);
    expect(reason()).toBe('Crawl-delay');
    await site.wants(0);
    await site.answers(200, 100);
    expect(reason()).toBeNull();
  });
});

describe('a site whose robots.txt asks for a delay', () => {
  test('gets the delay, also in the next session', async () => {
    const { site, kept } = await siteWith();
    await site.wants(2000);
    expect(site.isTooEarly(1999)).toBe(true);
    expect(await site.answers(200)).toBe(2000);
    expect(await kept()).toBe(2000);
  });

  test('is never asked more often', async () => {
    const { site } = await siteWith();
    await site.wants(200);
    expect(await site.answers(503)).toBe(400);
    expect([await site.answers(200, 20), await site.answers(200, 100)]).toEqual([200, 200]);
    await site.wants(150);
    expect(await site.answers(200)).toBe(150);
  });

  test('keeps a longer delay that it already had', async () => {
    const { site } = await siteWith();
    await site.answers(503);
    await site.wants(100);
    expect(await site.answers(200)).toBe(250);
  });

  test('loses the delay, or gets a shorter one, at once when robots.txt asks for less', async () => {
    const { site, kept } = await siteWith();
    await site.wants(3000);
    await site.wants(2000, 3000);
    expect([site.isTooEarly(1999), await site.answers(200)]).toEqual([true, 2000]);
    await site.wants(0, 2000);
    expect([site.isTooEarly(0), await site.answers(200), await kept()]).toEqual([false, 0, 0]);
  });

  test('loses it also if another program has read the new robots.txt first', async () => {
    const { site, kept } = await siteWith();
    await site.wants(3000);
    await site.wants(0, 0);
    expect([await site.answers(200), await kept()]).toEqual([0, 0]);
  });

  test('loses a delay that overload made longer after good answers only', async () => {
    const { site } = await siteWith();
    await site.wants(20);
    await site.answers(503);
    await site.wants(0, 20);
    expect([await site.answers(200, 20), await site.answers(200, 20)]).toEqual([125, 62.5]);
  });

  test('has no delay below twenty milliseconds', async () => {
    const { site } = await siteWith();
    await site.isLeased(40);
    expect([await site.answers(200, 20), await site.answers(200, 20)]).toEqual([20, 0]);
  });

  test('of 0 has none', async () => {
    const { site } = await siteWith(70);
    await site.wants(0);
    expect(await site.answers(200)).toBe(70);
  });
});

describe('a delay that an earlier session or another program has set', () => {
  test('is not shortened by a robots.txt that asks for less', async () => {
    const { site, kept } = await siteWith();
    await site.isLeased(4000);
    await site.wants(500);
    expect([site.isTooEarly(3999), await site.answers(200)]).toEqual([true, 4000]);
    await site.answers(503);
    expect(await kept()).toBe(8000);
  });

  test('goes down after good answers, to what robots.txt and the crawl want', async () => {
    const { site, kept } = await siteWith(100);
    await site.isLeased(1000);
    expect([await site.answers(200, 20), await site.answers(200, 20)]).toEqual([500, 250]);
    expect([await site.answers(200, 20), await site.answers(200, 20)]).toEqual([125, 100]);
    expect(await kept()).toBe(0);
    await site.isLeased(1000);
    await site.wants(400);
    expect([await site.answers(200, 20), await site.answers(200, 40), await kept()]).toEqual([500, 400, 400]);
  });

  test('goes away if it is a Crawl-delay that robots.txt no longer has', async () => {
    const { site, kept } = await siteWith();
    await site.isLeased(30);
    await site.wants(0, 30);
    expect([await site.answers(200), await kept()]).toEqual([0, 0]);
  });

  test('is learned with each lease, unless this program has set one since', async () => {
    const { site } = await siteWith();
    await site.answers(503);
    await site.paces.leased({ site: 'h', delay: 0 }, 1010);
    expect(await site.answers(200)).toBe(250);
    await site.answers(200, 18);
    await site.isLeased(4000);
    expect([await site.answers(200, 7), await site.answers(200)]).toEqual([4000, 2000]);
    await site.isLeased(0);
    expect([await site.answers(200), site.paces.reasonFor('h')]).toEqual([0, null]);
  });

  test('is raised again if it is shorter than robots.txt wants', async () => {
    const { site, kept } = await siteWith();
    await site.wants(2000);
    await site.isLeased(1000);
    expect([site.isTooEarly(1000), await kept()]).toEqual([true, 2000]);
  });
});
