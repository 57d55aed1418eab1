import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/evidence/claim.ts';
import { type Evidence, REPEATED_TEXT } from '../../src/evidence/evidence.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { adjudicate } from '../../src/evidence/verdict.ts';
import { evidence, pages, word } from './evidence.ts';

/** A page without the parameter `in` and with one value of it. */
function pair(path: string, value: string, given: Partial<Evidence> = {}): Evidence {
  const url = `https://example.com${path}`;
  return evidence('param', path, { about: 'in', url, page: `${url}?in=${value}`, ...given });
}

function doubt(path: string, value: string, given: Partial<Evidence> = {}): Evidence {
  return pair(path, value, { supports: null, seen: 'noise', ...given });
}

/** Equal pages of a section, with two values of the parameter: as many as confirm it. */
function equal(under: string, given: Partial<Evidence> = {}): readonly Evidence[] {
  return Array.from({ length: 6 }, (_, n) => pair(`${under}p${n}`, n % 2 === 0 ? 'eur' : 'chf', given));
}

function verdicts(all: readonly Evidence[]): readonly (readonly [Claim['path'], Claim['verdict'], Claim['reason']])[] {
  return adjudicate(all, THRESHOLDS).map(({ path, verdict, reason }) => [path, verdict, reason]);
}

const CONFIRMED = [['/shop/', 'confirmed', null]];
const IN_DOUBT = [['/', 'undecided', 'noise']];

describe('a parameter of which one value is in doubt', () => {
  test('is undecided for the reason of the doubt, and the equal pages are counted', () => {
    const all = [...equal('/shop/'), doubt('/shop/x', 'usd')];
    expect(verdicts(all)).toEqual(IN_DOUBT);
    expect(adjudicate(all, THRESHOLDS)).toMatchObject([{ samples: 6, contradictions: 0, source: null }]);
    expect(verdicts([doubt('/shop/x', 'usd')])).toEqual(IN_DOUBT);
  });

  test('is confirmed in other sections', () => {
    expect(verdicts([...equal('/shop/'), doubt('/docs/x', 'usd')])).toEqual(CONFIRMED);
  });

  test('is confirmed once a probe has found another page of the section equal with and without the value', () => {
    const [noisy, again] = [doubt('/shop/x', 'usd'), pair('/shop/y', 'usd')];
    expect(verdicts([...equal('/shop/'), noisy, again])).toEqual(CONFIRMED);
    expect(verdicts([...equal('/shop/'), noisy, { ...again, by: 'crawl' }])).toEqual(IN_DOUBT);
    expect(verdicts([...equal('/shop/'), noisy, pair('/docs/y', 'usd')])).toEqual([
      ['/docs/', 'undecided', 'too-few-samples'],
    ]);
  });

  test('is refuted by another page', () => {
    const other = pair('/shop/y', 'usd', { supports: false, seen: 'other-text' });
    expect(verdicts([...equal('/shop/'), doubt('/shop/x', 'usd'), other])).toContainEqual([
      '/shop/y/$',
      'refuted',
      'other-text',
    ]);
  });

  test('is confirmed if the user says so', () => {
    const said = word('param', '/', { about: 'in' });
    expect(verdicts([...equal('/shop/'), doubt('/shop/x', 'usd'), said])).toEqual([['/', 'confirmed', null]]);
  });

  test('has all that was seen of it counted beside what the user says', () => {
    const said = word('param', '/shop/', { about: 'in' });
    const other = pair('/shop/y', 'gbp', { supports: false, seen: 'other-text' });
    const claims = adjudicate([...equal('/shop/'), doubt('/shop/x', 'usd'), other, said], THRESHOLDS);
    expect(claims).toMatchObject([{ path: '/shop/', source: 'user', samples: 6, contradictions: 1 }]);
  });

  test('is confirmed if the site declares it for the section', () => {
    const declared = { about: 'in', url: null, page: null, source: 'declaration', seen: 'no-vary-search' } as const;
    const all = [doubt('/shop/x', 'usd'), ...pages(3, 'param', '/shop/', 'declaration', declared)];
    expect(verdicts(all).map(([, verdict]) => verdict)).toContain('confirmed');
  });
});

test('a doubt of a crawl, which fetches each page once, ends when a probe finds equal pages later', () => {
  const unclear = doubt('/shop/x', 'usd', { by: 'crawl', seen: 'unclear' });
  const [before, after] = [{ at: unclear.at - 1 }, { at: unclear.at + 1 }];
  const open = [['/', 'undecided', 'unclear']];
  expect(verdicts([...equal('/shop/', before), unclear])).toEqual(open);
  expect(verdicts([...equal('/shop/', { by: 'crawl', ...after }), unclear])).toEqual(open);
  expect(verdicts([...equal('/shop/', before), unclear, pair('/shop/y', 'usd', after)])).toEqual(CONFIRMED);
});

test('a parameter that is repeated has one value of its own', () => {
  const twice = doubt('/shop/x', 'eur&in=chf');
  expect(verdicts([...equal('/shop/'), twice])).toEqual(IN_DOUBT);
  expect(verdicts([...equal('/shop/'), twice, pair('/shop/y', 'eur&in=chf')])).toEqual(CONFIRMED);
});

test('a doubt about a host concerns all of its sections', () => {
  const same = pages(6, 'www', '/docs/');
  expect(verdicts(same)).toEqual([['/', 'confirmed', null]]);
  const unclear = evidence('www', '/blog/x', { supports: null, seen: 'unclear', by: 'crawl' });
  expect(verdicts([...same, unclear])).toEqual([['/', 'undecided', 'unclear']]);
});

test('a section of a host where a probe could tell no pair of pages apart leaves the host in doubt', () => {
  const same = pages(6, 'www', '/docs/');
  const [one, another] = ['/shop/x', '/shop/y'].map((path) => evidence('www', path, { supports: null, seen: 'noise' }));
  if (one === undefined || another === undefined) throw new Error('two doubts');
  expect(verdicts([...same, one, another])).toEqual([['/', 'undecided', 'noise']]);
  expect(verdicts([...same, one])).toEqual([['/', 'confirmed', null]]);
  expect(verdicts([...same, one, { ...one, url: one.page, page: one.url }])).toEqual([['/', 'confirmed', null]]);
  expect(verdicts([...same, one, { ...another, path: '/blog/y' }])).toEqual([['/', 'confirmed', null]]);
  expect(verdicts([...same, one, another, evidence('www', '/shop/z')])).toEqual([['/', 'confirmed', null]]);
});

test('a doubt about letter case concerns its section in either case', () => {
  const unclear = evidence('case', '/DOCS/x', { supports: null, seen: 'unclear', by: 'crawl' });
  expect(verdicts([...pages(6, 'case', '/docs/'), unclear])).toEqual([['/', 'undecided', 'unclear']]);
});

describe('a page with one text whatever the parameter', () => {
  const of = (path: string, given: Partial<Evidence> = {}): readonly Evidence[] =>
    [1, 2, 3, 4, 5].map((value) => pair(path, `${value}`, { by: 'crawl', ...given }));
  const elsewhere = [...of('/list'), ...of('/item')];
  const all = [...elsewhere, ...of('/search', { seen: REPEATED_TEXT })];
  const parts = (known: readonly Evidence[]): readonly string[] =>
    verdicts(known).flatMap(([path, verdict]) => (verdict === 'confirmed' ? path : []));

  test('confirms the parameter for itself while the parameter is irrelevant elsewhere', () => {
    expect(parts(all)).toEqual(['/item/$', '/list/$', '/search/$']);
    expect(parts(all.slice(1))).not.toContain('/search/$');
  });

  test('does not any more once another page of the host differs, or may differ', () => {
    for (const supports of [false, null]) {
      expect(parts([...all, pair('/old/a', '6', { supports, by: 'crawl' })])).toEqual(['/item/$', '/list/$']);
    }
    const doubtful = pair('/old/a', '6', { supports: null, by: 'crawl', at: 0 });
    expect(parts([...all, doubtful, pair('/old/b', '6')])).toContain('/search/$');
  });
});
