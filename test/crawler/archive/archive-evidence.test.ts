/** Covers: crawler/archive/{archive-evidence,batch,sighting,site-name,spilled-sightings,tallies}.ts */
import { describe, expect, it, test } from 'vitest';
import { ArchiveEvidence, type ArchiveOptions, OrderError } from '../../../crawler/archive/archive-evidence.ts';
import type { Capture } from '../../../crawler/archive/capture.ts';
import { siteInOrder, siteName } from '../../../crawler/archive/site-name.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { adjudicate } from '../../../src/evidence/verdict.ts';
import { MemoryWorkspace } from '../../dedup/memory-workspace.ts';

const DAY = 86_400;
const START = Date.UTC(2026, 0, 1) / 1000;

interface Answer {
  readonly day?: number;
  readonly digest?: string;
  readonly status?: number;
  readonly location?: string;
}

function capture(url: string, { day = 0, digest = '', status = 200, location }: Answer): Capture {
  return { url, time: START + day * DAY, status, digest, location: location ?? null, site: null };
}

async function learner(captures: readonly Capture[], options: Partial<ArchiveOptions> = {}): Promise<ArchiveEvidence> {
  const made = new ArchiveEvidence({
    window: 30 * DAY,
    memory: 2 ** 24,
    isInOrder: true,
    workspace: () => new MemoryWorkspace(),
    sites: null,
    take: () => {},
    ...options,
  });
  for (const each of captures) await made.add(each);
  await made.finish();
  return made;
}

async function learned(captures: readonly Capture[], options: Partial<ArchiveOptions> = {}): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  await learner(captures, { take: (pieces) => evidence.push(...pieces), ...options });
  return evidence;
}

/** Claims such as `slash a.example/docs/ confirmed`. */
async function claims(captures: readonly Capture[], options: Partial<ArchiveOptions> = {}): Promise<string[]> {
  const found = adjudicate(await learned(captures, options), THRESHOLDS);
  return found.map(({ kind, host, path, about, verdict }) =>
    [kind, host + path, about, verdict].filter(Boolean).join(' '),
  );
}

/** Pairs of pages that were captured a day apart, with the digests of each. */
function pairs(
  count: number,
  other: (path: string) => string,
  digests: (n: number) => readonly [string, string],
): Capture[] {
  return Array.from({ length: count }, (_, n) => {
    const [a, b] = digests(n);
    const url = `http://a.example/docs/p${n}`;
    return [capture(url, { digest: a }), capture(other(url), { day: 1, digest: b })];
  }).flat();
}

const slash = (url: string): string => `${url}/`;
const same = (n: number): readonly [string, string] => [`same ${n}`, `same ${n}`];
const different = (n: number): readonly [string, string] => [`a ${n}`, `b ${n}`];

describe('pages with the same digest', () => {
  test.each([
    ['slash', 29, slash, 'slash a.example/docs/'],
    ['www', 29, (url: string) => url.replace('//', '//www.'), 'www a.example/'],
    ['scheme', 29, (url: string) => url.replace('http:', 'https:'), 'scheme a.example/'],
    ['case', 29, (url: string) => url.replace('/p', '/P'), 'case a.example/docs/'],
    ['slashes', 29, (url: string) => url.replace('/docs', '//docs'), 'slashes a.example/docs/'],
  ])('confirm %s from %d pairs on', async (_, enough, other, claim) => {
    expect(await claims(pairs(enough - 1, other, same))).toEqual([`${claim} undecided`]);
    expect(await claims(pairs(enough, other, same))).toEqual([`${claim} confirmed`]);
  });

  it('confirm that a parameter with several values does not matter, from 59 pairs on', async () => {
    const values = pairs(59, (url) => `${url}?ref=${url.length % 2 === 0 ? 'mail' : 'home'}`, same);
    expect(await claims(values)).toEqual(['param a.example/docs/ ref confirmed']);
    expect(await claims(values.slice(2))).toEqual(['param a.example/docs/ ref undecided']);
    const one = pairs(59, (url) => `${url}?ref=mail`, same);
    expect(await claims(one)).toEqual(['default-param a.example/docs/ ref=mail confirmed']);
  });

  it('are no evidence if the site shows the page at other places too', async () => {
    expect(await learned(pairs(60, slash, () => ['blocked', 'blocked']))).toEqual([]);
  });

  it('are no evidence if they were captured too far apart', async () => {
    expect(await learned(pairs(60, slash, same), { window: DAY / 2 })).toEqual([]);
  });

  it('count once for each page', async () => {
    const twice = pairs(28, slash, same).flatMap((one) => [one, { ...one, time: one.time + 60 }]);
    expect(await claims(twice)).toEqual(['slash a.example/docs/ undecided']);
  });

  it('count where a revisit repeats a page of the same URL', async () => {
    const revisits = pairs(29, slash, same).flatMap((one) => [
      { ...one, time: one.time - 90 * DAY },
      { ...one, status: 0 },
    ]);
    expect(await claims(revisits)).toEqual(['slash a.example/docs/ confirmed']);
    const ofOthers = pairs(29, slash, same).map((one, at) => ({ ...one, status: at % 2 === 0 ? 200 : 0 }));
    expect(await learned(ofOthers)).toEqual([]);
  });

  it('count as of the last captures of a URL', async () => {
    const years = pairs(29, slash, same).flatMap((one, at) => [
      ...Array.from({ length: 40 }, (_, n) => ({ ...one, time: one.time - (90 - n) * DAY, digest: `old ${at} ${n}` })),
      ...Array.from({ length: 15 }, (_, n) => ({ ...one, time: one.time + n })),
    ]);
    expect(await claims(years)).toEqual(['slash a.example/docs/ confirmed']);
  });

  it('are no evidence if they are empty', async () => {
    expect(await learned(pairs(1, slash, same))).toHaveLength(1);
    const empty = '3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ';
    expect(await learned(pairs(1, slash, () => [empty, empty]))).toEqual([]);
  });
});

describe('pages with different digests', () => {
  it('refute a claim if one of them stayed the same meanwhile', async () => {
    const later = pairs(50, slash, (n) => (n === 7 ? different(n) : same(n)));
    const again = capture('http://a.example/docs/p7', { day: 2, digest: 'a 7' });
    expect(await claims(later)).toEqual([]);
    expect(await claims([...later, again])).toEqual(['slash a.example/docs/ refuted']);
  });

  it('exclude their section', async () => {
    const one = pairs(200, slash, (n) => (n === 0 ? different(n) : same(n)));
    expect(await learned(one)).toEqual([]);
    const items = pairs(29, slash, (n) => [`item ${n}`, `item ${n}`]);
    const shop = items.map((each) => ({ ...each, url: each.url.replace('/docs/', '/shop/') }));
    expect(await claims([...one, ...shop])).toEqual(['slash a.example/shop/ confirmed']);
  });

  it('exclude their section, and refute it if the rest of the site agrees', async () => {
    const rest = pairs(46, slash, same);
    const shop = pairs(3, slash, different).map((one) => ({ ...one, url: one.url.replace('/docs/', '/shop/') }));
    expect(await claims([...rest, ...shop])).toEqual([
      'slash a.example/docs/ confirmed',
      'slash a.example/shop/ refuted',
    ]);
    expect(await claims(shop)).toEqual([]);
  });

  it('keep many other sections from confirming the whole site', async () => {
    const inSections = (each: Capture, at: number): Capture => ({
      ...each,
      url: each.url.replace('/docs/', `/s${Math.floor(at / 4)}/`),
    });
    const many = pairs(60, slash, same).map(inSections);
    expect(await claims(many)).toEqual(['slash a.example/ confirmed']);
    const doubtful = pairs(1, slash, different).map((each) => ({ ...each, url: each.url.replace('/docs/', '/x/') }));
    const found = await claims([...many, ...doubtful]);
    expect(found).toContain('slash a.example/x/ refuted');
    expect(found).not.toContain('slash a.example/ confirmed');
  });

  it('must not be the majority, even where pages change by themselves', async () => {
    const changing = (count: number): Capture[] =>
      pairs(count, slash, different).flatMap((one, n) => {
        const url = one.url.replace('/p', '/q');
        return [
          { ...one, url },
          { ...one, url, time: one.time + 60, digest: `other ${n}` },
        ];
      });
    const agreeing = pairs(29, slash, same);
    expect(await claims([...agreeing, ...changing(29)])).toEqual(['slash a.example/docs/ confirmed']);
    expect(await claims([...agreeing, ...changing(30)])).toEqual([]);
  });
});

describe('error pages', () => {
  const elsewhere = ['x', 'y'].map((path) => capture(`http://a.example/${path}`, { digest: 'error' }));
  const one = (count: number, other: (url: string) => string): Capture[] => [
    ...pairs(count, other, (n) => (n === 0 ? ['a', 'error'] : same(n))),
    ...elsewhere,
  ];

  it('are not more than a tenth of the pairs of a confirmed claim, with 95 % confidence', async () => {
    expect(await claims(one(46, slash))).toEqual(['slash a.example/docs/ confirmed']);
    expect(await learned(one(45, slash))).toEqual([]);
  });

  it('are not more than a twentieth for a parameter', async () => {
    const param = (url: string): string => `${url}?ref=${url.length}`;
    expect(await claims(one(93, param))).toEqual(['param a.example/docs/ ref confirmed']);
    expect((await learned(one(92, param))).filter(({ kind }) => kind === 'param')).toEqual([]);
  });
});

describe('redirects', () => {
  const moved = (n: number): Capture =>
    capture(`http://a.example/docs/p${n}`, { status: 301, location: `/docs/p${n}/` });

  it('confirm a claim', async () => {
    const redirects = Array.from({ length: 29 }, (_, n) => moved(n));
    expect(await claims(redirects)).toEqual(['slash a.example/docs/ confirmed']);
    const [first] = await learned(redirects);
    expect(first).toMatchObject({
      source: 'archive',
      by: 'archive',
      seen: 'redirects',
      target: 'add',
      at: START * 1000,
      hops: [{ url: 'http://a.example/docs/p0', status: 301, location: 'http://a.example/docs/p0/' }],
    });
  });

  it('are no evidence if they are temporary, or their target is unknown', async () => {
    const some = Array.from({ length: 29 }, (_, n) => moved(n));
    expect(await learned(some.map((one) => ({ ...one, status: 302 })))).toEqual([]);
    expect(await learned(some.map((one) => ({ ...one, location: null })))).toEqual([]);
  });
});

describe('memory', () => {
  /** Sites of 40 pairs each, in the order of an index. */
  const sites = Array.from({ length: 60 }, (_, site) =>
    pairs(40, slash, same).map((one) => ({ ...one, url: one.url.replace('a.example', `s${100 + site}.example`) })),
  );
  const small = { memory: 2 ** 20 };
  const confirmed = sites.map((_, site) => `slash s${100 + site}.example/docs/ confirmed`);

  it('is used for one site after the other, if they come in order', async () => {
    const workspace = (): never => {
      throw new Error('nothing should be spilled');
    };
    expect(await claims(sites.flat(), { ...small, workspace })).toEqual(confirmed);
  });

  it('spills sites that come without order, with the same result', async () => {
    const mixed = sites.flat().toSorted((a, b) => a.url.slice(-3).localeCompare(b.url.slice(-3)));
    await expect(claims(mixed, small)).rejects.toThrow(OrderError);
    expect(await claims(mixed, { ...small, isInOrder: false })).toEqual(confirmed);
  });

  it('is enough for a part of a very large site', async () => {
    const large = pairs(4000, slash, same).map((one, at) => {
      const section = Math.floor(at / 2) % 400;
      return { ...one, url: one.url.replace('/docs/', `/s${section}/`) };
    });
    for (const isInOrder of [true, false]) {
      const evidence: Evidence[] = [];
      const take = (pieces: readonly Evidence[]): unknown => evidence.push(...pieces);
      const { used, passedOver } = await learner(large, { ...small, isInOrder, take });
      // The captures of a page stay together.
      expect(evidence).toHaveLength((used - passedOver) / 2);
      expect(used).toBe(8000);
      expect(passedOver).toBeGreaterThan(4000);
    }
  });

  it('is enough for any number of URLs of one path', async () => {
    const views = Array.from({ length: 5000 }, (_, n) => capture(`http://a.example/view?id=${n}`, { digest: `${n}` }));
    expect((await learner(views, small)).passedOver).toBeGreaterThan(0);
  });
});

it('learns only about the sites it is told', async () => {
  const captures = [
    ...pairs(29, slash, same),
    ...pairs(29, slash, same).map((one) => ({ ...one, url: one.url.replace('a.', 'www.b.') })),
  ];
  expect(await claims(captures, { sites: new Set(['b.example']) })).toEqual(['slash www.b.example/docs/ confirmed']);
});

it('keeps no passwords', async () => {
  const url = 'http://ann:secret@a.example/a';
  const [piece] = await learned([capture(url, { status: 301, location: 'http://ann:secret@a.example/a/' })]);
  expect(piece).toMatchObject({ url: 'http://a.example/a', page: 'http://a.example/a/' });
});

it('passes over what is no page of the web', async () => {
  const urls = ['dns:a.example', 'http://', `http://a.example/${'a'.repeat(3000)}`, 'metadata://gnu.org/x', '\0'];
  expect(await learned(urls.map((url) => capture(url, { digest: 'x' })))).toEqual([]);
});

test('sites have one name with and without www, and sort as archives do', () => {
  expect(siteName('http://www.a.example:8080/b@c')).toBe('a.example:8080');
  expect(siteName('https://ann@a.example/')).toBe('a.example');
  expect(siteInOrder('http://www.a.example/')).toBe('example,a)');
});
