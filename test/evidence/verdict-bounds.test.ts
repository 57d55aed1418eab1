/** How far claims reach, how long they hold and which word goes first, where it is close. */
import { describe, expect, test } from 'vitest';
import { ClaimIndex } from '../../src/evidence/claim-evidence.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { adjudicate, openClaim } from '../../src/evidence/verdict.ts';
import { PartSet } from '../../src/facts/site-part.ts';
import { claim } from './claims.ts';
import { evidence, pages, word } from './evidence.ts';

const DAY = 24 * 60 * 60 * 1000;

function verdicts(given: readonly Evidence[]): readonly string[] {
  return adjudicate(given, THRESHOLDS).map(({ path, verdict, reason }) =>
    [path, verdict, reason ?? ''].join(' ').trim(),
  );
}

describe('what the user refuses for one section', () => {
  const no = word('slash', '/x/', { supports: false });

  test('keeps a claim from the whole site, and not from the sections that agree', () => {
    const sections = Array.from({ length: 30 }, (_, n) =>
      evidence('slash', `/s${n}/a/b`, { source: 'permanent-redirect' }),
    );
    expect(verdicts(sections)).toEqual(['/ confirmed']);
    const told = verdicts([...sections, no]);
    expect(told).toHaveLength(31);
    expect(told).toContain('/x/ refuted user');
    expect(told).toContain('/s0/ confirmed');
    expect(told).not.toContain('/ confirmed');
  });

  test('keeps a claim from the pages right below the top, and not from each of them', () => {
    const top = ['/a', '/b', '/c', '/d', '/e'].map((path) => evidence('slash', path, { source: 'permanent-redirect' }));
    const deep = pages(2, 'slash', '/docs/', 'permanent-redirect');
    expect(verdicts([...top, ...deep])).toContain('/*/$ confirmed');
    const told = verdicts([...top, ...deep, no]);
    expect(told).toContain('/a/$ confirmed');
    expect(told).not.toContain('/*/$ confirmed');
  });

  test('keeps a claim from its section, of whose other pages each speaks for itself', () => {
    const against = evidence('slash', '/blog/a', { supports: false });
    const docs = pages(2, 'slash', '/docs/', 'permanent-redirect');
    const told = verdicts([...docs, against, word('slash', '/docs/x/', { supports: false })]);
    expect(told).toEqual([
      '/blog/ refuted other-text',
      '/docs/p0/$ confirmed',
      '/docs/p1/$ confirmed',
      '/docs/x/ refuted user',
    ]);
  });
});

describe('what a site declares of a part', () => {
  const declared = (path: string): readonly Evidence[] =>
    pages(3, 'param', path, 'declaration', { path, url: null, page: null });

  test.each(['/forum/', '/'])('is undecided for %s, where one page in it is seen to differ', (part) => {
    expect(verdicts([...declared(part), evidence('param', '/forum/x', { supports: false })])).toEqual([
      `${part} undecided differs-by-section`,
      '/forum/x/$ refuted other-text',
    ]);
  });

  test.each(['/forum/', '/'])('is undecided for %s, where the user refuses a page in it', (part) => {
    expect(verdicts([...declared(part), word('param', '/forum/x/', { supports: false })])).toEqual([
      `${part} undecided differs-by-section`,
      '/forum/x/ refuted user',
    ]);
  });

  test('stays confirmed for that part, where one page beside it is seen to differ', () => {
    expect(verdicts([...declared('/forum/list/'), evidence('param', '/forum/x', { supports: false })])).toEqual([
      '/forum/list/ confirmed',
      '/forum/x/$ refuted other-text',
    ]);
  });

  test('stays that part’s, however many pages and sections agree', () => {
    const top = ['/a', '/c', '/d', '/e', '/f'].map((path) => evidence('param', path));
    expect(verdicts([...declared('/b/'), ...top])).toEqual(['/*/$ confirmed', '/b/ confirmed']);
    expect(verdicts([...declared('/b/'), ...top.slice(1)])).not.toContain('/*/$ confirmed');
    expect(verdicts([...declared('/b/c/'), evidence('param', '/b/x')])).toEqual([
      '/b/ undecided too-few-samples',
      '/b/c/ confirmed',
    ]);
  });

  test('is of that page alone, where it is of a page', () => {
    const page = 'https://example.com/forum/';
    const sent = pages(3, 'param', '/forum/', 'declaration', { path: '/forum/', url: null, page });
    expect(verdicts(sent)).toEqual(['/forum/$ confirmed']);
  });

  test('goes with what it declares of a smaller part', () => {
    expect(verdicts([...declared('/forum/list/'), ...declared('/forum/')])).toEqual([
      '/forum/ confirmed',
      '/forum/list/ confirmed',
    ]);
  });
});

test('what differs on the home page is refuted for that page alone', () => {
  const home = evidence('index', '/index.html', { supports: false });
  expect(verdicts([home, ...pages(2, 'index', '/docs/a/', 'permanent-redirect')])).toContain('/$ refuted other-text');
  expect(verdicts([home, evidence('index', '/index.html')])).toEqual(['/$ refuted other-text']);
});

describe('one page', () => {
  test('says nothing of how others read their queries, however often it is asked', () => {
    const same = pages(3, 'param', '/docs/', 'declaration', { about: 'sid', path: '/docs/a' });
    expect(verdicts(same)).toEqual(['/docs/a/$ confirmed']);
  });

  test.each(['/en/', '/pt-BR/'])('below a language speaks for the folder there: %s', (language) => {
    const blog = pages(2, 'slash', `${language}blog/2026/`, 'permanent-redirect');
    expect(verdicts(blog)).toEqual([`${language}blog/ confirmed`]);
    const docs = pages(2, 'slash', `${language}docs/`, 'permanent-redirect');
    expect(verdicts([...blog, ...docs])).toEqual([`${language} confirmed`]);
    const top = pages(2, 'slash', language, 'permanent-redirect').slice(0, 1);
    expect(verdicts([...blog, ...top])).toEqual([`${language} confirmed`]);
  });

  test('that declares how it reads its query speaks for the pages beside it, and not for its whole section', () => {
    const items = pages(3, 'param', '/shop/item/', 'declaration', { about: 'cat' });
    expect(verdicts(items)).toEqual(['/shop/item/ confirmed']);
    expect(verdicts(pages(3, 'slash', '/shop/item/', 'declaration'))).toEqual(['/shop/ confirmed']);
  });

  test('speaks for its section by what it declares, and not by what it shows', () => {
    const page = 'https://example.com/docs/a';
    const asked = { path: '/docs/a', page };
    expect(verdicts(pages(3, 'slash', '/docs/', 'declaration', asked))).toEqual(['/docs/ confirmed']);
    expect(verdicts(pages(5, 'slash', '/docs/', 'content', asked))).toEqual(['/docs/a/$ confirmed']);
    const mixed = [
      ...pages(4, 'slash', '/docs/', 'content', asked),
      evidence('slash', '/docs/a', { source: 'permanent-redirect', page }),
    ];
    expect(verdicts(mixed)).toEqual(['/docs/ confirmed']);
  });
});

describe('the form of a site', () => {
  test('is for parts of which nothing shows it the one that others have', () => {
    const told = pages(2, 'slash', '/docs/', 'permanent-redirect', { target: 'remove' });
    const claims = adjudicate([...told, ...pages(2, 'slash', '/blog/', 'permanent-redirect')], THRESHOLDS);
    expect(claims.map(({ path, target }) => [path, target])).toEqual([
      ['/blog/', 'remove'],
      ['/docs/', 'remove'],
    ]);
  });

  test('is not shown by what is against it', () => {
    expect(
      adjudicate([evidence('slash', '/a/b', { supports: false, target: 'add' })], THRESHOLDS)[0]?.target,
    ).toBeNull();
  });

  test('is the same in whatever order the user named two at one time', () => {
    const words = [word('slash', '/', { target: 'add' }), word('slash', '/', { target: 'remove' }), word('slash', '/')];
    const forms = [words, words.toReversed()].map((each) => adjudicate(each, THRESHOLDS)[0]?.target);
    expect(forms[0]).toBe(forms[1]);
  });
});

test('a refuted claim names the strongest of what is against it', () => {
  const content = evidence('slash', '/a/b', { supports: false });
  const redirect = evidence('slash', '/a/c', { supports: false, source: 'permanent-redirect', seen: 'to-another' });
  for (const given of [
    [content, redirect],
    [redirect, content],
  ]) {
    expect(verdicts(given)).toEqual(['/a/ refuted to-another']);
  }
});

describe('a claim holds', () => {
  const at = Date.UTC(2026, 0, 1);

  test.each([
    ['permanent-redirect', 90],
    ['declaration', 60],
    ['content', 30],
    ['status', 30],
    ['archive', 30],
    ['log', 14],
    ['temporary-redirect', 7],
  ] as const)('by %s for %d days', (source, days) => {
    const [made] = adjudicate([evidence('slash', '/a/b', { source, supports: false, at })], THRESHOLDS);
    expect(made).toMatchObject({ verdict: 'refuted', expires: at + days * DAY });
  });

  test('for a week where nothing was found', () => {
    expect(openClaim({ kind: 'slash', host: 'h', about: null }, 'no-pages', at)).toMatchObject({
      verdict: 'undecided',
      reason: 'no-pages',
      path: '/',
      samples: 0,
      firstSeen: at,
      lastSeen: at,
      expires: at + 7 * DAY,
    });
  });

  test('for a week where a part of it differs', () => {
    const [made] = adjudicate([word('slash', '/', { at }), word('slash', '/a/', { at, supports: false })], THRESHOLDS);
    expect(made).toMatchObject({ verdict: 'undecided', reason: 'differs-by-section', expires: at + 7 * DAY });
  });
});

test('of many parts, those that lie in another one are found', () => {
  const set = new PartSet(['/c/', '/a/', '/e/f/', '/b/x/', '/d/']);
  const inside = ['/', '/a/', '/b/', '/b/x/', '/c/', '/d/', '/e/', '/e/f/'];
  expect(inside.filter((part) => !set.hasWithin(part))).toEqual([]);
  expect(['/0/', '/a/b/', '/b/y/', '/e/f/g/', '/f/'].filter((part) => set.hasWithin(part))).toEqual([]);
});

test('the claim about a page is that about the smallest part around it', () => {
  const [wide, narrow] = [claim('slash', '/'), claim('slash', '/a/')];
  const index = new ClaimIndex([wide, narrow]);
  expect(['/a/b', '/a', '/b'].map((path) => index.at(wide, path))).toEqual([narrow, narrow, wide]);
  expect(index.at({ ...wide, kind: 'case' }, '/a')).toBeNull();
});
