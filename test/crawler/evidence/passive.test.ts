/** Covers: crawler/evidence/{doubtful-pairs,known-better,params,redirected}.ts */
import { describe, expect, it, vi } from 'vitest';
import { passiveEvidence } from '../../../crawler/evidence/passive.ts';
import type { Entry } from '../../../db/store.ts';
import type { CanonicalDeclaration } from '../../../src/audit/site/page-record.ts';
import { type Canonicalizer, compile } from '../../../src/canon/canonicalizer.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { adjudicate } from '../../../src/evidence/verdict.ts';
import { everyLookTakes, turnsDuring } from '../../stepped-clock.ts';
import { entry, frontierOf, gone, keyOf, page, redirected, textOf } from './entries.ts';

const SITE = 'http://example.com';

/** Each piece of evidence as kind, what it is about, path, form, `+` or `-`, source and what was seen. */
async function seen(entries: readonly Entry[], meta: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { evidence } = await passiveEvidence(frontierOf(entries, meta));
  return evidence.map(({ kind, about, path, target, supports, source, seen: what }) =>
    [kind, about, path, target, supports ? '+' : '-', source, what].filter((part) => part !== null).join(' '),
  );
}

async function claims(entries: readonly Entry[]): Promise<string[]> {
  const { evidence } = await passiveEvidence(frontierOf(entries));
  return adjudicate(evidence, THRESHOLDS).map(({ kind, about, path, verdict }) =>
    [kind, about, path, verdict].filter((part) => part !== null).join(' '),
  );
}

function canonical(href: string, where: 'head' | 'body' = 'head'): { readonly canonicals: CanonicalDeclaration[] } {
  return { canonicals: [{ where, href, url: href, attributes: [], line: 1, column: 1, pushedBy: null }] };
}

describe('a redirect', () => {
  const target = page(`${SITE}/a/`, textOf('a'));

  it('is evidence on the one thing that it changes, the permanent ones a strong one', async () => {
    expect(await seen([redirected(`${SITE}/a`, `${SITE}/a/`), target])).toEqual([
      'slash /a/ add + permanent-redirect redirects',
    ]);
    expect(await seen([redirected(`${SITE}/a`, `${SITE}/a/`, 308), target])).toHaveLength(1);
    for (const status of [302, 303, 307]) {
      expect(await seen([redirected(`${SITE}/a`, `${SITE}/a/`, status), target])).toEqual([
        'slash /a/ add + temporary-redirect redirects',
      ]);
    }
    expect(await seen([redirected('http://www.example.com/a/', `${SITE}/a/`), target])).toEqual([
      'www /a/ remove + permanent-redirect redirects',
    ]);
  });

  it('of an address to a domain is none: what the address answers under its name is not seen', async () => {
    expect(await seen([redirected('http://192.0.2.1/a/', `${SITE}/a/`), target])).toEqual([]);
  });

  it('holds what the server answered', async () => {
    const { evidence } = await passiveEvidence(frontierOf([redirected(`${SITE}/a`, `${SITE}/a/`), target]));
    expect(evidence).toMatchObject([
      {
        url: `${SITE}/a`,
        page: `${SITE}/a/`,
        by: 'crawl',
        hops: [{ url: `${SITE}/a`, status: 301, location: `${SITE}/a/` }],
      },
    ]);
  });

  it('that changes two things, or leads to another page, is none', async () => {
    expect(await seen([redirected('http://www.example.com/a', `${SITE}/a/`), target])).toEqual([]);
    expect(await seen([redirected(`${SITE}/b`, `${SITE}/a/`), target])).toEqual([]);
  });

  it('to the top of a site is evidence against, where the page that it might stand for is there', async () => {
    const root = page(`${SITE}/`, textOf('root'));
    const lost = redirected('http://www.example.com/a/', `${SITE}/`);
    expect(await seen([lost, root, target])).toEqual(['www /a/ - permanent-redirect loses-path']);
    // No path is lost where the page is the top itself.
    for (const url of ['index.html', '?page=1', '/']) {
      const own = await seen([redirected(`${SITE}/${url}`, `${SITE}/`), root]);
      expect(own).toEqual([expect.stringMatching(/permanent-redirect redirects$/)]);
    }
    expect(await seen([lost, root])).toEqual([]);
    expect(await seen([redirected('http://www.example.com/', `${SITE}/`), root, target])).toEqual([
      'www / remove + permanent-redirect redirects',
    ]);
  });

  const [own, other] = [page(`${SITE}/x`, textOf('x')), page(`${SITE}/y`, textOf('y'))];
  const led = redirected(`${SITE}/x/`, other.url);

  it('to another page is evidence against the page that it might stand for, also after other redirects', async () => {
    expect(await seen([own, other, led])).toEqual(['slash /x - permanent-redirect redirects-elsewhere']);
    const later = redirected(`${SITE}/x/`, `${SITE}/hop`, 302);
    const hop: Entry = { ...redirected(`${SITE}/hop`, other.url), source: 'redirect' };
    expect(await seen([own, other, later, hop])).toEqual(['slash /x - temporary-redirect redirects-elsewhere']);
    expect(await seen([own, later, redirected(`${SITE}/hop`, own.url)])).toEqual([]);
    expect(await seen([own, later, redirected(`${SITE}/hop`, later.url)])).toEqual([]);
  });

  it.each([
    ['has the same text', page(other.url, textOf('x'))],
    ['is not fetched', entry(other.url)],
    ['does not exist', gone(other.url)],
  ])('is no evidence if it leads to a page that %s', async (_, end) => {
    expect(await seen([own, end, led])).toEqual([]);
  });

  it('is no evidence if several paths redirect to the same page, or if another page has the same text', async () => {
    expect(await seen([own, other, led, redirected(`${SITE}/old`, other.url)])).toEqual([]);
    expect(await seen([own, other, led, page(`${SITE}/notice`, textOf('y'))])).toEqual([]);
    // Two forms of one URL count as one path.
    expect(await seen([own, other, led, redirected('http://www.example.com/x', other.url)])).toHaveLength(2);
  });

  it('without a parameter shows its default; with two values of it, that it is of no account', async () => {
    const list = page(`${SITE}/list`, textOf('list'));
    const first = redirected(`${SITE}/list?page=1`, `${SITE}/list`);
    expect(await seen([list, first])).toEqual(['default-param page=1 /list + permanent-redirect redirects']);
    expect(await seen([list, first, redirected(`${SITE}/list?page=0`, `${SITE}/list`)])).toEqual([
      'param page /list + permanent-redirect redirects',
      'param page /list + permanent-redirect redirects',
    ]);
  });
});

describe('a canonical', () => {
  const url = `${SITE}/a`;
  const alias = (text: string): Entry => page(`${url}/`, text, { aliasOf: keyOf(url), aliasBy: 'canonical' });

  it('that the other page declares, too, is evidence', async () => {
    const itself = page(url, textOf('a'), { digest: 'other' }, canonical(url));
    expect(await seen([itself, alias(`${textOf('a')} now`)])).toEqual(['slash /a remove + declaration canonical']);
  });

  it('is none where the other page does not, or does so in its body', async () => {
    const text = `${textOf('a')} now`;
    expect(await seen([page(url, textOf('a')), alias(text)])).toEqual([]);
    expect(await seen([page(url, textOf('a'), {}, canonical(url, 'body')), alias(text)])).toEqual([]);
    expect(await seen([page(url, textOf('a'), {}, canonical(`${SITE}/b`)), alias(text)])).toEqual([]);
  });

  it('is none on another text', async () => {
    const itself = page(url, textOf('a'), {}, canonical(url));
    expect(await seen([itself, alias(textOf('b'))])).toEqual(['slash /a - content other-text']);
  });

  it.each([
    ['other', textOf('b')],
    ['much the same', `${textOf('a')} in a list`],
  ])('does not count if a page at another path declares the same one, and has %s text', async (_, text) => {
    const itself = page(url, textOf('a'), {}, canonical(url));
    const variant = alias(`${textOf('a')} now`);
    const declares = { aliasOf: keyOf(url), aliasBy: 'canonical' } as const;
    const wrong = page(`${SITE}/b`, text, declares);
    expect(await seen([itself, variant, wrong])).toEqual([]);
    expect(await seen([wrong, variant, itself])).toEqual([]);
    // A page at another place may be the same page.
    expect(await seen([itself, variant, page(`${SITE}/print/a`, textOf('a'), declares)])).toHaveLength(1);
  });
});

describe('two pages', () => {
  const [a, b] = [textOf('a'), textOf('b')];
  const other = page(`${SITE}/other`, textOf('other'));

  it('of the same bytes or the same text are evidence, and the one found first has the form of the site', async () => {
    const found = [
      page(`${SITE}/x/`, a),
      page(`${SITE}/x`, a),
      page(`${SITE}/y/`, b, { digest: '1' }),
      page(`${SITE}/y`, b, { digest: '1' }),
    ];
    expect(await seen([...found, other])).toEqual([
      'slash /x/ add + content same-text',
      'slash /y/ add + content same-bytes',
    ]);
  });

  it('have the form of the site that they declare, whichever was found first', async () => {
    const declared = canonical(`${SITE}/x`);
    const found = [page(`${SITE}/x/`, a, {}, declared), page(`${SITE}/x`, a, {}, declared)];
    expect(await seen([...found, other])).toEqual(['slash /x/ remove + content same-text']);
  });

  it('do not replace a declaration, nor what a probe compared', async () => {
    const [first, second] = [page(`${SITE}/x`, a, {}, canonical(`${SITE}/x`)), page(`${SITE}/x/`, a)];
    const alias: Entry = { ...second, aliasOf: first.key, aliasBy: 'canonical' };
    expect(await seen([first, alias, other])).toEqual(['slash /x remove + declaration canonical']);
    const { evidence: declared } = await passiveEvidence(frontierOf([first, alias, other]));
    const { evidence: equal } = await passiveEvidence(frontierOf([first, second, other]));
    const probed = equal.map((one): Evidence => ({ ...one, by: 'probe' }));
    expect(equal).toMatchObject([{ seen: 'same-text', by: 'crawl' }]);
    for (const known of [declared, probed]) {
      expect((await passiveEvidence(frontierOf([first, second, other], {}, {}, known))).evidence).toEqual([]);
    }
    // What contradicts it, or is no longer the case, counts.
    const changed = page(`${SITE}/x/`, b);
    for (const known of [declared, probed]) {
      const { evidence } = await passiveEvidence(frontierOf([first, changed, other], {}, {}, known));
      expect(evidence).toMatchObject([{ seen: 'other-text', supports: false }]);
    }
    const redirects = equal.map((one): Evidence => ({ ...one, source: 'permanent-redirect', seen: 'redirects' }));
    expect((await passiveEvidence(frontierOf([first, second, other], {}, {}, redirects))).evidence).toEqual(equal);
  });

  it('of other texts are evidence against', async () => {
    expect(await seen([page(`${SITE}/x/`, a), page(`${SITE}/x`, b)])).toEqual(['slash /x/ - content other-text']);
  });

  it('of much the same text are neither, and leave equal pages in doubt', async () => {
    const unclear = [page(`${SITE}/y`, a), page(`${SITE}/y/`, `${a} now`)];
    expect(await seen([...unclear, other])).toEqual([]);
    const same = [page(`${SITE}/x`, b), page(`${SITE}/x/`, b), other];
    expect(await seen(same)).toHaveLength(1);
    expect(await seen([...same, ...unclear])).toEqual([]);
    const elsewhere = [redirected(`${SITE}/z/p/`, `${SITE}/z/p`), page(`${SITE}/z/p`, textOf('p'))];
    expect(await seen([...same, ...unclear, ...elsewhere])).toEqual([
      'slash /z/p remove + permanent-redirect redirects',
    ]);
  });

  describe('of much the same text', () => {
    const pair = [page(`${SITE}/docs/y`, a), page(`${SITE}/docs/y/`, `${a} now`)] as const;
    const leads = 'slash /docs/p remove + permanent-redirect redirects';
    const isAgainst = 'slash /docs/y - content not-redirected';
    const target = page(`${SITE}/docs/p`, textOf('p'));
    const moved = [redirected(`${SITE}/docs/p/`, `${SITE}/docs/p`), target];

    it('are evidence against where the server redirects other pages of the section', async () => {
      expect(await seen([...pair, ...moved])).toEqual([leads, isAgainst]);
      const twice = [redirected(`${SITE}/docs/q/`, `${SITE}/docs/q`), page(`${SITE}/docs/q`, textOf('q'))];
      expect(await claims([...moved, ...twice])).toEqual(['slash /docs/ confirmed']);
      expect(await claims([...pair, ...moved, ...twice])).toEqual(['slash /docs/ refuted']);
    });

    it('or of hardly any text are evidence against where the server redirects other pages of the section', async () => {
      const short = [page(`${SITE}/docs/s`, 'one word'), page(`${SITE}/docs/s/`, 'two words')];
      expect(await seen([...short, ...moved])).toEqual([leads, 'slash /docs/s - content not-redirected']);
      expect(await seen(short)).toEqual([]);
      const same = [page(`${SITE}/docs/s`, 'one word'), page(`${SITE}/docs/s/`, 'one word')];
      expect(await seen([...same, ...moved])).toEqual([leads]);
    });

    it('are evidence against where other pages of the section declare each other', async () => {
      const [p, q] = ['p', 'q'].map((name) => {
        const url = `${SITE}/docs/${name}`;
        const first = page(url, textOf(name), {}, canonical(url));
        const alias = { aliasOf: first.key, aliasBy: 'canonical' } as const;
        // They change with time, but the site says that they are one page.
        return [first, page(`${url}/`, `${textOf(name)} now`, alias, canonical(url))];
      });
      const declared = 'slash /docs/p remove + declaration canonical';
      expect(await seen([...pair, ...(p ?? [])])).toEqual([declared, 'slash /docs/y - content not-declared']);
      const elsewhere = [page(`${SITE}/blog/y`, a), page(`${SITE}/blog/y/`, `${a} now`)];
      expect(await seen([...elsewhere, ...(p ?? [])])).toEqual([declared]);
      expect(await seen([...(p ?? []), ...(q ?? [])])).toHaveLength(2);
    });

    it('are no evidence if those redirects are temporary, or one page of the pair declares the other', async () => {
      const temporary = redirected(`${SITE}/docs/p/`, `${SITE}/docs/p`, 302);
      expect(await seen([...pair, temporary, target])).not.toContain(isAgainst);
      const itself = page(pair[0].url, a, {}, canonical(pair[0].url));
      const alias: Entry = { ...pair[1], aliasOf: itself.key, aliasBy: 'canonical' };
      const { evidence: declared } = await passiveEvidence(frontierOf([itself, alias]));
      expect(await seen([itself, alias, ...moved])).not.toContain(isAgainst);
      // A claim merged them later. The declaration is known from before.
      const merged: Entry = { ...pair[1], aliasOf: itself.key, aliasBy: 'equivalence' };
      const later = await passiveEvidence(frontierOf([itself, merged, ...moved], {}, {}, declared));
      expect(later.evidence.filter(({ supports }) => !supports)).toEqual([]);
    });

    it('are no evidence if they were fetched an hour apart: the page may have changed', async () => {
      const later = { ...pair[1], fetchedAt: (pair[0].fetchedAt ?? 0) + 61 * 60 * 1000 };
      expect(await seen([pair[0], later, ...moved])).toEqual([leads]);
    });

    it('are no evidence about hosts or a parameter', async () => {
      const [http, https] = [page(`${SITE}/x/y`, a), page('https://example.com/x/y', `${a} now`)];
      const hosts = [redirected('https://example.com/x/p', `${SITE}/x/p`), page(`${SITE}/x/p`, textOf('p'))];
      expect(await seen([http, https, ...hosts])).toHaveLength(1);
      const values = [page(`${SITE}/docs/y?v=1`, a), page(`${SITE}/docs/y?v=2`, `${a} now`)];
      expect(await seen([...values, redirected(`${SITE}/docs/p?v=3`, `${SITE}/docs/p`), target])).not.toContain(
        'param v /docs/y - content not-redirected',
      );
    });

    it('count with redirects known from before, and no longer once a probe has compared them', async () => {
      const { evidence: known } = await passiveEvidence(frontierOf(moved));
      const later = await passiveEvidence(frontierOf(pair, {}, {}, known));
      expect(later.evidence).toMatchObject([{ seen: 'not-redirected', supports: false }]);
      const [doubt] = later.evidence;
      if (doubt === undefined) throw new Error('no evidence');
      const probed: Evidence = { ...doubt, seen: 'same-text', by: 'probe', supports: true };
      const swapped = { ...probed, url: probed.page, page: probed.url };
      for (const one of [probed, swapped]) {
        expect((await passiveEvidence(frontierOf(pair, {}, {}, [...known, one]))).evidence).toEqual([]);
      }
    });
  });

  it('of hardly any text say nothing', async () => {
    const shell = 'Please turn on JavaScript to see this page';
    expect(await seen([page(`${SITE}/x`, shell), page(`${SITE}/x/`, shell), other])).toEqual([]);
    const bytes = { digest: '1' };
    expect(await seen([page(`${SITE}/x`, shell, bytes), page(`${SITE}/x/`, shell, bytes), other])).toEqual([]);
  });

  it('of a text that stands at other paths, too, say nothing', async () => {
    const notice = [page(`${SITE}/x`, a), page(`${SITE}/x/`, a), page(`${SITE}/y`, a)];
    expect(await seen(notice)).toEqual([]);
  });

  it('that were not read to the end say nothing', async () => {
    const cut = { reason: 'truncated' } as const;
    expect(await seen([page(`${SITE}/x`, a, cut), page(`${SITE}/x/`, a, cut), other])).toEqual([]);
  });

  it('of which one is gone are evidence against', async () => {
    for (const status of [404, 410]) {
      expect(await seen([page(`${SITE}/x/`, a), gone(`${SITE}/x`, status)])).toEqual(['slash /x/ - status not-found']);
    }
    expect(await seen([page(`${SITE}/x/`, a), gone(`${SITE}/x`, 503)])).toEqual([]);
    expect(await seen([gone(`${SITE}/x/`), gone(`${SITE}/x`)])).toEqual([]);
  });

  it('that are no HTML are evidence by their bytes alone', async () => {
    const file = (url: string, digest: string): Entry =>
      entry(url, { state: 'done', status: 200, digest, fetchedAt: 1 });
    const files = [file(`${SITE}/a.pdf`, '1'), file(`${SITE}/A.pdf`, '1')];
    expect(await seen(files)).toEqual(['case /a.pdf + content same-bytes']);
    expect(await seen([...files, file(`${SITE}/b.pdf`, '2'), file(`${SITE}/B.pdf`, '3')])).toEqual([]);
  });
});

describe('a parameter', () => {
  const items = [1, 2, 3, 4, 5].map((id) => ({ url: `${SITE}/item?id=${id}`, text: textOf(`item${id}x`) }));
  const plain = items.map(({ url, text }) => page(url, text));
  const also = (param: string): Entry[] => items.map(({ url, text }) => page(`${url}&${param}`, text));

  it('is of no account where five pages are the same with two values', async () => {
    expect(await claims([...plain, ...also('sid=1'), ...also('sid=2')])).toEqual([
      'param id /item/$ refuted',
      'param sid /item/$ confirmed',
    ]);
  });

  it('of which one value was seen has it for its default', async () => {
    expect(await claims([...plain, ...also('sort=asc')])).toEqual([
      'default-param sort=asc /item/$ confirmed',
      'param id /item/$ refuted',
    ]);
  });

  it('with which a page has the same words and other links proves nothing: lists show the names of other things', async () => {
    const linking = (linkOf: (at: number) => string): ReturnType<typeof frontierOf> => {
      const all = [...plain, ...also('view=2')];
      return frontierOf(all, {}, Object.fromEntries(all.map(({ key }, at) => [key, [keyOf(SITE + linkOf(at))]])));
    };
    const about = async (frontier: ReturnType<typeof frontierOf>): Promise<readonly string[]> =>
      (await passiveEvidence(frontier)).evidence.flatMap(({ kind, about: name }) => (name === 'id' ? [] : kind));
    expect(await about(linking((at) => `/buy/${at}`))).toEqual([]);
    expect(await about(linking((at) => `/photo?id=${at}`))).toEqual([]);
    const same = Array.from({ length: 5 }, () => 'default-param');
    expect(await about(linking((at) => `/buy?view=${at}`))).toEqual(same);
    expect(await about(linking((at) => `/login?next=%2Fitem%3Fview%3D${at}`))).toEqual(same);
    expect(await about(linking((at) => (at < plain.length ? '/buy' : '/buy?view=2')))).toEqual(same);
    expect(await about(linking((at) => (at < plain.length ? '/buy?page=2' : '/buy?view=2&page=2')))).toEqual(same);
    expect(await about(linking((at) => `/photo?preview=${at}`))).toEqual([]);
  });

  it('with which a page has the same links by the claims is the same: one may have been read before a claim', async () => {
    const all = [...plain, ...also('view=2')];
    const later = (at: number): boolean => at >= plain.length;
    const links = all.map(({ key }, at) => [key, [keyOf(`${SITE}/buy${later(at) ? '' : '?sid=1'}`)]]);
    const frontier = frontierOf(all, {}, Object.fromEntries(links));
    const about = async (claimed: Canonicalizer | null): Promise<readonly string[]> =>
      (await passiveEvidence(frontier, undefined, claimed)).evidence.flatMap(({ kind, about: name }) =>
        name === 'id' ? [] : kind,
      );
    expect(await about(compile({ facts: [{ kind: 'param', host: 'example.com', value: 'sid' }] }))).toEqual(
      plain.map(() => 'default-param'),
    );
    expect(await about(compile({ facts: [{ kind: 'param', host: 'example.com', value: 'ref' }] }))).toEqual([]);
    expect(await about(null)).toEqual([]);
  });

  it('that leaves a notice as it is holds for that page if it is irrelevant elsewhere, and no page looks different', async () => {
    const known = ['/list', '/news'].flatMap((path) =>
      [1, 2, 3, 4, 5].map((n): Evidence => {
        const seenBefore = {
          source: 'content',
          supports: true,
          seen: 'same-text',
          hops: [],
          by: 'crawl',
          at: n,
        } as const;
        const urls = { url: `${SITE}${path}?n=${n}&view=2`, page: `${SITE}${path}?n=${n}&view=1` };
        return { kind: 'param', host: 'example.com', about: 'view', path, target: null, ...seenBefore, ...urls };
      }),
    );
    const notices = Array.from({ length: 30 }, (_, n) => page(`${SITE}/login?view=${n}`, textOf('login')));
    const all = [...notices, page(`${SITE}/account`, textOf('login'))];
    const about = async (...more: readonly Entry[]): Promise<readonly string[]> =>
      (await passiveEvidence(frontierOf([...all, ...more], {}, {}, known))).evidence.map(
        ({ path, seen: what }) => `${path} ${what}`,
      );
    expect(await about()).toEqual(Array.from({ length: 5 }, () => '/login repeated-text'));
    const [first, second] = ['one', 'two'].map((word) => `${textOf('a')} ${word}`);
    const alike = [first, second].map((text, n) => page(`${SITE}/old/a?view=${n}`, text ?? ''));
    expect(await about(...alike)).toEqual([]);
  });

  it('makes a difference where a page has another text, however many with the same text come before', async () => {
    const lists = Array.from({ length: 40 }, (_, n) => page(`${SITE}/list?of=${n + 10}`, textOf('nothing')));
    const other = page(`${SITE}/list?of=1000`, textOf('brooms'));
    expect(await claims([...lists, other])).toEqual(['param of /list/$ refuted']);
  });

  it('makes a difference where a page has another text, however many values before lead to a login', async () => {
    const login = `${SITE}/login`;
    const numbers = Array.from({ length: 40 }, (_, n) => `item?id=1&sid=${n}`);
    const refused = ['account', ...numbers].map((path) => redirected(`${SITE}/${path}`, login, 302));
    const entries = [...plain, ...also('sid=100'), ...also('sid=200'), page(login, textOf('login')), ...refused];
    expect(await claims(entries)).toContain('param sid /item/$ confirmed');
    const other = page(`${SITE}/item?id=1&sid=1000`, textOf('other'));
    expect(await claims([...entries, other])).toContain('param sid /item/$ refuted');
  });

  it('has a default where other values make other pages', async () => {
    const others = items.map(({ url, text }) =>
      page(`${url}&sort=desc`, `${text} ${text}`.split(' ').toReversed().join(' ')),
    );
    expect(await claims([...plain, ...also('sort=asc'), ...others])).toEqual([
      'default-param sort=asc /item/$ confirmed',
      'default-param sort=desc /item/$ refuted',
      'param id /item/$ refuted',
      'param sort /item/$ refuted',
    ]);
  });

  it('that makes one page alone the same is undecided: the shell of a program is the same for all', async () => {
    const shell = Array.from({ length: 30 }, (_, id) => page(`${SITE}/app?id=${id}`, textOf('shell')));
    expect(await claims([...shell, ...plain])).toEqual(['param id /app/$ undecided', 'param id /item/$ refuted']);
    expect(await claims([...shell, page(`${SITE}/other`, textOf('other'))])).toEqual(['param id /app/ undecided']);
  });

  it('with which one page is nearly the same is not taken for one of no account', async () => {
    const near = [page(`${SITE}/z`, textOf('z')), page(`${SITE}/z?sid=3`, `${textOf('z')} more`)];
    const same = [...plain, ...also('sid=1'), ...also('sid=2')];
    expect(await claims([...same, ...near])).toEqual(['param id /item/$ refuted']);
  });
});

describe('a declaration', () => {
  const robots = (text: string): Record<string, string> => ({
    'robots http://example.com': JSON.stringify({
      at: 5,
      body: Buffer.from(text).toString('base64'),
      unreachableSince: null,
    }),
  });

  it('of Clean-param names parameters of a part of the site', async () => {
    const text = 'User-agent: *\nClean-param: ref&sid /forum/\nClean-param: x /a*\nClean-param: y /*/b\nClean-param: z';
    expect(await seen([entry(`${SITE}/`)], robots(text))).toEqual([
      'param ref /forum/ + declaration clean-param',
      'param sid /forum/ + declaration clean-param',
      'param x /a/ + declaration clean-param',
      'param z / + declaration clean-param',
    ]);
  });

  it('of No-Vary-Search names those of its page', async () => {
    const noVarySearch = { params: ['a', 'b c', 'x=y'], except: [], keyOrder: true };
    expect(await seen([page(`${SITE}/p?a=1`, textOf('p'), {}, { noVarySearch })])).toEqual([
      'param a /p + declaration no-vary-search',
      'param b%20c /p + declaration no-vary-search',
      'order /p + declaration no-vary-search',
    ]);
    const all = { params: 'all', except: ['id'], keyOrder: false } as const;
    expect(await seen([page(`${SITE}/p?a=1&id=2`, textOf('p'), {}, { noVarySearch: all })])).toEqual([
      'param a /p + declaration no-vary-search',
    ]);
  });

  it('stays where a page with the parameter is nearly the same', async () => {
    const pages = [page(`${SITE}/z`, textOf('z')), page(`${SITE}/z?sid=3`, `${textOf('z')} more`)];
    expect(await seen(pages, robots('Clean-param: sid'))).toEqual(['param sid / + declaration clean-param']);
  });
});

describe('what is kept', () => {
  it('is the newest sixteen pieces of each section and side', async () => {
    const pages = Array.from({ length: 20 }, (_, n) => n).flatMap((n) => [
      page(`${SITE}/s/${n}`, textOf(`s${n}x`), { fetchedAt: n }),
      page(`${SITE}/s/${n}/`, textOf(`s${n}x`), { fetchedAt: n }),
      page(`${SITE}/t/${n}`, textOf(`t${n}x`), { fetchedAt: n }),
    ]);
    const { evidence } = await passiveEvidence(
      frontierOf([...pages, gone(`${SITE}/s/0/x`), page(`${SITE}/s/0/x/`, textOf('x'))]),
    );
    expect(evidence.filter(({ supports }) => supports).map(({ at }) => at)).toEqual([
      4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]);
    expect(evidence.filter(({ supports }) => !supports)).toHaveLength(1);
  });
});

describe('candidates', () => {
  it('are the pairs that one fact would make one, fetched or not, with examples from all sections', async () => {
    const entries = Array.from({ length: 30 }, (_, n) => `${SITE}/${n < 28 ? 's' : `t${n}`}/${n}`).flatMap((url) => [
      entry(url),
      entry(`${url}/`),
    ]);
    const { candidates } = await passiveEvidence(frontierOf([...entries, entry(`${SITE}/q?a=1`), entry(`${SITE}/q`)]));
    expect(candidates).toMatchObject([
      { kind: 'slash', host: 'example.com', about: null, pairs: 30 },
      {
        kind: 'param',
        host: 'example.com',
        about: 'a',
        pairs: 1,
        samples: [{ url: `${SITE}/q?a=1`, page: `${SITE}/q` }],
      },
    ]);
    const samples = candidates[0]?.samples ?? [];
    expect(samples).toHaveLength(20);
    expect(new Set(samples.map(({ page: standing }) => standing.split('/')[3]))).toEqual(new Set(['s', 't28', 't29']));
  });

  /** The text of the list with so many words more. */
  function grown(words: number): string {
    return [textOf('list'), ...Array.from({ length: words }, (_, n) => `more${n}`)].join(' ');
  }

  it('have two unclear pairs of each section first, those that look least alike', async () => {
    const list = page(`${SITE}/s/list`, grown(0));
    const equal = Array.from({ length: 25 }, (_, n) => page(`${SITE}/s/list?v=${n}`, grown(0)));
    const unclear = [3, 20, 10, 1].map((words) => page(`${SITE}/s/list?v=more-${words}`, grown(words)));
    const { candidates } = await passiveEvidence(frontierOf([list, ...equal, ...unclear]));
    const samples = candidates.find(({ kind }) => kind === 'param')?.samples ?? [];
    expect(samples.slice(0, 2)).toMatchObject(
      [20, 10].map((words) => ({ url: `${SITE}/s/list?v=more-${words}`, page: list.url, isUnclear: true })),
    );
    expect(new Set(samples.map(({ url }) => url)).size).toBe(20);
    expect(samples.filter(({ isUnclear }) => isUnclear)).toHaveLength(2);
  });

  it('have two pairs with another heading before those that only differ in their text', async () => {
    const list = page(`${SITE}/s/list`, grown(0));
    const unclear = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((words) => {
      const heading = words % 3 === 0 ? `List ${words}` : null;
      return page(`${SITE}/s/list?v=${words}`, grown(words * 2), {}, { heading });
    });
    const { candidates } = await passiveEvidence(frontierOf([list, ...unclear]));
    const samples = candidates.find(({ kind }) => kind === 'param')?.samples ?? [];
    expect(samples.slice(0, 4).map(({ url }) => url)).toEqual([9, 6, 8, 7].map((words) => `${SITE}/s/list?v=${words}`));
    expect(samples.filter(({ isUnclear }) => isUnclear)).toHaveLength(4);
  });

  it('are addresses that answer, where there is a domain beside them', async () => {
    const paged = page('http://192.0.2.1/', textOf('a'));
    const leading = redirected('http://192.0.2.2:8080/a', `${SITE}/`);
    const others = [entry('http://192.0.2.3/'), entry('http://192.0.2.4/', { state: 'skipped', reason: 'scope' })];
    const found = async (entries: readonly Entry[]): Promise<string[]> => {
      const { candidates } = await passiveEvidence(frontierOf(entries));
      return candidates.map(({ kind, host, about }) => `${kind} ${host} ${about}`);
    };
    expect(await found([paged, leading, ...others, page(`${SITE}/`, textOf('b'))])).toEqual([
      'ip 192.0.2.1 null',
      'ip 192.0.2.2:8080 null',
    ]);
    expect(await found([paged, leading, ...others])).toEqual([]);
  });

  it('are none of what redirects, is gone or was skipped', async () => {
    const entries = [
      redirected(`${SITE}/a`, `${SITE}/a/`),
      entry(`${SITE}/a/`),
      gone(`${SITE}/b`),
      entry(`${SITE}/b/`),
    ];
    const skipped = [entry(`${SITE}/c`, { state: 'skipped', reason: 'scope' }), entry(`${SITE}/c/`)];
    const { candidates } = await passiveEvidence(frontierOf([...entries, ...skipped]));
    expect(candidates).toEqual([]);
  });
});

describe('many pages', () => {
  const site = [
    page(`${SITE}/`, textOf('one')),
    ...Array.from({ length: 300 }, (_, n) => page(`${SITE}/?k${n}=1`, textOf('one'))),
  ];

  it('are examined with others having their turn', async () => {
    everyLookTakes(1);
    expect(await turnsDuring(() => passiveEvidence(frontierOf(site)))).toBeGreaterThan(10);
  });

  it('are left where the signal comes, whatever is being done', async () => {
    everyLookTakes(1);
    const some = site.slice(0, 100);
    const whole = await turnsDuring(() => passiveEvidence(frontierOf(some)));
    expect(whole).toBeGreaterThan(10);
    for (let turn = 0; turn < whole - 1; turn++) {
      const ending = new AbortController();
      const end = (left: number): void => void setTimeout(() => (left > 0 ? end(left - 1) : ending.abort()));
      end(turn);
      expect(await passiveEvidence(frontierOf(some), ending.signal)).toMatchObject({ evidence: [], candidates: [] });
    }
  });

  it('that one page stands beside are compared with one reading of it', async () => {
    const frontier = frontierOf(site);
    const read = vi.spyOn(frontier, 'entriesOf');
    await passiveEvidence(frontier);
    expect(read.mock.calls.flatMap(([keys]) => keys).filter((key) => key === `${SITE}/`)).toHaveLength(1);
  });

  it('are read many with one call, and so are the pages that redirects lead to', async () => {
    const merged = Array.from({ length: 500 }, (_, n) => [
      page(`${SITE}/${n}/p`, textOf(`t${n}x`)),
      redirected(`${SITE}/${n}/r`, `${SITE}/${n}/p`),
      redirected(`${SITE}/${n}/p/`, `${SITE}/${n}/r`),
      page(`${SITE}/${n}/P`, textOf(`t${n}x`)),
    ]);
    const frontier = frontierOf(merged.flat());
    const read = vi.spyOn(frontier, 'entriesOf');
    const { evidence } = await passiveEvidence(frontier);
    expect(evidence.map(({ kind }) => kind)).toContain('case');
    expect(read.mock.calls.length).toBeLessThan(100);
    expect(Math.max(...read.mock.calls.map(([keys]) => keys.length))).toBeLessThanOrEqual(200);
  });
});

describe('a redirect of a crawl', () => {
  const target = page(`${SITE}/a/`, textOf('a'), {}, canonical(`${SITE}/a/`));

  it('is one piece of evidence, of the time when it was fetched, also to a page that declares itself', async () => {
    const { evidence } = await passiveEvidence(frontierOf([redirected(`${SITE}/a`, `${SITE}/a/`), target]));
    expect(evidence).toMatchObject([{ source: 'permanent-redirect', at: 1 }]);
  });

  it('is none of a sitemap, nor with a status that is none of a redirect', async () => {
    const redirect = redirected(`${SITE}/a`, `${SITE}/a/`);
    expect(await seen([{ ...redirect, role: 'sitemap' }, target])).toEqual([]);
    expect(await seen([{ ...redirect, status: 300 }, target])).toEqual([]);
  });

  it('loses the path only where it leads to the top without a query', async () => {
    const start = page(`${SITE}/?from=a`, textOf('root'));
    expect(await seen([redirected('http://www.example.com/a/', `${SITE}/?from=a`), start, target])).toEqual([
      'www /a/ - permanent-redirect redirects-elsewhere',
    ]);
  });
});

describe('pages of a crawl', () => {
  const [a, b] = [textOf('a'), textOf('b')];

  it('are compared under the keys that another profile gave them', async () => {
    const www = 'http://www.example.com';
    const keyed = ['/x', '/x/'].map((path) => page(`${www}${path}`, a, { key: keyOf(`${SITE}${path}`) }));
    expect(await seen(keyed)).toEqual(['slash /x remove + content same-text']);
  });

  it('are compared where a shorter URL was not fetched yet', async () => {
    const pages = [entry(`${SITE}/l`), page(`${SITE}/l?x=1`, a), page(`${SITE}/l?x=2`, b)];
    expect(await seen(pages)).toEqual(['param x /l - content other-text']);
  });

  it('have nothing said of them where the other one was not fetched', async () => {
    expect(await seen([entry(`${SITE}/x/`), gone(`${SITE}/x`)])).toEqual([]);
    expect(await seen([entry(`${SITE}/x/`), redirected(`${SITE}/x`, `${SITE}/`), entry(`${SITE}/`)])).toEqual([]);
  });

  it('that the frontier has no more are passed over', async () => {
    const pages = [page(`${SITE}/x`, a), page(`${SITE}/x/`, a)];
    for (const missing of pages) {
      const frontier = frontierOf(pages);
      const read = frontier.entriesOf.bind(frontier);
      frontier.entriesOf = async (keys) => (await read(keys)).map((one) => (one?.key === missing.key ? null : one));
      expect((await passiveEvidence(frontier)).evidence).toEqual([]);
    }
  });

  it('say nothing by what a page that is gone declares', async () => {
    const noVarySearch = { params: ['a'], except: [], keyOrder: false };
    const { details } = page(`${SITE}/p`, a, {}, { noVarySearch });
    expect(await seen([{ ...gone(`${SITE}/p`), details }])).toEqual([]);
  });

  it('keep their places beside a URL that is not of the web', async () => {
    const other = page('ftp://a.example/x', textOf('other'));
    const frontier = frontierOf([other, page(`${SITE}/x`, a), page(`${SITE}/x/`, a)]);
    const { evidence, isPartial } = await passiveEvidence(frontier);
    expect(evidence).toMatchObject([{ kind: 'slash', url: `${SITE}/x/`, page: `${SITE}/x` }]);
    expect(isPartial).toBe(false);
  });

  it('are evidence of the time of the later one', async () => {
    const at = async (first: number | null, second: number | null): Promise<unknown> => {
      const pages = [page(`${SITE}/x`, a, { fetchedAt: first }), page(`${SITE}/x/`, a, { fetchedAt: second })];
      const { evidence } = await passiveEvidence(frontierOf(pages));
      return evidence.map((piece) => piece.at);
    };
    expect([await at(5, 9), await at(9, 5), await at(null, 5), await at(5, null)]).toEqual([[9], [9], [5], [5]]);
  });

  it('that were compared name no request', async () => {
    const { evidence } = await passiveEvidence(frontierOf([page(`${SITE}/x`, a), page(`${SITE}/x/`, a)]));
    expect(evidence).toMatchObject([{ hops: [] }]);
  });

  it('with a parameter stand for the one without it, whichever was found first', async () => {
    const pages = ['?x=1', '?x=2', ''].map((query) => page(`${SITE}/l${query}`, a));
    const { evidence } = await passiveEvidence(frontierOf(pages));
    expect(evidence.map((piece) => piece.page)).toEqual([`${SITE}/l`]);
  });

  it('of one text show once what a parameter is', async () => {
    const pages = [1, 2, 3].flatMap((id) => [`id=${id}`, `id=${id}&sid=${id}`].map((query) => `${SITE}/app?${query}`));
    const found = await seen(pages.map((url) => page(url, a)));
    expect(found.filter((piece) => piece.startsWith('param sid'))).toHaveLength(1);
  });

  it('that are much alike leave the default of their parameter open', async () => {
    const same = [page(`${SITE}/l`, a), page(`${SITE}/l?page=1`, a)];
    const alike = [page(`${SITE}/m`, b), page(`${SITE}/m?page=1`, `${b} more`)];
    expect(await seen(same)).toEqual(['default-param page=1 /l + content same-text']);
    expect(await seen([...same, ...alike])).toEqual([]);
  });

  it('are read thirty-two of each class, beside the first; those to be fetched do not count', async () => {
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const pages = numbers.map((n) => page(`${SITE}/l?x=${100 + n}`, textOf(`x${n}x`)));
    const open = numbers.map((n) => entry(`${SITE}/l?x=${n}`));
    const frontier = frontierOf([...pages, page(`${SITE}/l`, a), ...open]);
    const read = vi.spyOn(frontier, 'entriesOf');
    const { evidence } = await passiveEvidence(frontier);
    expect(read.mock.calls.flatMap(([keys]) => keys)).toHaveLength(33);
    expect(evidence.filter(({ kind }) => kind === 'default-param')).toHaveLength(32);
  });

  it('of two texts are candidates, for a probe asks for both at one time', async () => {
    const { candidates } = await passiveEvidence(frontierOf([page(`${SITE}/x`, a), page(`${SITE}/x/`, b)]));
    expect(candidates).toMatchObject([{ kind: 'slash', pairs: 1 }]);
  });

  it('are notices where their text stands at another path, too', async () => {
    const notices = [page(`${SITE}/x`, a), page(`${SITE}/y`, a)];
    const own = page(`${SITE}/z`, b);
    const { isNotice } = await passiveEvidence(frontierOf([...notices, own]));
    expect([...notices, own].map(isNotice)).toEqual([true, true, false]);
  });

  it('are notices by their bytes where they have no text', async () => {
    const file = (url: string): Entry => entry(url, { state: 'done', status: 200, digest: '5e'.repeat(32) });
    const files = [file(`${SITE}/a.pdf`), file(`${SITE}/b.pdf`)];
    expect(files.map((await passiveEvidence(frontierOf(files))).isNotice)).toEqual([true, true]);
  });

  it('are compared beside any number of aliases by a claim', async () => {
    const claimed = { state: 'skipped', aliasOf: keyOf(`${SITE}/`), aliasBy: 'equivalence' } as const;
    const aliases = Array.from({ length: 40 }, (_, n) => entry(`${SITE}/l?x=${n}`, claimed));
    const pages = [page(`${SITE}/`, textOf('root')), page(`${SITE}/l`, a), page(`${SITE}/l?x=100`, b)];
    expect(await seen([...aliases, ...pages])).toContain('param x /l - content other-text');
  });

  it('of which a claim made one are compared too, unless they were fetched at different times', async () => {
    const merged = { aliasOf: keyOf(`${SITE}/x`), aliasBy: 'equivalence', fetchedAt: 1 } as const;
    const [hour, standing] = [60 * 60 * 1000, page(`${SITE}/x`, a)];
    const at = (fetchedAt: number): Entry => ({ ...standing, fetchedAt });
    const other = page(`${SITE}/x/`, b, merged);
    expect(await seen([at(1 + hour), other])).toEqual(['slash /x - content other-text']);
    expect(await seen([at(2 + hour), other])).toEqual([]);
    expect(await seen([at(2 + hour), page(`${SITE}/x/`, a, merged)])).toEqual(['slash /x remove + content same-text']);
    const { candidates } = await passiveEvidence(frontierOf([at(1), other]));
    expect(candidates).toEqual([]);
  });

  it('that are merged leave no others uncompared', async () => {
    const merged = { aliasOf: keyOf(`${SITE}/l`), aliasBy: 'equivalence' } as const;
    const aliases = Array.from({ length: 40 }, (_, n) => page(`${SITE}/l?x=${n}`, a, merged));
    const pages = [page(`${SITE}/l`, a), page(`${SITE}/l?x=100`, b)];
    expect(await seen([...aliases, ...pages])).toContain('param x /l - content other-text');
    const later = pages.map((one) => ({ ...one, fetchedAt: 1 + 2 * 60 * 60 * 1000 }));
    const changed = aliases.map((one) => ({ ...page(one.url, textOf('before'), merged), fetchedAt: 1 }));
    expect(await seen([...changed, ...later])).toContain('param x /l - content other-text');
  });

  it('that two claims merged together are compared however many equal ones come before', async () => {
    const facts = [
      { kind: 'param', host: 'example.com', value: 'x' },
      { kind: 'slash', host: 'example.com', value: 'remove' },
    ] as const;
    const merged = { aliasOf: keyOf(`${SITE}/l`), aliasBy: 'equivalence' } as const;
    const alike = Array.from({ length: 40 }, (_, n) => page(`${SITE}/l/?x=${n}`, a, merged));
    const pages = [page(`${SITE}/l`, a), ...alike, page(`${SITE}/l/?x=100`, b, merged)];
    const { evidence } = await passiveEvidence(frontierOf(pages), undefined, compile({ facts }));
    const against = evidence.filter(({ supports }) => supports === false).map(({ kind }) => kind);
    expect(against).toEqual(expect.arrayContaining(['slash', 'param']));
  });

  it('say nothing by a redirect to a page that the frontier has no more', async () => {
    const root = page(`${SITE}/`, textOf('root'));
    const frontier = frontierOf([redirected('http://www.example.com/a', `${SITE}/`), root, page(`${SITE}/a`, a)]);
    const read = frontier.entriesOf.bind(frontier);
    let looks = 0;
    frontier.entriesOf = async (keys) =>
      (await read(keys)).map((one) => (one?.key === root.key && ++looks > 1 ? null : one));
    expect((await passiveEvidence(frontier)).evidence).toEqual([]);
    expect(looks).toBe(2);
  });

  it('of more than ten thousand sites are looked at, and robots.txt and addresses of as many', async () => {
    const addresses = Array.from({ length: 10_001 }, (_, n) => `http://10.0.${n >> 8}.${n & 255}/`);
    const frontier = frontierOf([page(`${SITE}/`, a), ...addresses.map((url) => page(url, url))]);
    const copies = vi.spyOn(frontier, 'getMeta');
    const { candidates } = await passiveEvidence(frontier);
    expect(copies).toHaveBeenCalledTimes(10_000);
    expect(candidates.filter(({ kind }) => kind === 'ip')).toHaveLength(9_999);
  });

  it('may stand beside entries that no web server has', async () => {
    const mail = entry('mailto:a@example.com', { state: 'skipped', reason: 'scheme' });
    expect(await seen([mail, page(`${SITE}/x`, a), page(`${SITE}/x/`, a)])).toHaveLength(1);
  });

  it('leave others their turn as their texts are sorted', async () => {
    const pages = Array.from({ length: 400 }, (_, n) => page(`${SITE}/${n}/p`, textOf(`t${n}x`)));
    everyLookTakes(30);
    expect(await turnsDuring(() => passiveEvidence(frontierOf(pages)))).toBeGreaterThan(750);
  });
});

describe('the end of a look at a crawl', () => {
  it('by a signal leaves nothing, and no page for a notice', async () => {
    const all = [page(`${SITE}/x`, textOf('a')), page(`${SITE}/y`, textOf('a'))];
    const { isNotice, ...rest } = await passiveEvidence(frontierOf(all), AbortSignal.abort());
    expect(rest).toEqual({ evidence: [], doubts: [], candidates: [], isPartial: true });
    expect(all.map(isNotice)).toEqual([false, false]);
  });

  it('by an error of the frontier is told', async () => {
    const frontier = frontierOf([entry(`${SITE}/`)]);
    frontier.getMeta = async () => {
      throw new Error('the disk is gone');
    };
    await expect(passiveEvidence(frontier)).rejects.toThrow('the disk is gone');
    await expect(passiveEvidence(frontier, new AbortController().signal)).rejects.toThrow('the disk is gone');
  });
});
