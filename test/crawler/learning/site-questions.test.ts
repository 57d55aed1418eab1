import { expect, test } from 'vitest';
import type { Candidate } from '../../../crawler/evidence/candidates.ts';
import { siteQuestions } from '../../../crawler/learning/site-questions.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { adjudicate } from '../../../src/evidence/verdict.ts';
import { foundBy } from '../../db/claims.ts';
import { page as fetched, ONCE, request } from '../../db/helpers.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Two redirects that confirm a trailing slash in a part of the site. */
function redirects(section: string, at: number): readonly Evidence[] {
  return ['a', 'b'].map((name): Evidence => {
    const page = `http://a.example/${section}/${name}`;
    return {
      kind: 'slash',
      host: 'a.example',
      about: null,
      path: `/${section}/${name}`,
      supports: true,
      source: 'permanent-redirect',
      seen: 'redirects',
      target: 'remove',
      url: `${page}/`,
      page,
      hops: [],
      by: 'probe',
      at,
    };
  });
}

const refuted: Evidence = {
  ...(redirects('news', Date.now())[0] ?? expect.fail()),
  supports: false,
  source: 'status',
  seen: 'not-found',
};

const candidate: Candidate = {
  kind: 'slash',
  host: 'a.example',
  about: null,
  pairs: 1,
  samples: [{ url: 'http://a.example/new/', page: 'http://a.example/new' }],
};

async function asked(evidence: readonly Evidence[], candidates: readonly Candidate[] = []): Promise<unknown> {
  const frontier = new MemoryFrontier();
  await frontier.addEvidence(evidence);
  const questions = await siteQuestions(
    frontier,
    { candidates, isNotice: () => false },
    adjudicate(evidence, THRESHOLDS),
    false,
  );
  return Object.fromEntries(
    [...questions].map(([site, { kinds, pages }]) => [site, { kinds, pages: pages.toSorted() }]),
  );
}

test('what a claim decided is asked again when it has expired, by the URLs that it rests on', async () => {
  expect(await asked(redirects('docs', Date.now()))).toEqual({});
  expect(await asked(redirects('docs', Date.now() - 100 * DAY))).toEqual({
    'a.example': {
      kinds: ['slash'],
      pages: ['a', 'b'].flatMap((name) => [`http://a.example/docs/${name}`, `http://a.example/docs/${name}/`]),
    },
  });
});

test('a claim that expired is asked again though others about the same hold', async () => {
  const evidence = [...redirects('docs', Date.now() - 100 * DAY), ...redirects('shop', Date.now()), refuted];
  expect(await asked(evidence)).toEqual({
    'a.example': { kinds: ['slash'], pages: expect.not.arrayContaining(['http://a.example/shop/a']) },
  });
});

test('candidates are asked about until they are decided', async () => {
  expect(await asked([], [candidate])).toEqual({
    'a.example': { kinds: ['slash'], pages: ['http://a.example/new', 'http://a.example/new/'] },
  });
  const inDocs = { ...candidate, samples: [{ url: 'http://a.example/docs/new/', page: 'http://a.example/docs/new' }] };
  expect(await asked(redirects('docs', Date.now()), [inDocs])).toEqual({});
});

test('pages that are asked about come before the other pages of the site', async () => {
  const frontier = new MemoryFrontier();
  const urls = Array.from({ length: 30 }, (_, index) => `http://a.example/new/${index}`);
  await frontier.add(urls.map((url) => foundBy([], url)));
  const leases = await frontier.lease(request({ limit: 30 }));
  await frontier.settle(
    'run',
    leases.map(({ id }) => ({ ...ONCE, id, outcome: fetched(), found: [] })),
  );
  const samples = [{ url: `${urls[20]}/`, page: urls[20] ?? '' }];
  const found = { candidates: [{ ...candidate, samples }], isNotice: () => false };
  const question = (await siteQuestions(frontier, found, [], false)).get('a.example');
  expect(question?.pages.slice(0, 2).toSorted()).toEqual([urls[20], `${urls[20]}/`]);
  const others = urls.filter((url) => url !== urls[20]);
  expect(question?.pages.slice(2).toSorted()).toEqual(others.toSorted());
  // Not in the order of the links, and the same each time.
  expect(question?.pages.slice(2)).not.toEqual(others);
  expect((await siteQuestions(frontier, found, [], false)).get('a.example')).toEqual(question);
});

test('pages that the crawl could not tell apart come before all others', async () => {
  const samples = Array.from({ length: 9 }, (_, index) => {
    const page = `http://a.example/new/${index}`;
    return { url: `${page}/`, page, ...(index === 7 && { isUnclear: true }) };
  });
  const found = { candidates: [{ ...candidate, samples }], isNotice: () => false };
  const question = (await siteQuestions(new MemoryFrontier(), found, [], false)).get('a.example');
  expect(question?.pages).toHaveLength(18);
  expect(question?.pages.slice(0, 2).toSorted()).toEqual(['http://a.example/new/7', 'http://a.example/new/7/']);
});

test('candidates in a part of the site that no claim holds for are asked about', async () => {
  expect(await asked(redirects('docs', Date.now()), [candidate])).toMatchObject({ 'a.example': { kinds: ['slash'] } });
});

test('pairs of URLs that an earlier comparison left open come first', async () => {
  const paths = Array.from({ length: 12 }, (_, n) => `http://a.example/${'abcdefghijkl'.charAt(n)}/page`);
  const param: Candidate = {
    ...candidate,
    kind: 'param',
    about: 'in',
    samples: paths.map((page) => ({ url: `${page}?in=eur`, page })),
  };
  const unclear = ['a', 'b', 'c'].map((name): Evidence => {
    const page = `http://a.example/${name}/unclear`;
    const what = { source: 'content', seen: 'unclear', supports: null, by: 'crawl' } as const;
    return { ...refuted, kind: 'param', about: 'in', path: `/${name}/unclear`, url: `${page}?in=usd`, page, ...what };
  });
  const frontier = new MemoryFrontier();
  await frontier.addEvidence(unclear);
  const questions = await siteQuestions(frontier, { candidates: [param], isNotice: () => false }, [], false);
  const first = questions.get('a.example')?.pages.slice(0, 6) ?? [];
  expect(first.toSorted()).toEqual(unclear.flatMap(({ url, page }) => [page, url]));
});
