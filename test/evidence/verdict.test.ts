/** Covers: src/evidence/coverage.ts */
import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/evidence/claim.ts';
import { type Evidence, REPEATED_TEXT } from '../../src/evidence/evidence.ts';
import { needsWith, THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { adjudicate } from '../../src/evidence/verdict.ts';
import { evidence, pages, word } from './evidence.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The claims, each as `path verdict`, with the reason where there is one. */
function verdicts(given: readonly Evidence[], needs = THRESHOLDS): readonly string[] {
  return adjudicate(given, needs).map(({ path, verdict, reason }) => [path, verdict, reason ?? ''].join(' ').trim());
}

function only(given: readonly Evidence[]): Claim | undefined {
  const claims = adjudicate(given, THRESHOLDS);
  expect(claims).toHaveLength(1);
  return claims[0];
}

describe('how much evidence it takes', () => {
  test.each([
    ['slash', 'permanent-redirect', 2],
    ['slash', 'declaration', 3],
    ['slash', 'content', 5],
    ['slash', 'archive', 29],
    ['slash', 'log', 29],
    ['default-param', 'permanent-redirect', 3],
    ['param', 'declaration', 3],
    ['param', 'archive', 59],
    ['order', 'log', 59],
    ['www', 'archive', 29],
    ['www', 'permanent-redirect', 3],
    ['www', 'content', 5],
    ['ip', 'content', 5],
  ] as const)('%s by %s: %d pairs', (kind, source, enough) => {
    const path = kind === 'www' || kind === 'ip' ? '/' : '/docs/';
    expect(verdicts(pages(enough - 1, kind, '/docs/', source))).toEqual([`${path} undecided too-few-samples`]);
    expect(verdicts(pages(enough, kind, '/docs/', source))).toEqual([`${path} confirmed`]);
  });

  test.each([
    ['slash', 'temporary-redirect'],
    ['slash', 'status'],
    ['www', 'log'],
    ['ip', 'declaration'],
    ['param', 'permanent-redirect'],
    ['param', 'log'],
    ['default-param', 'log'],
  ] as const)('%s by %s alone: never enough', (kind, source) => {
    const [told] = verdicts(pages(500, kind, '/docs/', source));
    expect(told).toMatch(` undecided only-${source}`);
  });

  test.each(['archive', 'log'] as const)('redirects confirm no parameter, also not in an %s', (source) => {
    const deleted = pages(500, 'param', '/docs/', source, { about: 'id', seen: 'redirects' });
    expect(verdicts(deleted)).toEqual([`/docs/ undecided only-${source}`]);
  });

  test.each([
    ['permanent-redirect', 'redirects', 2],
    ['declaration', 'canonical', 3],
    ['archive', 'redirects', 29],
    ['log', 'redirects', 29],
  ] as const)('a server whose %s leads to capitals does not ignore case', (source, seen, enough) => {
    const to = (name: string): readonly Evidence[] =>
      Array.from({ length: enough }, (_, n) => evidence('case', `/wiki/${name}${n}`, { source, seen }));
    expect(verdicts(to('It'))).toEqual([`/wiki/ undecided only-${source}`]);
    expect(verdicts(to('it'))).toEqual(['/wiki/ confirmed']);
    expect(verdicts(to('%C3%A9'))).toEqual(['/wiki/ confirmed']);
  });

  test('several sources add up, each as its share', () => {
    const three = pages(3, 'slash', '/a/', 'content');
    expect(verdicts([...three, ...pages(1, 'slash', '/a/x/', 'permanent-redirect')])).toEqual(['/a/ confirmed']);
    const two = pages(2, 'slash', '/a/', 'content');
    expect(verdicts([...two, ...pages(1, 'slash', '/a/x/', 'permanent-redirect')])).toEqual([
      '/a/ undecided too-few-samples',
    ]);
    const thirds = [...pages(1, 'slash', '/a/x/', 'declaration'), ...pages(19, 'slash', '/a/', 'log')];
    expect(verdicts(thirds)).toEqual(['/a/ undecided too-few-samples']);
    expect(verdicts([...thirds, ...pages(1, 'slash', '/a/y/', 'log')])).toEqual(['/a/ confirmed']);
  });

  test('a half, a third and a sixth are a whole', () => {
    const given = (['permanent-redirect', 'declaration', 'content'] as const).flatMap((source) =>
      pages(1, 'slash', `/a/${source}/`, source),
    );
    expect(verdicts(given, needsWith({ slash: { content: 6 } }))).toEqual(['/a/ confirmed']);
    expect(verdicts(given, needsWith({ slash: { content: 7 } }))).toEqual(['/a/ undecided too-few-samples']);
  });

  test('weak sources add nothing', () => {
    const given = [...pages(4, 'slash', '/a/', 'content'), ...pages(90, 'slash', '/a/x/', 'temporary-redirect')];
    expect(verdicts(given)).toEqual(['/a/ undecided too-few-samples']);
  });

  test('is what the user asks for', () => {
    const needs = needsWith({ slash: { content: 8, 'temporary-redirect': 20 } });
    expect(verdicts(pages(7, 'slash', '/a/'), needs)).toEqual(['/a/ undecided too-few-samples']);
    expect(verdicts(pages(8, 'slash', '/a/'), needs)).toEqual(['/a/ confirmed']);
    expect(verdicts(pages(2, 'slash', '/a/', 'permanent-redirect'), needs)).toEqual(['/a/ confirmed']);
    expect(verdicts(pages(20, 'slash', '/a/', 'temporary-redirect'), needs)).toEqual(['/a/ confirmed']);
    expect(verdicts(pages(5, 'param', '/a/'), needs)).toEqual(['/a/ confirmed']);
  });
});

describe('a claim about a whole host', () => {
  test.each(['www', 'scheme', 'ip'] as const)('%s takes two deep paths', (kind) => {
    const root = Array.from({ length: 20 }, () => evidence(kind, '/'));
    expect(verdicts(root)).toEqual(['/ undecided no-deep-path']);
    expect(verdicts([...root, evidence(kind, '/a')])).toEqual(['/ undecided no-deep-path']);
    expect(verdicts([...root, evidence(kind, '/a'), evidence(kind, '/b')])).toEqual(['/ confirmed']);
  });

  test('is refuted as a whole by one page anywhere', () => {
    const against = evidence('www', '/x/y', { supports: false });
    expect(verdicts([...pages(50, 'www', '/docs/'), against])).toEqual(['/ refuted other-text']);
  });
});

describe('a part of a site', () => {
  test('what one section shows holds for that section', () => {
    expect(verdicts(pages(50, 'slash', '/docs/'))).toEqual(['/docs/ confirmed']);
  });

  test('what several sections agree on holds for these, and for no other', () => {
    const redirected = [...pages(4, 'slash', '/docs/'), ...pages(1, 'slash', '/blog/', 'permanent-redirect')];
    expect(verdicts(redirected)).toEqual(['/blog/ confirmed', '/docs/ confirmed']);
    expect(verdicts([evidence('slash', '/a'), evidence('slash', '/b')])).toEqual(['/ undecided too-few-samples']);
  });

  test('the home page and one section are not the whole site', () => {
    const folders = ['/', '/docs/', '/docs/a/', '/docs/b/', '/docs/c/'];
    expect(verdicts(folders.map((path) => evidence('index', path)))).toEqual(['/$ confirmed', '/docs/ confirmed']);
  });

  test('one page whose content is the same speaks for itself, two for their section', () => {
    const docs = pages(4, 'slash', '/docs/');
    expect(verdicts([...docs, ...pages(1, 'slash', '/blog/')])).toEqual(['/blog/p0/$ confirmed', '/docs/ confirmed']);
    expect(verdicts([...docs, ...pages(2, 'slash', '/blog/')])).toEqual(['/blog/ confirmed', '/docs/ confirmed']);
    const twice = [evidence('slash', '/blog/p'), evidence('slash', '/blog/p/')];
    expect(verdicts([...docs, ...twice])).toEqual(['/blog/p/$ confirmed', '/docs/ confirmed']);
  });

  test('pages whose content is the same speak for the folder that contains them, a redirect for its section', () => {
    const docs = pages(5, 'slash', '/en/docs/');
    expect(verdicts(docs)).toEqual(['/en/docs/ confirmed']);
    expect(verdicts([...docs, evidence('slash', '/en/docs')])).toEqual(['/en/docs/ confirmed']);
    expect(verdicts([...docs, ...pages(1, 'slash', '/en/shop/')])).toEqual(['/en/ confirmed']);
    expect(verdicts([...docs, evidence('slash', '/en')])).toEqual(['/en/$ confirmed', '/en/docs/ confirmed']);
    expect(verdicts(pages(2, 'slash', '/manual/docs/', 'permanent-redirect'))).toEqual(['/manual/ confirmed']);
  });

  test('pages that a crawl compared in passing speak for their section if they are enough by themselves', () => {
    const crawled = (count: number): readonly Evidence[] => pages(count, 'slash', '/blog/', 'content', { by: 'crawl' });
    const docs = pages(4, 'slash', '/docs/');
    expect(verdicts([...docs, ...crawled(2)])).toEqual([
      '/blog/p0/$ confirmed',
      '/blog/p1/$ confirmed',
      '/docs/ confirmed',
    ]);
    expect(verdicts([...docs, ...crawled(5)])).toEqual(['/blog/ confirmed', '/docs/ confirmed']);
  });

  test('29 sections that agree speak for the whole site, one fewer does not', () => {
    const sections = Array.from({ length: 29 }, (_, index) =>
      evidence('case', `/s${index}/a`, { source: 'permanent-redirect' }),
    );
    expect(verdicts(sections)).toEqual(['/ confirmed']);
    expect(verdicts(sections.slice(1))).toHaveLength(28);
    const differing = evidence('case', '/s30/a', { supports: false });
    expect(verdicts([...sections, differing]).filter((text) => text.startsWith('/ '))).toEqual([]);
    const refused = word('case', '/s99/', { supports: false });
    expect(verdicts([...sections, refused])).not.toContain('/ confirmed');
    const onePage = evidence('case', '/s29/a');
    expect(verdicts([...sections.slice(1), onePage])).not.toContain('/ confirmed');
  });

  test('a page right below the top speaks for itself, five speak for all of them and for nothing deeper', () => {
    const five = ['/a', '/b/', '/c', '/d', '/e'].map((path) => evidence('slash', path));
    expect(verdicts(five)).toEqual(['/*/$ confirmed']);
    const four = five.slice(1).map((one) => ({ ...one, source: 'permanent-redirect' }) as const);
    expect(verdicts(four)).toEqual(['/b/$', '/c/$', '/d/$', '/e/$'].map((part) => `${part} confirmed`));
    expect(verdicts([...five, ...pages(2, 'slash', '/a/')])).toEqual(['/*/$ confirmed', '/a/ confirmed']);
  });

  test('pages right below the top that show one text whatever the value speak for themselves only', () => {
    const ofPage = (path: string, seen: string): Evidence[] =>
      Array.from({ length: 5 }, (_, n) => {
        const url = `https://example.com${path}?sid=${n}`;
        return evidence('param', path, { about: 'sid', seen, url, by: 'crawl' });
      });
    const own = ['/a', '/b'].flatMap((path) => ofPage(path, 'same-text'));
    const repeated = ['/', '/c', '/d', '/e'].flatMap((path) => ofPage(path, REPEATED_TEXT));
    const parts = ['/$', '/a/$', '/b/$', '/c/$', '/d/$', '/e/$'];
    expect(verdicts([...own, ...repeated])).toEqual(parts.map((part) => `${part} confirmed`));
    expect(verdicts([...own, ...repeated.slice(1)])).toContain('/ undecided too-few-samples');
  });

  test('pages right below the top that are too few without deeper ones speak for themselves only', () => {
    const top = ['/a', '/b', '/c', '/d', '/e'].map((path) => evidence('slash', path, { source: 'log' }));
    expect(verdicts([...top, ...pages(5, 'slash', '/x/')])).toEqual(
      ['/a/$', '/b/$', '/c/$', '/d/$', '/e/$', '/x/'].map((part) => `${part} confirmed`),
    );
  });

  test('where a section differs, pages right below the top speak for themselves only', () => {
    const five = ['/a', '/b', '/c', '/d', '/e'].map((path) => evidence('slash', path));
    const given = [...five, evidence('slash', '/f/x', { supports: false })];
    expect(verdicts(given).filter((text) => text.endsWith('confirmed'))).toEqual([]);
  });

  test('a deeper page speaks for its section, and for the page that this starts with', () => {
    const given = [...pages(5, 'slash', '/a/'), evidence('slash', '/a')];
    expect(verdicts(given)).toEqual(['/a/ confirmed']);
  });

  test('a source that does not count speaks for no part', () => {
    const given = [...pages(5, 'slash', '/a/'), ...pages(9, 'slash', '/b/', 'temporary-redirect')];
    expect(verdicts(given)).toEqual(['/a/ confirmed', '/b/ undecided only-temporary-redirect']);
  });

  test('an index page lies at its folder, and paths in another case at one place', () => {
    const named = ['/index.html', '/a/index.html', '/a/b/', '/a/c/', '/a/d/'];
    expect(verdicts(named.map((path) => evidence('index', path)))).toEqual(['/$ confirmed', '/a/ confirmed']);
    const cases = [...pages(4, 'case', '/Docs/'), ...pages(1, 'case', '/DOCS/x/')];
    expect(verdicts(cases)).toEqual(['/docs/ confirmed']);
    expect(verdicts([...cases, evidence('case', '/docs/', { supports: false })])).toEqual([
      '/docs/ refuted other-text',
    ]);
  });

  test('a contradiction refutes its section; the others are judged each by itself', () => {
    const given = [
      ...pages(5, 'slash', '/docs/'),
      ...pages(4, 'slash', '/blog/'),
      ...pages(9, 'slash', '/shop/'),
      evidence('slash', '/shop/x', { supports: false }),
    ];
    expect(verdicts(given)).toEqual([
      '/blog/ undecided too-few-samples',
      '/docs/ confirmed',
      '/shop/ refuted other-text',
    ]);
  });

  test('what is refuted in every section is refuted in each', () => {
    const given = ['/a/', '/b/'].flatMap((path) => pages(1, 'slash', path, 'status', { supports: false }));
    expect(verdicts(given)).toEqual(['/a/ refuted other-text', '/b/ refuted other-text']);
  });

  test('a page and the folder of its name lie in one section', () => {
    const against = evidence('slash', '/docs', { supports: false });
    expect(verdicts([...pages(9, 'slash', '/docs/'), against])).toEqual(['/docs/ refuted other-text']);
  });

  test('one page, however often it was looked at, speaks for no other', () => {
    const often = (path: string): readonly Evidence[] => Array.from({ length: 9 }, () => evidence('param', path));
    expect(verdicts(often('/'))).toEqual(['/$ confirmed']);
    expect(verdicts(often('/forum/'))).toEqual(['/forum/$ confirmed']);
    expect(verdicts(often('/forum/list'))).toEqual(['/forum/list/$ confirmed']);
    expect(verdicts([...often('/forum/list'), evidence('param', '/forum/thread')])).toEqual(['/forum/ confirmed']);
    expect(verdicts([...often('/forum/'), evidence('param', '/forum/thread')])).toEqual([
      '/forum/ undecided too-few-samples',
      '/forum/$ confirmed',
    ]);
  });

  test('pairs of several pages are not enough together for their section', () => {
    const own = Array.from({ length: 4 }, () => evidence('order', '/a/', { by: 'crawl' }));
    const all = [...own, evidence('order', '/a/b', { by: 'crawl' })];
    expect(verdicts(all)).toEqual(['/a/ undecided too-few-samples']);
  });

  test.each<[string, readonly Evidence['by'][], boolean]>([
    ['one pair that a crawl compared', ['crawl'], false],
    ['one pair that a probe chose', ['probe'], false],
    ['two pairs that a probe chose', ['probe', 'probe'], true],
    ['four pairs that a crawl compared', ['crawl', 'crawl', 'crawl', 'crawl'], false],
    ['five pairs that a crawl compared', ['crawl', 'crawl', 'crawl', 'crawl', 'crawl'], true],
  ])('how a page reads its query, from %s', (_, own, isConfirmed) => {
    const others = ['/a/b', '/a/c', '/d/e', '/d/f', '/g/h'].map((path) => evidence('order', path));
    const about = own.map((by) => evidence('order', '/forum/thread', { by }));
    expect(verdicts([...others, ...about]).includes('/forum/thread/$ confirmed')).toBe(isConfirmed);
  });

  test('two URLs that a probe tried in both directions are one pair', () => {
    const others = ['/a/b', '/a/c', '/d/e', '/d/f', '/g/h'].map((path) => evidence('order', path));
    const [url, page] = ['https://example.com/list?a=1&b=2', 'https://example.com/list?b=2&a=1'];
    const about = [evidence('order', '/list', { url, page }), evidence('order', '/list', { url: page, page: url })];
    expect(verdicts([...others, ...about])).not.toContain('/list/$ confirmed');
  });

  test('of two directions, a declaration counts for more than equal pages', () => {
    const [url, page] = ['https://example.com/a/b/', 'https://example.com/a/b'];
    const declared = evidence('slash', '/a/b/', { url: page, page: url, source: 'declaration', by: 'crawl' });
    const given = [...pages(6, 'slash', '/a/'), evidence('slash', '/a/b', { url, page }), declared];
    expect(adjudicate(given, THRESHOLDS)).toMatchObject([{ verdict: 'confirmed', samples: 7, source: 'declaration' }]);
  });

  test('of two directions that are worth as much, the newer one counts', () => {
    const [url, page] = ['https://example.com/a/b', 'https://example.com/a/b/'];
    const given = [
      evidence('slash', '/a/b/', { url, page, at: 1 }),
      evidence('slash', '/a/b', { url: page, page: url, at: 9 }),
    ];
    expect(adjudicate(given, THRESHOLDS)).toMatchObject([{ samples: 1, lastSeen: 9 }]);
  });

  test('of two directions, one that can confirm counts for more than a declaration that cannot', () => {
    const given = ['it', 'at', 'on', 'up', 'by', 'so'].flatMap((name) => {
      const [url, page] = [`https://example.com/a/${name}`, `https://example.com/a/${name.toUpperCase()}`];
      const declared = { url, page, source: 'declaration', seen: 'canonical', by: 'crawl' } as const;
      return [
        evidence('case', `/a/${name}`, { url: page, page: url }),
        evidence('case', `/a/${name.toUpperCase()}`, declared),
      ];
    });
    expect(verdicts(given)).toEqual(['/a/ confirmed']);
  });

  test('a declaration about a part of the site speaks for all of it', () => {
    const declared = evidence('param', '/forum/', { source: 'declaration', url: null, page: null });
    const given = [declared, evidence('param', '/forum/'), ...Array.from({ length: 4 }, () => declared)];
    expect(verdicts(given)).toEqual(['/forum/ confirmed']);
  });

  test('of a section, parameters are claimed as one where its pages agree, also where another section differs', () => {
    const differing = evidence('param', '/shop/x', { supports: false });
    const forum = pages(5, 'param', '/forum/');
    expect(verdicts([differing, ...forum])).toEqual(['/forum/ confirmed', '/shop/x/$ refuted other-text']);
    const against = forum.slice(3).map((one) => ({ ...one, supports: false }));
    expect(verdicts([differing, ...against])).toEqual(['/forum/ refuted same-text', '/shop/x/$ refuted other-text']);
  });

  test('parameters are split up by path where pages of a section differ', () => {
    const given = [
      ...Array.from({ length: 5 }, () => evidence('param', '/forum/list')),
      evidence('param', '/forum/thread', { supports: false }),
    ];
    expect(verdicts(given)).toEqual(['/forum/list/$ confirmed', '/forum/thread/$ refuted other-text']);
  });

  test('a page says nothing of those below it', () => {
    const given = [
      ...Array.from({ length: 5 }, () => evidence('param', '/forum/list')),
      evidence('param', '/forum/list/old', { supports: false }),
    ];
    expect(verdicts(given)).toEqual(['/forum/list/$ confirmed', '/forum/list/old/$ refuted other-text']);
  });

  test('a page may be named like a part: it is a page like others', () => {
    expect(verdicts(pages(3, 'param', '/', 'declaration', { path: '/a/$' }))).toEqual(['/a/$/$ confirmed']);
    const star = pages(3, 'slash', '/', 'permanent-redirect', { path: '/*' });
    expect(verdicts(star)).toEqual(['/*/ confirmed']);
    expect(verdicts([...star, evidence('slash', '/about', { supports: false })])).toEqual([
      '/*/ confirmed',
      '/about/ refuted other-text',
    ]);
  });

  test('sections are spelled as in keys', () => {
    const given = [...pages(3, 'slash', '/%7eann/'), ...pages(2, 'slash', '/~ann/x/')];
    expect(verdicts(given)).toEqual(['/~ann/ confirmed']);
  });

  test.each(['', 'x', '//', '/%zz', '/\u0000/', `/${'a/'.repeat(4000)}`])('a hostile path: %.20j', (path) => {
    expect(adjudicate([evidence('param', path), word('param', path)], THRESHOLDS)).toHaveLength(1);
  });
});

describe("the user's word", () => {
  test('outranks what was seen, which is still counted', () => {
    const given = [
      ...pages(9, 'slash', '/docs/', 'content', { supports: false }),
      word('slash', '/docs/', { target: 'add' }),
    ];
    expect(only(given)).toMatchObject({
      verdict: 'confirmed',
      source: 'user',
      target: 'add',
      samples: 0,
      contradictions: 9,
      reason: null,
      expires: null,
    });
    const refuted = [...pages(9, 'slash', '/docs/'), word('slash', '/docs/', { supports: false })];
    expect(only(refuted)).toMatchObject({ verdict: 'refuted', source: 'user', samples: 9, reason: 'user' });
  });

  test('needs no samples', () => {
    expect(only([word('www', '/', { target: 'remove' })])).toMatchObject({
      verdict: 'confirmed',
      samples: 0,
    });
  });

  test('holds for its part of the site, all of it and no more', () => {
    const sections = ['/a/', '/b/', '/c/'].flatMap((path) => pages(6, 'slash', path));
    expect(verdicts([...sections, word('slash', '/', { supports: false })])).toEqual(['/ refuted user']);
    expect(verdicts([...sections, word('slash', '/a/p1/', { supports: false })])).toEqual([
      '/a/p0/$ confirmed',
      '/a/p1/ refuted user',
      ...['/a/p2/$', '/a/p3/$', '/a/p4/$', '/a/p5/$', '/b/', '/c/'].map((part) => `${part} confirmed`),
    ]);
    expect(verdicts([...sections, word('slash', '/a/')])).toEqual(['/a/ confirmed', '/b/ confirmed', '/c/ confirmed']);
    const refused = [...sections, word('slash', '/a/p1/$', { supports: false })];
    expect(verdicts(refused)).toContain('/a/p1/$ refuted user');
    expect(verdicts(refused)).not.toContain('/a/ confirmed');
  });

  test('the smaller part goes before the larger one', () => {
    const words = [word('slash', '/'), word('slash', '/a/', { supports: false }), word('slash', '/a/b/')];
    expect(verdicts([...words, evidence('slash', '/a/b/c', { supports: false })])).toEqual([
      '/ undecided differs-by-section',
      '/a/ refuted user',
      '/a/b/ confirmed',
    ]);
  });

  test('the last one counts, and of two at once the one against', () => {
    const yes = word('case', '/');
    const no = word('case', '/', { supports: false });
    expect(verdicts([no, { ...yes, at: no.at + 1 }])).toEqual(['/ confirmed']);
    expect(verdicts([{ ...no, at: yes.at + 1 }, yes])).toEqual(['/ refuted user']);
    expect(verdicts([yes, no])).toEqual(['/ refuted user']);
    expect(verdicts([no, yes])).toEqual(['/ refuted user']);
  });

  test('the last one stands alone: nothing of an earlier one is left', () => {
    const first = word('slash', '/', { target: 'add' });
    const last = word('slash', '/', { target: 'remove', at: first.at + 1 });
    expect(adjudicate([first, last], THRESHOLDS)).toEqual(adjudicate([last], THRESHOLDS));
  });
});

describe('a claim tells', () => {
  test('subjects apart', () => {
    const subjects = adjudicate(
      [
        ...['a', 'b', null, '', 'null'].map((about) => evidence('param', '/x', { about })),
        evidence('param', '/x', { host: 'a.example.com', about: 'a' }),
        evidence('order', '/x'),
      ],
      THRESHOLDS,
    );
    expect(subjects.map(({ host, kind, about }) => [host, kind, about])).toEqual([
      ['a.example.com', 'param', 'a'],
      ['example.com', 'order', null],
      ['example.com', 'param', null],
      ['example.com', 'param', ''],
      ['example.com', 'param', 'a'],
      ['example.com', 'param', 'b'],
      ['example.com', 'param', 'null'],
    ]);
  });

  test('its numbers, and the strongest of what it rests on', () => {
    const at = Date.UTC(2026, 0, 1);
    const given = [
      ...pages(4, 'slash', '/a/', 'content', { at }),
      ...pages(1, 'slash', '/a/b/', 'permanent-redirect', { at: at + 5 * DAY, target: 'add' }),
      ...pages(3, 'slash', '/a/c/', 'temporary-redirect', { at: at + 300 * DAY, target: 'remove' }),
    ];
    expect(only(given)).toEqual({
      kind: 'slash',
      host: 'example.com',
      about: null,
      path: '/a/',
      verdict: 'confirmed',
      target: 'add',
      source: 'permanent-redirect',
      samples: 8,
      contradictions: 0,
      reason: null,
      firstSeen: at,
      lastSeen: at + 300 * DAY,
      expires: at + 95 * DAY,
    });
  });

  test('the strongest of what refutes it', () => {
    const given = [
      ...pages(3, 'www', '/a/', 'permanent-redirect'),
      evidence('www', '/b', { supports: false, source: 'log', seen: 'other-size' }),
      evidence('www', '/c', { supports: false, source: 'status', seen: 'not-found' }),
    ];
    expect(only(given)).toMatchObject({
      verdict: 'refuted',
      source: 'status',
      reason: 'not-found',
      samples: 3,
      contradictions: 2,
    });
  });

  test('that nothing decided it, and that it is to be looked at again in a week', () => {
    const claim = only(pages(1, 'www', '/a/', 'permanent-redirect'));
    expect(claim).toMatchObject({ verdict: 'undecided', source: null });
    expect(claim?.expires).toBe((claim?.lastSeen ?? 0) + 7 * DAY);
  });

  test("the site's form, as the strongest source has it most often", () => {
    const form = (target: string | null, source: Evidence['source'], count: number): readonly Evidence[] =>
      pages(count, 'slash', `/a/${target}${source}/`, source, { target });
    const given = [
      ...form('add', 'content', 9),
      ...form('add', 'permanent-redirect', 1),
      ...form('remove', 'permanent-redirect', 2),
      ...form(null, 'permanent-redirect', 5),
    ];
    expect(only(given)?.target).toBe('remove');
    expect(only([...form(null, 'permanent-redirect', 5), ...form('add', 'content', 1)])?.target).toBe('add');
    expect(only(form('add', 'content', 9))?.target).toBe('add');
    expect(only([...form('add', 'declaration', 1), ...form('remove', 'content', 7)])?.target).toBe('remove');
    expect(only([...form('add', 'declaration', 4), ...form('remove', 'content', 3)])?.target).toBe('add');
    expect(only(form(null, 'content', 9))?.target).toBeNull();
  });
});

describe('a hundred thousand pieces of evidence', () => {
  const many = 100_000;

  test('of one subject, in one section', () => {
    const given = pages(many, 'slash', '/docs/');
    expect(only(given)).toMatchObject({ verdict: 'confirmed', samples: many });
    const half = given.map((one, index) => ({ ...one, supports: index % 2 === 0 }));
    expect(only(half)).toMatchObject({ verdict: 'refuted', contradictions: many / 2 });
  });

  test('each in a section of its own, which disagree', () => {
    const given = Array.from({ length: many }, (_, index) =>
      evidence('param', `/s${index}/a`, { supports: index % 2 === 0 }),
    );
    expect(adjudicate(given, THRESHOLDS)).toHaveLength(many);
  });

  test('each of a subject of its own', () => {
    const given = Array.from({ length: many }, (_, index) => evidence('param', '/a', { about: `p${index}` }));
    expect(adjudicate(given, THRESHOLDS)).toHaveLength(many);
  });

  test("with as many of the user's words", () => {
    const given = Array.from({ length: many }, (_, index) =>
      index % 2 === 0 ? word('param', `/s${index}/`) : evidence('param', `/s${index - 1}/a/b`, { supports: false }),
    );
    expect(verdicts(given).every((text) => text.endsWith('/ confirmed'))).toBe(true);
  });

  test('on ever deeper paths', () => {
    const given = Array.from({ length: 2000 }, (_, index) =>
      evidence('param', `/${'a/'.repeat(index)}`, { supports: index === 1999 }),
    );
    expect(adjudicate(given, THRESHOLDS)).toHaveLength(2000);
  });
});
